// Below both panes: what our books have and the bank does not, and what was matched of the month, to be taken back.
import { Button, Text, Title } from '@mantine/core'
import type { BookLineAnswer, MatchAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { wordsOf } from './bookWords.ts'
import classes from './reconciliation.module.css'

const bookColumns: DataColumn<BookLineAnswer>[] = [
  { key: 'day', title: 'Date', card: 'bare', nowrap: true, cell: ({ day }) => formatDay(day) },
  {
    key: 'words',
    title: 'Particulars',
    card: 'heading',
    cell: (book) => {
      const { words, to } = wordsOf(book)
      return to === undefined ? (
        words
      ) : (
        <Link className={classes.link} to={to}>
          {words}
        </Link>
      )
    },
  },
  { key: 'cheque', title: 'Cheque', nowrap: true, cell: ({ chequeNo }) => chequeNo },
  { key: 'amount', title: 'Amount', figure: true, card: 'amount', cell: ({ amount }) => formatMoney(amount) },
]

/** So many at first; a year of outstanding items is asked for. */
const atFirst = 30

export const OutstandingBooks = memo(function PlainOutstandingBooks({
  books,
  asOf,
}: {
  books: readonly BookLineAnswer[]
  asOf: string
}) {
  const [all, setAll] = useState(false)
  // What stands above it answers the hand first.
  const shown = useDeferredValue(books)
  const due = useMemo(() => shown.filter(({ day }) => day <= asOf), [shown, asOf])
  return (
    <section className={classes.below} aria-labelledby="outstanding">
      <Title order={2} id="outstanding">
        In our books and not on the statement ({due.length.toLocaleString('en')})
      </Title>
      {due.length === 0 ? (
        <Text p="md">The bank has everything that our books have.</Text>
      ) : (
        <DataTable
          label="In our books and not on the statement"
          columns={bookColumns}
          rows={all ? due : due.slice(0, atFirst)}
          rowKey={({ key }) => key}
        />
      )}
      {!all && due.length > atFirst && (
        <Button variant="subtle" m="xs" onClick={() => setAll(true)}>
          Show all
        </Button>
      )}
    </section>
  )
})

type MatchedProps = { matches: readonly MatchAnswer[]; locked: boolean; onUndo: (id: string) => void }

const matchColumns = ({ locked, onUndo }: Pick<MatchedProps, 'locked' | 'onUndo'>): DataColumn<MatchAnswer>[] => [
  {
    key: 'bank',
    title: 'Bank',
    card: 'heading',
    cell: ({ bank, books }) => sideWords(bank.length > 0 ? bank : books),
  },
  { key: 'books', title: 'Our books', cell: ({ books }) => sideWords(books) },
  {
    key: 'amount',
    title: 'Amount',
    figure: true,
    card: 'amount',
    cell: ({ bank }) => formatMoney(bank.reduce((sum, { amount }) => sum + amount, 0n)),
  },
  { key: 'by', title: 'Matched', cell: ({ by, rule }) => (rule === null ? by : `By rule “${rule}”`) },
  {
    key: 'undo',
    title: 'Undo',
    card: 'act',
    cell: ({ id, bank }) =>
      !locked && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onUndo(id)}
          aria-label={`Undo the match of ${bank[0]?.words ?? 'these lines'}`}
        >
          Undo
        </Button>
      ),
  },
]

export const MatchedLines = memo(function PlainMatchedLines({ matches: now, locked, onUndo }: MatchedProps) {
  const [all, setAll] = useState(false)
  const matches = useDeferredValue(now)
  const columns = useMemo(() => matchColumns({ locked, onUndo }), [locked, onUndo])
  if (matches.length === 0) return null
  return (
    <section className={classes.below} aria-labelledby="matched">
      <Title order={2} id="matched">
        Matched in this month ({matches.length.toLocaleString('en')})
      </Title>
      <DataTable
        label="Matched in this month"
        columns={columns}
        rows={all ? matches : matches.slice(0, atFirst)}
        rowKey={({ id }) => id}
      />
      {!all && matches.length > atFirst && (
        <Button variant="subtle" m="xs" onClick={() => setAll(true)}>
          Show all
        </Button>
      )}
    </section>
  )
})

const sideWords = (parts: MatchAnswer['bank']) =>
  parts.map(({ key, day, words }) => (
    <span key={key} className={classes.side}>
      {words} <span className={classes.quiet}>{formatDay(day)}</span>
    </span>
  ))
