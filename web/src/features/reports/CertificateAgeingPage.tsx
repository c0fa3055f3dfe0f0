// Certificates expected from customers, by how long they are overdue.
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import classes from '../../app/table/sheet.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Downloads } from './Downloads.tsx'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { useKnown } from './ReportOptions.tsx'
import { ReportView } from './ReportView.tsx'

export function CertificateAgeingPage() {
  const [address] = useSearchParams()
  const { known, field } = useKnown()
  const query = { ...datesIn(address, 'asOf'), ...known }
  const shown = useShownPeriod(reportSource('certificate-ageing', query))
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
          Aging of Expected Certificates
        </PageTitle>
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} single />
        {field}
        <Downloads report="certificate-ageing" query={query} />
      </div>
      <ReportView report="certificate-ageing" query={query} account={shown && { to: shown.to }} />
    </>
  )
}
