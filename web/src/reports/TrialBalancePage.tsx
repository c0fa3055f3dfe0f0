// The trial balance as of a day; each account leads to its entries, each entry to its document.
import { dayMistake } from '@talaan/ledger/day.ts'
import { useSearchParams } from 'react-router'
import { NotYet } from '../ui/NotYet.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import { JournalExport } from './JournalExport.tsx'
import classes from '../sheet/sheet.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from './today.ts'

export function TrialBalancePage() {
  const [address, setAddress] = useSearchParams()
  const today = useToday()
  const asked = address.get('asOf') ?? ''
  const asOf = asked !== '' && dayMistake(asked) === null ? asked : undefined
  const query = asOf === undefined ? {} : { asOf }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Trial Balance</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <DayField
          label="As of"
          // The server answers today's balance unless another day is asked for.
          value={asOf ?? today}
          today={today}
          onDay={(day) => setAddress(day === today ? {} : { asOf: day }, { replace: true })}
        />
        <Downloads report="trial-balance" query={query} />
      </div>
      <ReportSheet
        report="trial-balance"
        query={query}
        account={asOf === undefined ? undefined : { to: asOf }}
        below={
          <>
            <JournalExport today={today} />
            <div className={classes.screenOnly}>
              <NotYet title="What is here, and what is not yet">
                <p>
                  Here are the trial balance, the income statement and the balance sheet, and behind each account's code
                  its entries. The cash flows and the changes in equity are not built yet. Until they are, they are
                  drawn up from these; XLSX is the file for that.
                </p>
              </NotYet>
            </div>
          </>
        }
      />
    </>
  )
}
