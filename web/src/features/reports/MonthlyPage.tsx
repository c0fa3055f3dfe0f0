// The months side by side: a chart, and the figures below it.
import { addMonths, endOfMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useReportQuery } from './reportQuery.ts'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import { MonthlyChart } from './MonthlyChart.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from '../../app/today.ts'

export function MonthlyPage() {
  const { param, change } = useReportQuery()
  const today = useToday()
  const to = param('to') ?? endOfMonth(monthOf(today))
  const from = param('from') ?? startOfMonth(addMonths(monthOf(to), -11))
  const query = { from, to }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Month by Month</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <DayField label="From" value={from} today={today} onDay={(day) => change('from', day)} />
        <DayField label="To" value={to} today={today} onDay={(day) => change('to', day)} />
        <Downloads report="monthly" query={query} />
      </div>
      <ReportSheet report="monthly" query={query} figure={(table) => <MonthlyChart table={table} />} />
    </>
  )
}
