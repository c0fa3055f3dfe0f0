// Finding what a line is among our books by hand: several may be ticked, and what is left of the sum stays in view.
import { Button, Group, Text, TextInput } from '@mantine/core'
import type { BankLineAnswer, BookLineAnswer } from '@talaan/contract/reconciliation.ts'
import { daysBetween, formatDay } from '@talaan/ledger/day.ts'
import { formatMoney, sum } from '@talaan/ledger/money.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import classes from './reconciliation.module.css'
import { wordsOf } from './LinePane.tsx'

/** The nearest of what is found; whoever looks for more types more. */
const shown = 40

type Props = {
  line: BankLineAnswer
  others: readonly BankLineAnswer[]
  books: readonly BookLineAnswer[]
  onMatch: (lines: string[], books: string[]) => void
  /** The rest is no line of ours yet: it is recorded first. */
  onRest: (rest: bigint, lines: string[], books: string[]) => void
  onClose: () => void
}

export function FindBooks({ line, others, books, onMatch, onRest, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  // Whoever asks to find types next.
  useEffect(() => box.current?.focus(), [])
  const found = useMemo(() => search(books, typed, line), [books, typed, line])
  const besides = useMemo(() => searchBank(others, typed, line), [others, typed, line])
  const ours = books.filter(({ key }) => ticked.has(key))
  const theirs = others.filter(({ id }) => ticked.has(id))
  const rest = line.amount + sum(theirs.map(({ amount }) => amount)) - sum(ours.map(({ amount }) => amount))
  const toggle = (key: string) => {
    const next = new Set(ticked)
    if (!next.delete(key)) next.add(key)
    setTicked(next)
  }
  const chosen = [[line.id, ...theirs.map(({ id }) => id)], ours.map(({ key }) => key)] as const
  const settle = () => {
    if (ticked.size === 0) return
    if (rest === 0n) onMatch([...chosen[0]], [...chosen[1]])
    else onRest(rest, [...chosen[0]], [...chosen[1]])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter and Escape of the fields inside
    <section
      className={classes.find}
      aria-label="Find in our books"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'INPUT') settle()
        else return
        event.preventDefault()
      }}
    >
      <TextInput
        label="Word, number or amount"
        size="sm"
        ref={box}
        autoComplete="off"
        value={typed}
        aria-controls={listId}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul id={listId} className={classes.found}>
        {found.map((book) => (
          <li key={book.key}>
            <label>
              <input type="checkbox" checked={ticked.has(book.key)} onChange={() => toggle(book.key)} />
              <span>
                {wordsOf(book).words}
                <span className={classes.quiet}>{formatDay(book.day)}</span>
              </span>
              <b>{formatMoney(book.amount)}</b>
            </label>
          </li>
        ))}
        {besides.map((other) => (
          <li key={other.id}>
            <label>
              <input type="checkbox" checked={ticked.has(other.id)} onChange={() => toggle(other.id)} />
              <span>
                The bank’s {other.description}
                <span className={classes.quiet}>{formatDay(other.day)}</span>
              </span>
              <b>{formatMoney(other.amount)}</b>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && besides.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing that is open fits. Type less, or record it.
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" aria-live="polite">
          {ticked.size === 0 ? 'Tick what this line is.' : `Left: ${formatMoney(rest)}`}
        </Text>
        <Group gap="xs">
          <Button size="compact-md" variant="default" onClick={onClose}>
            Close
          </Button>
          <Button size="compact-md" disabled={ticked.size === 0} onClick={settle}>
            {rest === 0n ? 'Match' : 'Record the rest and match'}
          </Button>
        </Group>
      </Group>
    </section>
  )
}

function search(books: readonly BookLineAnswer[], typed: string, line: BankLineAnswer): BookLineAnswer[] {
  const fits = textFits(typed)
  const isLikely = (book: BookLineAnswer) => book.amount > 0n === line.amount > 0n
  return books
    .filter((book) =>
      typed.trim() === ''
        ? isLikely(book)
        : fits([wordsOf(book).words, book.reference, book.chequeNo ?? '', book.memo, formatMoney(book.amount)]),
    )
    .toSorted((a, b) => distance(a, line) - distance(b, line))
    .slice(0, shown)
}

/** Lines of the bank that may go with this one; only when one looks for them. */
function searchBank(others: readonly BankLineAnswer[], typed: string, line: BankLineAnswer): BankLineAnswer[] {
  if (typed.trim() === '') return []
  const fits = textFits(typed)
  return others
    .filter((other) => fits([other.description, other.reference ?? '', formatMoney(other.amount)]))
    .toSorted((a, b) => distance(a, line) - distance(b, line))
    .slice(0, shown / 4)
}

function textFits(typed: string): (texts: readonly string[]) => boolean {
  const words = typed.toLowerCase().replaceAll(',', '').split(/\s+/).filter(Boolean)
  return (texts) => {
    const text = texts.join(' ').toLowerCase().replaceAll(',', '')
    return words.every((word) => text.includes(word))
  }
}

/** Equal amounts first, then the nearest days. */
const distance = (one: { amount: bigint; day: string }, line: BankLineAnswer): number =>
  (one.amount === line.amount ? 0 : 1000) + Math.abs(daysBetween(one.day, line.day))
