// Below both panes: book entries that are not on the statement, and the matches of the month, with undo.
import { Button, Text, Title } from '@mantine/core'
import type { BookLineAnswer, MatchAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { memo, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { Late } from '../../ui/Late.tsx'
import { wordsOf } from './bookWords.ts'
import { ReceiptFilter } from './dialogs.ts'
import { type Change, matchedSince } from './monthState.ts'
import classes from './reconciliation.module.css'
import type { OfMonth } from './useChanges.ts'
import { type useMatches, useOutstanding } from './useMonth.ts'

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

/** The number shown initially; outstanding items of a whole year load on request. */
const atFirst = 30

type OutstandingProps = { of: OfMonth; count: number; changes: readonly Change[] }

export const OutstandingBooks = memo(function PlainOutstandingBooks({ of, count, changes }: OutstandingProps) {
  const pages = useOutstanding(of)
  // The panes above render first.
  const since = useDeferredValue(changes)
  const books = useMemo(
    () =>
      pages.data?.pages.flatMap((page) => {
        const taken = matchedSince(since, page.askedAt)
        return page.books.filter(({ key }) => !taken.has(key))
      }) ?? [],
    [pages.data, since],
  )
  return (
    <section className={classes.below} aria-labelledby="outstanding">
      <Title order={2} id="outstanding">
        In the books, not on the statement ({count.toLocaleString('en')})
      </Title>
      {count === 0 ? (
        <Text p="md">All book entries are on the statement.</Text>
      ) : (
        <LongTable
          label="In the books, not on the statement"
          columns={bookColumns}
          rows={books}
          rowKey={({ key }) => key}
          pages={pages}
        />
      )}
    </section>
  )
})

type MatchedProps = {
  of: OfMonth
  matches: readonly MatchAnswer[]
  count: number
  pages: Pages
  locked: boolean
  onUndo: (match: MatchAnswer) => void
}

const matchColumns = ({ locked, onUndo }: Pick<MatchedProps, 'locked' | 'onUndo'>): DataColumn<MatchAnswer>[] => [
  {
    key: 'bank',
    title: 'Bank',
    card: 'heading',
    cell: ({ bank, books }) => sideWords(bank.length > 0 ? bank : books),
  },
  { key: 'books', title: 'Books', cell: ({ books }) => sideWords(books) },
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
    card: 'action',
    cell: (match) =>
      !locked && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onUndo(match)}
          aria-label={`Undo match: ${match.bank[0]?.words ?? 'these lines'}`}
        >
          Undo
        </Button>
      ),
  },
]

export const MatchedLines = memo(function PlainMatchedLines({
  of,
  matches: now,
  count,
  pages,
  ...actions
}: MatchedProps) {
  const { locked, onUndo } = actions
  const matches = useDeferredValue(now)
  const columns = useMemo(() => matchColumns({ locked, onUndo }), [locked, onUndo])
  if (count === 0) return null
  const table = (
    <LongTable label="Matched this month" columns={columns} rows={matches} rowKey={({ id }) => id} pages={pages} />
  )
  return (
    <section className={classes.below} aria-labelledby="matched">
      <Title order={2} id="matched">
        Matched this month ({count.toLocaleString('en')})
      </Title>
      <Suspense fallback={table}>
        <ReceiptFilter of={of}>{table}</ReceiptFilter>
      </Suspense>
    </section>
  )
})

type Pages = Pick<
  ReturnType<typeof useMatches> | ReturnType<typeof useOutstanding>,
  'data' | 'isError' | 'error' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { refetch: () => unknown; fetchNextPage: () => unknown }

type LongTableProps<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  pages: Pages
}

/** The first rows; the others load on request, while the user scrolls. */
function LongTable<Row>({ rows, pages, ...table }: LongTableProps<Row>) {
  const [all, setAll] = useState(false)
  if (pages.data === undefined)
    return pages.isError ? (
      <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
    ) : (
      <Late label="Loading">
        <SkeletonRows rows={4} />
      </Late>
    )
  return (
    <>
      <DataTable {...table} rows={all ? rows : rows.slice(0, atFirst)} />
      {!all && (rows.length > atFirst || pages.hasNextPage) && (
        <Button variant="subtle" m="xs" onClick={() => setAll(true)}>
          Show all
        </Button>
      )}
      {all && pages.hasNextPage && <LoadMore pages={pages} />}
    </>
  )
}

/** Presses itself when it scrolls into view. */
function LoadMore({ pages }: { pages: Pages }) {
  const button = useRef<HTMLButtonElement>(null)
  const waits = pages.isFetching || pages.isFetchNextPageError
  const load = useEffectEvent(() => void pages.fetchNextPage())
  useEffect(() => {
    if (waits || button.current === null) return
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) load()
    })
    seen.observe(button.current)
    return () => seen.disconnect()
  }, [waits])
  return (
    <Button
      ref={button}
      variant="default"
      m="xs"
      // The button stays enabled while it loads, so that it keeps the focus.
      aria-busy={pages.isFetchingNextPage}
      onClick={() => !pages.isFetchingNextPage && void pages.fetchNextPage()}
    >
      Load more
    </Button>
  )
}

const sideWords = (parts: MatchAnswer['bank']) =>
  parts.map(({ key, day, words, document }) => (
    <span key={key} className={classes.side}>
      {document === null ? (
        words
      ) : (
        <Link className={classes.link} to={paths.document(document.kind, document.id)}>
          {words}
        </Link>
      )}{' '}
      <span className={classes.quiet}>{formatDay(day)}</span>
    </span>
  ))
