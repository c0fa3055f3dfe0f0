// A report on a sheet: company, title, period, and the table, with more pages on request.
import { Button, Skeleton } from '@mantine/core'
import { type ReportName, type ReportQuery, viewReport } from '@talaan/contract/reports.ts'
import type { Row, Table } from '@talaan/ledger/reports/table.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, keyOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { Late } from '../../ui/Late.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportTable } from '../../app/table/ReportTable.tsx'

type Page = { table: Table; next: string | null }

type Props = {
  /** Its name in the cache, and how to request a page of it. */
  source: { key: readonly unknown[]; page: (after: string | undefined, signal: AbortSignal) => Promise<Page> }
  account?: { from?: string; to?: string }
  /** A chart above the table. */
  figure?: (table: Table) => ReactNode
  /** Shown below the sheet once its size is known. */
  below?: ReactNode
}

export function ReportSheet({
  report,
  query,
  ...shown
}: Omit<Props, 'source'> & { report: ReportName; query: ReportQuery }) {
  const source: Props['source'] = {
    key: keyOf(viewReport, { params: { report }, query }),
    page: (after, signal) => call(viewReport, { params: { report }, query: { ...query, after }, signal }),
  }
  return <TableSheet source={source} {...shown} />
}

export function TableSheet({ source, account, figure, below }: Props) {
  const pages = useInfiniteQuery({
    queryKey: source.key,
    queryFn: ({ pageParam, signal }) => source.page(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const table = wholeTable(pages.data?.pages.map((page) => page.table))
  const linkTo = (link: NonNullable<Row['link']>): string =>
    link.to === 'account'
      ? paths.account(link.code, account)
      : link.to === 'statement'
        ? paths.statement(link.side, link.party, account?.to)
        : link.to === 'document'
          ? paths.document(link.kind, link.id)
          : paths.salesList(link.month)

  if (table === undefined) {
    return (
      <div className={classes.sheet}>
        {pages.isError ? (
          <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
        ) : (
          <Late label="Loading the report">
            <Skeleton h={24} w={260} mx="auto" mb="lg" />
            <SkeletonRows rows={12} />
          </Late>
        )}
      </div>
    )
  }
  return (
    <>
      <ReportTable table={table} linkTo={linkTo} figure={figure} busy={pages.isPlaceholderData}>
        {pages.hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
              Load more
            </Button>
          </div>
        )}
      </ReportTable>
      {below}
    </>
  )
}

function wholeTable(pages: readonly Table[] | undefined): Table | undefined {
  const last = pages?.at(-1)
  return pages && last && { ...last, rows: pages.flatMap((page) => page.rows) }
}
