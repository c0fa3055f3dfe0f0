// The cheque register, which accounts for every leaf, and the schedule of post-dated cheques.
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { useKnown } from './ReportOptions.tsx'
import { ReportView } from './ReportView.tsx'

export function ChequeRegisterPage() {
  const { known, field } = useKnown()
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Cheque Register</PageTitle>
      </div>
      <div className={classes.tools}>
        {field}
        <Downloads report="cheque-register" query={known} />
      </div>
      <ReportView report="cheque-register" query={known} />
    </>
  )
}

export function PostDatedChequesPage() {
  const [address] = useSearchParams()
  const { known, field } = useKnown()
  const query = { ...datesIn(address, 'asOf'), ...known }
  const shown = useShownPeriod(reportSource('post-dated-cheques', query))
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Post-dated Cheques</PageTitle>
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} single />
        {field}
        <Downloads report="post-dated-cheques" query={query} />
      </div>
      <ReportView report="post-dated-cheques" query={query} />
    </>
  )
}
