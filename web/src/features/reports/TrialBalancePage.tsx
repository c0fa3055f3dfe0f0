// The trial balance as of a date; each account links to its entries, each entry to its document.
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useReportQuery } from './reportQuery.ts'
import { RecordedUpTo } from './ReportOptions.tsx'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import { JournalExport } from './JournalExport.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from '../../app/today.ts'

export function TrialBalancePage() {
  const { param, change } = useReportQuery()
  const today = useToday()
  const asOf = param('asOf')
  const known = param('known')
  const query = { ...(asOf && { asOf }), ...(known && { known }) }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Trial Balance</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <DayField
          label="As of"
          // Without a date the server returns today's balance.
          value={asOf ?? today}
          today={today}
          onDay={(day) => change('asOf', day === today ? '' : day)}
        />
        <RecordedUpTo value={known} today={today} onChange={(day) => change('known', day)} />
        <Downloads report="trial-balance" query={query} />
      </div>
      <ReportSheet
        report="trial-balance"
        query={query}
        account={asOf === undefined ? undefined : { to: asOf }}
        below={<JournalExport today={today} />}
      />
    </>
  )
}
