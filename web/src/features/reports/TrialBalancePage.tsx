// The trial balance as of a date; each account links to its entries, each entry to its document.
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useReportQuery } from './reportQuery.ts'
import { RecordedUpTo } from './ReportOptions.tsx'
import { Downloads } from './Downloads.tsx'
import { JournalExport } from './JournalExport.tsx'
import classes from '../../app/table/sheet.module.css'
import { useSearchParams } from 'react-router'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from '../../app/today.ts'

export function TrialBalancePage() {
  const { param, change } = useReportQuery()
  const today = useToday()
  const known = param('known')
  const [address] = useSearchParams()
  const query = { ...datesIn(address, 'asOf'), ...(known && { known }) }
  const shown = useShownPeriod(reportSource('trial-balance', query))
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Trial Balance</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} single />
        <RecordedUpTo value={known} today={today} onChange={(day) => change('known', day)} />
        <Downloads report="trial-balance" query={query} />
      </div>
      <ReportSheet report="trial-balance" query={query} account={shown && { to: shown.to }} below={<JournalExport />} />
    </>
  )
}
