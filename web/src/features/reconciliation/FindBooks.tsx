// Finding what a line is among our books by hand: several may be ticked, and the sum and what is left stay in view.
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { kindPlaces } from '@talaan/contract/cards.ts'
import type { BankLineAnswer, BookLineAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { anything, searchBank, searchBooks, type Sought, textOfBook, type WordsOf } from './found.ts'
import { Amount } from './inputs.tsx'
import classes from './reconciliation.module.css'

/** So many at once, and so many more with each press. */
const pageSize = 40

type Props = {
  line: BankLineAnswer
  /** All lines of the bank that are open, this one among them. */
  lines: readonly BankLineAnswer[]
  books: readonly BookLineAnswer[]
  wordsOf: WordsOf
  onMatch: (lines: string[], books: string[]) => void
  /** The rest is no line of ours yet: it is recorded first. */
  onRest: (rest: bigint, lines: string[], books: string[]) => void
  onClose: () => void
}

export function FindBooks({ line, lines, books, wordsOf, onMatch, onRest, onClose }: Props) {
  const [sought, setSought] = useState<Sought>(anything)
  const [shown, setShown] = useState(pageSize)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const others = useMemo(() => lines.filter(({ id }) => id !== line.id), [lines, line.id])
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  // Whoever asks to find types next.
  useEffect(() => box.current?.focus(), [])
  useEffect(() => readAhead(books, wordsOf), [books, wordsOf])
  // The field is there at once, and what it finds follows.
  const asked = useDeferredValue<Sought | null>(sought, null)
  const found = useMemo(
    () => (asked === null ? [] : searchBooks(books, asked, line, wordsOf)),
    [books, asked, line, wordsOf],
  )
  const besides = useMemo(() => (asked === null ? [] : searchBank(others, asked, line)), [others, asked, line])
  const ours = ticked.size === 0 ? [] : books.filter(({ key }) => ticked.has(key))
  const theirs = ticked.size === 0 ? [] : others.filter(({ id }) => ticked.has(id))
  const bank = line.amount + sum(theirs.map(({ amount }) => amount))
  const picked = sum(ours.map(({ amount }) => amount))
  const rest = bank - picked
  const change = (patch: Partial<Sought>) => {
    setShown(pageSize)
    setSought((old) => ({ ...old, ...patch }))
  }
  const toggle = (key: string) => {
    const next = new Set(ticked)
    if (!next.delete(key)) next.add(key)
    setTicked(next)
  }
  const settle = () => {
    if (ticked.size === 0) return
    const of = [line.id, ...theirs.map(({ id }) => id)]
    const with_ = ours.map(({ key }) => key)
    if (rest === 0n) onMatch(of, with_)
    else onRest(rest, of, with_)
  }
  const left = found.length + besides.length - shown
  const rows = [
    ...found
      .slice(0, shown)
      .map((book) => ({ id: book.key, words: wordsOf(book), day: book.day, amount: book.amount })),
    ...besides
      .slice(0, Math.max(0, shown - found.length))
      .map(({ id, description, day, amount }) => ({ id, words: `The bank’s ${description}`, day, amount })),
  ]
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
        value={sought.words}
        aria-controls={listId}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      <Filters books={books} sought={sought} change={change} />
      <ul id={listId} className={classes.found}>
        {rows.map(({ id, ...row }) => (
          <Found key={id} {...row} ticked={ticked.has(id)} onToggle={() => toggle(id)} />
        ))}
        {left > 0 && (
          <li>
            <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + pageSize)}>
              Show more ({left.toLocaleString('en')} left)
            </Button>
          </li>
        )}
      </ul>
      {asked !== null && found.length === 0 && besides.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing that is open fits. Ask for less, or record it.
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" aria-live="polite">
          {ticked.size === 0
            ? 'Tick what this line is.'
            : `${ticked.size} ticked: bank ${formatMoney(bank)}, books ${formatMoney(picked)}. Left: ${formatMoney(rest)}`}
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

/** Makes the texts that are looked through, a piece at a time between the keys; answers how to stop. */
function readAhead(books: readonly BookLineAnswer[], wordsOf: WordsOf): () => void {
  let at = 0
  const next = () => {
    const some = books.slice(at, (at += 1000))
    for (const book of some) textOfBook(book, wordsOf)
    if (some.length > 0) timer = setTimeout(next)
  }
  let timer = setTimeout(next)
  return () => clearTimeout(timer)
}

type FoundProps = { words: string; day: string; amount: bigint; ticked: boolean; onToggle: () => void }

function Found({ words, day, amount, ticked, onToggle }: FoundProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={ticked} onChange={onToggle} />
        <span>
          {words}
          <span className={classes.quiet}>{formatDay(day)}</span>
        </span>
        <b>{formatMoney(amount)}</b>
      </label>
    </li>
  )
}

type FilterProps = { books: readonly BookLineAnswer[]; sought: Sought; change: (patch: Partial<Sought>) => void }

const withinDays = [3, 7, 14, 31, 92]

function Filters({ books, sought, change }: FilterProps) {
  const kinds = useMemo(() => [...new Set(books.flatMap(({ document }) => document?.kind ?? []))].toSorted(), [books])
  const amount = (typed: string) => (typed === '' ? null : BigInt(typed))
  return (
    <div className={classes.filters} role="group" aria-label="Narrow down">
      <Amount
        label="From"
        value={sought.atLeast}
        error={undefined}
        size="sm"
        onAmount={(typed) => change({ atLeast: amount(typed) })}
      />
      <Amount
        label="Up to"
        value={sought.atMost}
        error={undefined}
        size="sm"
        onAmount={(typed) => change({ atMost: amount(typed) })}
      />
      <NativeSelect
        label="Days apart"
        size="sm"
        value={sought.within ?? ''}
        onChange={(event) =>
          change({ within: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
        }
        data={[
          { value: '', label: 'Any' },
          ...withinDays.map((days) => ({ value: String(days), label: `${days} at most` })),
        ]}
      />
      <NativeSelect
        label="Kind"
        size="sm"
        value={sought.kind ?? ''}
        onChange={(event) => change({ kind: (event.currentTarget.value || null) as Sought['kind'] })}
        data={[
          { value: '', label: 'All' },
          ...kinds.map((kind) => ({ value: kind, label: kindPlaces[kind].list })),
          { value: 'bank', label: 'Other lines of the bank' },
        ]}
      />
    </div>
  )
}
