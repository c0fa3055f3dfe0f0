// Certificates expected from customers, by how long they are overdue.
import { Button } from '@mantine/core'
import { dayMistake } from '@talaan/ledger/core/date.ts'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import classes from '../../app/table/sheet.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { useToday } from '../../app/today.ts'

export function CertificateAgeingPage() {
  const [address, setAddress] = useSearchParams()
  const today = useToday()
  const requested = address.get('asOf') ?? ''
  const asOf = requested !== '' && dayMistake(requested) === null ? requested : today
  const query = { asOf }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle
          action={
            <Button component={Link} to={paths.certificatesReceived} variant="default">
              All certificates
            </Button>
          }
        >
          Ageing of Expected Certificates
        </PageTitle>
      </div>
      <div className={classes.tools}>
        <DayField
          label="As of"
          value={asOf}
          today={today}
          onDay={(day) => setAddress({ asOf: day }, { replace: true })}
        />
        <Downloads report="certificate-ageing" query={query} />
      </div>
      <ReportSheet report="certificate-ageing" query={query} account={{ to: asOf }} />
    </>
  )
}
