// The pages of a report in the cache, and the dates that the server chose for it.
import { type ReportName, type ReportPeriod, type ReportQuery, viewReport } from '@talaan/contract/reports.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, keyOf } from '../../app/api.ts'

type Page = { table: Table; next: string | null; period: ReportPeriod | null }

export type Source = {
  /** The key in the cache, and a function that requests a page of the report. */
  key: readonly unknown[]
  page: (after: string | undefined, signal: AbortSignal) => Promise<Page>
}

export const reportSource = (report: ReportName, query: ReportQuery): Source => ({
  key: keyOf(viewReport, { params: { report }, query }),
  page: (after, signal) => call(viewReport, { params: { report }, query: { ...query, after }, signal }),
})

const pagesOf = ({ key, page }: Source) => ({
  queryKey: key,
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => page(pageParam, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page) => last.next ?? undefined,
  placeholderData: keepPreviousData,
})

export const useReportPages = (source: Source) => useInfiniteQuery(pagesOf(source))

const periodOf = ({ pages }: InfiniteData<Page>): ReportPeriod | null => pages[0]?.period ?? null

/** The dates shown; undefined until they are known. */
export const useShownPeriod = (source: Source): ReportPeriod | undefined =>
  useInfiniteQuery({ ...pagesOf(source), select: periodOf }).data ?? undefined
