// The documents of a customer or supplier, newest first: the latest ones, or all of them page by page.
import { Button, Text } from '@mantine/core'
import { type DocumentRow } from '@talaan/contract/documents.ts'
import { listTransactions } from '@talaan/contract/transactions.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, keyOf } from '../../app/api.ts'
import { fromList } from '../../app/listBehind.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { Late } from '../../ui/Late.tsx'
import { balanceOf } from '../documents/balance.ts'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
import { Reference } from '../documents/Reference.tsx'
import classes from '../documents/documents.module.css'

type Props = {
  partyId: string
  name: string
  title: string
  atMost?: number
  /** The page has buttons for new documents. */
  begins: boolean
}

export function PartyDocuments({ partyId, name, title, atMost, begins }: Props) {
  const go = useNavigate()
  const query = { party: partyId }
  const pages = useInfiniteQuery({
    queryKey: keyOf(listTransactions, { query }),
    queryFn: ({ pageParam, signal }) => call(listTransactions, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const all = useMemo(() => pages.data?.pages.flatMap((page) => page.documents), [pages.data])
  const rows = atMost === undefined ? all : all?.slice(0, atMost)
  return (
    <section className={classes.list} style={{ marginTop: 0 }} aria-label={title}>
      <div className={classes.tools}>
        <strong>{title}</strong>
        <Button component={Link} to={withQuery(paths.transactions, query)} variant="default" size="compact-sm">
          Filter and export
        </Button>
      </div>
      {rows === undefined ? (
        <div className={classes.empty}>
          {pages.isError ? (
            <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
          ) : (
            <Late label="Loading documents">
              <SkeletonRows />
            </Late>
          )}
        </div>
      ) : rows.length === 0 ? (
        <div className={classes.empty}>
          <Text>No documents yet.{begins && ' Use a button above to record the first one.'}</Text>
        </div>
      ) : (
        <>
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            faded={(row) => row.status === 'void'}
            onOpen={(row) => {
              const opened = addressOf(row)
              void go(opened, { state: fromList(name, rows.map(addressOf), opened) })
            }}
          />
          {atMost === undefined && pages.hasNextPage && (
            <div className={classes.more}>
              <Button variant="default" onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
                Load more
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const addressOf = ({ kind, id }: DocumentRow) => paths.document(kind, id)

const columns: DataColumn<DocumentRow>[] = [
  {
    key: 'number',
    title: 'Number',
    nowrap: true,
    card: 'heading',
    cell: (row) => (
      <a href={addressOf(row)} className={classes.number}>
        {row.number}
      </a>
    ),
  },
  { key: 'kind', title: 'Type', card: 'bare', cell: (row) => documentWords[row.kind].words.title },
  { key: 'day', title: 'Date', card: 'bare', nowrap: true, cell: (row) => formatDay(row.day) },
  { key: 'externalNo', title: 'Reference no.', cell: (row) => <Reference row={row} /> },
  { key: 'total', title: 'Total', figure: true, card: 'amount', cell: (row) => formatMoney(row.total) },
  { key: 'open', title: 'Balance', figure: true, cell: balanceOf },
  { key: 'status', title: 'Status', card: 'bare', nowrap: true, cell: (row) => <DocumentBadge row={row} /> },
]
