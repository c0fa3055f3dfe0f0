// The register of cheques, which accounts for every leaf, and the schedule of post-dated cheques.
import { dayMistake } from '@talaan/ledger/core/date.ts'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { useToday } from '../../app/today.ts'

export function ChequeRegisterPage() {
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Cheque Register</PageTitle>
      </div>
      <div className={classes.tools}>
        <Downloads report="cheque-register" query={{}} />
      </div>
      <ReportSheet report="cheque-register" query={{}} />
    </>
  )
}

export function PostDatedChequesPage() {
  const [address, setAddress] = useSearchParams()
  const today = useToday()
  const requested = address.get('asOf') ?? ''
  const asOf = requested !== '' && dayMistake(requested) === null ? requested : undefined
  const query = asOf === undefined ? {} : { asOf }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Post-dated Cheques</PageTitle>
      </div>
      <div className={classes.tools}>
        <DayField
          label="As of"
          value={asOf ?? today}
          today={today}
          onDay={(day) => setAddress(day === today ? {} : { asOf: day }, { replace: true })}
        />
        <Downloads report="post-dated-cheques" query={query} />
      </div>
      <ReportSheet report="post-dated-cheques" query={query} />
    </>
  )
}
