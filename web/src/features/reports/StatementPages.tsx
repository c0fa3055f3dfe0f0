// The statements of a period, and the balance sheet as of a date, compared with other periods on request.
import { NativeSelect } from '@mantine/core'
import { comparison, incomeComparison, type ReportName, type ReportQuery } from '@talaan/contract/reports.ts'
import { cashFlowMethods } from '@talaan/ledger/reports/cash-flow.ts'
import { namedReports, type NamedReport } from '@talaan/ledger/reports/by-name.ts'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { type Comparison, oneOf, useReportQuery } from './reportQuery.ts'
import { CompareWith, RecordedUpTo } from './ReportOptions.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { useSearchParams } from 'react-router'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from '../../app/today.ts'

export function IncomeStatementPage() {
  const { query, known } = useOptions()
  const parts = usePeriod('income-statement', { ...query, ...known.query }, incomeComparison.options)
  return (
    <Page title="Income Statement">
      {parts.days}
      {parts.compare}
      {known.field}
      {parts.downloads}
      {parts.sheet}
    </Page>
  )
}

export function CashFlowPage() {
  const { param, change } = useReportQuery()
  const method = oneOf(param('method'), cashFlowMethods) ?? 'indirect'
  const parts = usePeriod('cash-flow', { method })
  return (
    <Page title="Cash Flow Statement">
      {parts.days}
      {parts.compare}
      <NativeSelect
        size="sm"
        w={184}
        label="Method"
        value={method}
        onChange={(event) => change('method', event.currentTarget.value)}
        data={[
          { value: 'indirect', label: 'Indirect method' },
          { value: 'direct', label: 'Direct method' },
        ]}
      />
      {parts.downloads}
      {parts.sheet}
    </Page>
  )
}

export function ChangesInEquityPage() {
  const parts = usePeriod('changes-in-equity', {}, [])
  return (
    <Page title="Changes in Equity">
      {parts.days}
      {parts.downloads}
      {parts.sheet}
    </Page>
  )
}

export function NamedPage({ report }: { report: NamedReport }) {
  const parts = usePeriod(report, {})
  return (
    <Page title={namedReports[report].title}>
      {parts.days}
      {parts.compare}
      {parts.downloads}
      {parts.sheet}
    </Page>
  )
}

export function BalanceSheetPage() {
  const { query: options, known } = useOptions()
  const [address] = useSearchParams()
  const { param, change } = useReportQuery()
  const compare = oneOf(param('compare'), ['before', 'year'] as const)
  const query = { ...datesIn(address, 'asOf'), ...(compare && { compare }), ...options, ...known.query }
  const shown = useShownPeriod(reportSource('balance-sheet', query))
  return (
    <Page title="Balance Sheet">
      <ReportPeriod shown={shown} single />
      <CompareWith value={compare} options={['before', 'year']} onChange={(one) => change('compare', one)} />
      {known.field}
      <Downloads report="balance-sheet" query={query} />
      <ReportSheet report="balance-sheet" query={query} account={shown && { to: shown.to }} />
    </Page>
  )
}

/** Period and comparison with the fields that set them, and the report. */
function usePeriod<T extends Comparison = Exclude<Comparison, 'budget'>>(
  report: ReportName,
  also: ReportQuery,
  options: readonly T[] = comparison.options as readonly Comparison[] as readonly T[],
) {
  const [address] = useSearchParams()
  const { param, change } = useReportQuery()
  const compare = oneOf(param('compare'), options)
  const query = { ...datesIn(address, 'period'), ...(compare && { compare }), ...also }
  const shown = useShownPeriod(reportSource(report, query))
  return {
    days: <ReportPeriod shown={shown} />,
    compare: <CompareWith value={compare} options={options} onChange={(one) => change('compare', one)} />,
    downloads: <Downloads report={report} query={query} />,
    sheet: <ReportSheet report={report} query={query} account={shown && { from: shown.from, to: shown.to }} />,
  }
}

function useOptions() {
  const { param, change } = useReportQuery()
  const today = useToday()
  const known = param('known')
  return {
    query: {},
    known: {
      query: known === undefined ? {} : { known },
      field: <RecordedUpTo value={known} today={today} onChange={(day) => change('known', day)} />,
    },
  }
}

/** Title and tabs, the tools in a line, and the sheet, which is the last of the children. */
function Page({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>{title}</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>{children.slice(0, -1)}</div>
      {children.at(-1)}
    </>
  )
}
