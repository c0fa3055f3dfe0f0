// The statements of a period, and the balance sheet as of a date, with optional comparisons.
import { Anchor, NativeSelect, Text } from '@mantine/core'
import type { ReportName, ReportQuery } from '@talaan/contract/reports.ts'
import type { PeriodName } from '@talaan/ledger/core/periods.ts'
import { cashFlowMethods } from '@talaan/ledger/reports/cash-flow.ts'
import { namedReports, type NamedReport } from '@talaan/ledger/reports/by-name.ts'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { type Comparison, comparisons } from '@talaan/ledger/reports/statements.ts'
import { rowLevels } from '@talaan/ledger/reports/columns.ts'
import { JournalExport } from './JournalExport.tsx'
import { type Layout, useLayout } from './LayoutOptions.tsx'
import { oneOf, useReportQuery } from './reportQuery.ts'
import { CompareWith, useKnown } from './ReportOptions.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { ReportView } from './ReportView.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { tagsInAddress, TagSelects } from '../../app/table/TagSelects.tsx'

export function IncomeStatementPage() {
  return (
    <StatementPage
      report="income-statement"
      title="Income Statement"
      kind="period"
      layout={{
        compare: ['before', 'year', 'budget'],
        rows: ['accounts', 'totals'],
        percent: 'Percent of revenue',
        hasTags: true,
      }}
    />
  )
}

export function BudgetOverviewPage() {
  return (
    <StatementPage
      report="budget"
      title="Budget Overview"
      kind="period"
      also={['this-year']}
      layout={{ compare: ['actual', 'before', 'year'], rows: ['accounts', 'totals'], percent: 'Percent of revenue' }}
      below={
        <Text size="sm" mt="md" className={classes.screenOnly}>
          Enter or change these amounts under{' '}
          <Anchor component={Link} inherit underline="always" to={paths.budget}>
            Budget
          </Anchor>
          .
        </Text>
      }
    />
  )
}

export function BalanceSheetPage() {
  return (
    <StatementPage
      report="balance-sheet"
      title="Balance Sheet"
      kind="asOf"
      layout={{ compare: ['before', 'year'], rows: rowLevels, percent: 'Percent of total assets' }}
    />
  )
}

export function TrialBalancePage() {
  return (
    <StatementPage
      report="trial-balance"
      title="Trial Balance"
      kind="asOf"
      layout={{ compare: ['before', 'year'], rows: ['accounts', 'grouped', 'groups'] }}
      below={<JournalExport />}
    />
  )
}

type StatementProps = {
  report: ReportName
  title: string
  kind: 'period' | 'asOf'
  also?: readonly PeriodName[]
  layout: Layout
  below?: ReactNode
}

/** A statement whose columns and rows the user can choose. */
function StatementPage({ report, title, kind, also = [], layout, below }: StatementProps) {
  const [address] = useSearchParams()
  const { changeTags } = useReportQuery()
  const { known, field } = useKnown()
  const tags = layout.hasTags ? tagsInAddress(address) : {}
  const { query, columns, button, panel } = useLayout(
    layout,
    <>
      {field}
      {layout.hasTags && <TagSelects filters={tags} onChange={changeTags} />}
    </>,
  )
  const whole = { ...datesIn(address, kind), ...query, ...known, ...tags }
  const shown = useShownPeriod(reportSource(report, whole))
  const account = shown && (kind === 'asOf' ? { to: shown.to } : { from: shown.from, to: shown.to, ...tags })
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>{title}</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} single={kind === 'asOf'} also={also} />
        {columns}
        {button}
        <Downloads report={report} query={whole} />
      </div>
      {panel}
      <ReportView report={report} query={whole} account={account} below={below} />
    </>
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
      {parts.known}
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
      {parts.known}
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
      {parts.known}
      {parts.downloads}
      {parts.sheet}
    </Page>
  )
}

/** The period and comparison with their fields, and the report. */
function usePeriod(report: ReportName, also: ReportQuery, options: readonly Comparison[] = comparisons) {
  const [address] = useSearchParams()
  const { param, change } = useReportQuery()
  const compare = oneOf(param('compare'), options)
  const { known, field } = useKnown()
  const query = { ...datesIn(address, 'period'), ...(compare && { compare }), ...also, ...known }
  const shown = useShownPeriod(reportSource(report, query))
  return {
    days: <ReportPeriod shown={shown} />,
    known: field,
    compare: <CompareWith value={compare} options={options} onChange={(one) => change('compare', one)} />,
    downloads: <Downloads report={report} query={query} />,
    sheet: <ReportView report={report} query={query} account={shown && { from: shown.from, to: shown.to }} />,
  }
}

/** The title and tabs, the tools in one line, and the sheet, which is the last child. */
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
