// The statements of a period, and the balance sheet as of a date, compared with other periods on request.
import { NativeSelect } from '@mantine/core'
import { comparison, incomeComparison } from '@talaan/contract/reports.ts'
import { yearOf } from '@talaan/ledger/core/date.ts'
import { cashFlowMethods } from '@talaan/ledger/reports/cash-flow.ts'
import { namedReports, type NamedReport } from '@talaan/ledger/reports/by-name.ts'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { type Comparison, oneOf, useReportQuery } from './reportQuery.ts'
import { CompareWith, RecordedUpTo } from './ReportOptions.tsx'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from '../../app/today.ts'

export function IncomeStatementPage() {
  const { query, days, compare, known } = usePeriod(incomeComparison.options)
  const parameters = { ...query, ...known.query }
  return (
    <Page title="Income Statement">
      {days}
      {compare}
      {known.field}
      <Downloads report="income-statement" query={parameters} />
      <ReportSheet report="income-statement" query={parameters} account={query} />
    </Page>
  )
}

export function CashFlowPage() {
  const { param, change } = useReportQuery()
  const { query, days, compare } = usePeriod()
  const method = oneOf(param('method'), cashFlowMethods) ?? 'indirect'
  const whole = { ...query, method }
  return (
    <Page title="Cash Flow Statement">
      {days}
      {compare}
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
      <Downloads report="cash-flow" query={whole} />
      <ReportSheet report="cash-flow" query={whole} account={query} />
    </Page>
  )
}

export function ChangesInEquityPage() {
  const { query, days } = usePeriod()
  const parameters = { from: query.from, to: query.to }
  return (
    <Page title="Changes in Equity">
      {days}
      <Downloads report="changes-in-equity" query={parameters} />
      <ReportSheet report="changes-in-equity" query={parameters} account={parameters} />
    </Page>
  )
}

export function NamedPage({ report }: { report: NamedReport }) {
  const { query, days, compare } = usePeriod()
  return (
    <Page title={namedReports[report].title}>
      {days}
      {compare}
      <Downloads report={report} query={query} />
      <ReportSheet report={report} query={query} account={query} />
    </Page>
  )
}

export function BalanceSheetPage() {
  const { param, change } = useReportQuery()
  const today = useToday()
  const asOf = param('asOf') ?? today
  const compare = oneOf(param('compare'), ['before', 'year'] as const)
  const known = param('known')
  const query = { asOf, ...(compare && { compare }), ...(known && { known }) }
  return (
    <Page title="Balance Sheet">
      <DayField label="As of" value={asOf} today={today} onDay={(day) => change('asOf', day)} />
      <CompareWith value={compare} options={['before', 'year']} onChange={(one) => change('compare', one)} />
      <RecordedUpTo value={known} today={today} onChange={(day) => change('known', day)} />
      <Downloads report="balance-sheet" query={query} />
      <ReportSheet report="balance-sheet" query={query} account={{ to: asOf }} />
    </Page>
  )
}

/** Dates and comparison, with the fields that set them. */
function usePeriod<T extends Comparison = Exclude<Comparison, 'budget'>>(
  options: readonly T[] = comparison.options as readonly Comparison[] as readonly T[],
) {
  const { param, change } = useReportQuery()
  const today = useToday()
  const to = param('to') ?? today
  const from = param('from') ?? `${yearOf(to)}-01-01`
  const compare = oneOf(param('compare'), options)
  const known = param('known')
  return {
    query: { from, to, ...(compare && { compare }) },
    days: (
      <>
        <DayField label="From" value={from} today={today} onDay={(day) => change('from', day)} />
        <DayField label="To" value={to} today={today} onDay={(day) => change('to', day)} />
      </>
    ),
    compare: <CompareWith value={compare} options={options} onChange={(one) => change('compare', one)} />,
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
