// A report on a sheet, with company, title, period and table. More rows load on request.
import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { reportAt } from '@talaan/contract/report-list.ts'
import type { ReportName, ReportQuery } from '@talaan/contract/reports.ts'
import type { TagFilters } from '@talaan/contract/tag-kinds.ts'
import type { Row, Table } from '@talaan/ledger/reports/table.ts'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { remember } from '../../app/session/recent.ts'
import { useSession } from '../../app/session/session.ts'
import { Late } from '../../ui/Late.tsx'
import classes from '../../app/table/sheet.module.css'
import type { FigurePlace } from '../../app/table/TableView.tsx'
import { ReportTable } from '../../app/table/ReportTable.tsx'
import { usePageTitle } from '../../app/pageTitle.ts'
import { reportSource, type Source, useReportPages } from './reportPages.ts'

type Props = {
  account?: ({ from?: string; to?: string } & TagFilters) | undefined
  /** A chart above the table. */
  figure?: (table: Table) => ReactNode
  /** Shown below the sheet once the height of the sheet is known. */
  below?: ReactNode
  whyOf?: (figure: FigurePlace) => string
}

export function ReportView({ report, query, ...shown }: Props & { report: ReportName; query: ReportQuery }) {
  return (
    <TableSheet
      source={reportSource(report, query)}
      whyOf={({ row, nth, column }) =>
        paths.why(report, { ...query, row, column, ...(nth > 1 && { nth: String(nth) }) })
      }
      {...shown}
      below={
        <>
          <Text size="sm" mt="md" className={classes.screenOnly}>
            Select a figure to see how it is calculated. See also{' '}
            <Anchor component={Link} inherit underline="always" to={paths.compare(report, query)}>
              what changed in this report
            </Anchor>{' '}
            since a date.
          </Text>
          {shown.below}
        </>
      }
    />
  )
}

export function TableSheet({ source, account, figure, below, whyOf }: Props & { source: Source }) {
  const pages = useReportPages(source)
  const table = wholeTable(pages.data?.pages.map((page) => page.table))
  usePageTitle(table && [table.title, table.period].filter(Boolean).join(', '))
  useRemembered()
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
      <ReportTable table={table} linkTo={linkTo} figure={figure} whyOf={whyOf} busy={pages.isPlaceholderData}>
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

/** Adds the report to the recently opened ones in the palette and the index. */
function useRemembered() {
  const { pathname } = useLocation()
  const { clientId } = useSession()
  useEffect(() => {
    const listed = reportAt(pathname)
    if (listed !== undefined) remember(clientId, { path: pathname, title: listed.title, detail: listed.about })
  }, [pathname, clientId])
}

function wholeTable(pages: readonly Table[] | undefined): Table | undefined {
  const last = pages?.at(-1)
  return pages && last && { ...last, rows: pages.flatMap((page) => page.rows) }
}
