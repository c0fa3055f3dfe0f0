// The months side by side, as a chart with the figures below it.
import type { Money } from '@talaan/ledger/core/money.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { useSearchParams } from 'react-router'
import { MoneyChart } from '../../ui/MoneyChart.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { useKnown } from './ReportOptions.tsx'
import { ReportView } from './ReportView.tsx'
import { ReportTabs } from './ReportTabs.tsx'

export function MonthlyPage() {
  const [address] = useSearchParams()
  const { known, field } = useKnown()
  const query = { ...datesIn(address, 'period'), ...known }
  const shown = useShownPeriod(reportSource('monthly', query))
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Month by Month</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} also={['twelve-months']} />
        {field}
        <Downloads report="monthly" query={query} />
      </div>
      <ReportView report="monthly" query={query} figure={(table) => <MonthlyCharts table={table} />} />
    </>
  )
}

function MonthlyCharts({ table }: { table: Table }) {
  const months = table.rows.filter(({ emphasis }) => emphasis === undefined).map(({ cells }) => cells)
  const marks = months.map(([month]) => String(month).replace(/^(...)\w*/, '$1'))
  const amounts = (at: number) => months.map((cells) => cells[at] as Money)
  return (
    <>
      <MoneyChart
        isWide
        label="Income and expense by month; the amounts are in the table below."
        marks={marks}
        series={[
          { key: 'income', label: 'Income', kind: 'bar', tone: 'income', amounts: amounts(1) },
          { key: 'expense', label: 'Expense', kind: 'bar', tone: 'expense', amounts: amounts(2) },
        ]}
      />
      <MoneyChart
        label="Cash at the end of each month; the amounts are in the table below."
        marks={marks}
        height={150}
        series={[
          { key: 'cash', label: 'Cash at the end of the month', kind: 'line', tone: 'cash', amounts: amounts(4) },
        ]}
      />
    </>
  )
}
