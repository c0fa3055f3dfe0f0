// The months side by side: a chart, and the figures below it.
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Downloads } from './Downloads.tsx'
import { MonthlyChart } from './MonthlyChart.tsx'
import classes from '../../app/table/sheet.module.css'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { ReportView } from './ReportView.tsx'
import { ReportTabs } from './ReportTabs.tsx'

export function MonthlyPage() {
  const [address] = useSearchParams()
  const query = datesIn(address, 'period')
  const shown = useShownPeriod(reportSource('monthly', query))
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Month by Month</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} also={['twelve-months']} />
        <Downloads report="monthly" query={query} />
      </div>
      <ReportView report="monthly" query={query} figure={(table) => <MonthlyChart table={table} />} />
    </>
  )
}
