// A bundle of papers against the tape of the adding machine: counted before, and taken off one by one as they are recorded.
import { CloseButton, Text, TextInput } from '@mantine/core'
import { getDocument, listDocuments } from '@talaan/contract/documents.ts'
import type { KindName } from '@talaan/ledger/documents/kind.ts'
import { formatMoney, type Money, parseTypedAmount, sum } from '@talaan/ledger/money.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import classes from './bundle.module.css'
import lists from './documents.module.css'

type Recorded = { id: string; kind: KindName; number: string; total: Money }

export function Bundle({ numbers, onClose }: { numbers: readonly string[]; onClose: () => void }) {
  const [count, setCount] = useState('')
  const [tape, setTape] = useState('')
  const found = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ['bundle', number],
      queryFn: ({ signal }: { signal: AbortSignal }) => recordedAs(number, signal),
      staleTime: Infinity,
    })),
  })
  const papers = found.flatMap(({ data }) => data ?? [])
  const state = stateOf({ papers, of: Number(count), tape: parseTypedAmount(tape) })
  return (
    <section className={classes.bundle} aria-label="Bundle">
      <div className={classes.counted}>
        <TextInput
          size="sm"
          label="Papers counted"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
        <MoneyInput size="sm" label="Total of the tape" value={tape} onChange={setTape} />
        <CloseButton aria-label="Stop counting the bundle" onClick={onClose} />
      </div>
      <Text size="sm" role="status" c={state.wrong ? 'var(--mantine-color-error)' : undefined}>
        {state.words}
      </Text>
      {papers.length > 0 && (
        <ul className={classes.papers}>
          {papers.map(({ id, kind, number, total }) => (
            <li key={id}>
              <Link className={lists.number} to={paths.document(kind, id)}>
                {number}
              </Link>{' '}
              {formatMoney(total)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Counted = { papers: readonly Recorded[]; of: number; tape: ReturnType<typeof parseTypedAmount> }

/** How far the bundle is, in a sentence. */
export function stateOf({ papers, of, tape }: Counted): { words: string; wrong: boolean } {
  const comesTo = sum(papers.map(({ total }) => total))
  if (!Number.isInteger(of) || of <= 0 || !tape.ok)
    return { words: 'Count the papers and add them up first; each one you record is taken off.', wrong: false }
  const [left, rest] = [of - papers.length, tape.amount - comesTo]
  if (left > 0 && rest > 0n) {
    const more = left === 1 ? 'One paper is' : `${left} papers are`
    return { words: `${more} left, with ${formatMoney(rest)} of ${formatMoney(tape.amount)}.`, wrong: false }
  }
  if (left === 0 && rest === 0n)
    return {
      words: `The bundle agrees: ${of === 1 ? 'one paper' : `${of} papers`}, ${formatMoney(comesTo)}.`,
      wrong: false,
    }
  const off = `${formatMoney(rest < 0n ? -rest : rest)} ${rest < 0n ? 'more' : 'less'} than the tape`
  const done =
    left === 0
      ? 'All are recorded'
      : left < 0
        ? 'More are recorded than were counted'
        : left === 1
          ? 'One is left'
          : `${left} are left`
  const words =
    rest === 0n ? `${done}, but the tape is used up.` : `${done}, but they come to ${formatMoney(comesTo)}, ${off}.`
  return { words: `${words} Compare each with its paper.`, wrong: true }
}

/** With the total that its paper shows: tax withheld from a supplier is not taken off there. */
async function recordedAs(number: string, signal: AbortSignal): Promise<Recorded[]> {
  const { documents } = await call(listDocuments, { query: { search: number, atMost: '1' }, signal })
  const [row] = documents
  if (row?.number !== number) return []
  const { document } = await call(getDocument, { params: { documentId: row.id }, signal })
  const { totals } = document.receipt
  const foot = totals.find(({ label }) => label === 'Total') ?? totals.find(({ emphasis }) => emphasis === 'grand')
  return [{ id: row.id, kind: row.kind, number, total: foot?.amount ?? row.total }]
}
