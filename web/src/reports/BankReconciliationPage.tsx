// The bank reconciliation statement of a month, as it stands or as it was signed.
import { Button } from '@mantine/core'
import { endOfMonth } from '@talaan/ledger/day.ts'
import { Link, useParams } from 'react-router'
import { paths } from '../paths.ts'
import classes from '../sheet/sheet.module.css'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Downloads } from './Downloads.tsx'
import { ReportSheet } from './ReportSheet.tsx'

export function BankReconciliationPage() {
  const { account = '', month = '' } = useParams()
  const query = { account, asOf: endOfMonth(month) }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Bank Reconciliation Statement</PageTitle>
      </div>
      <div className={classes.tools}>
        <Button component={Link} to={paths.reconciliation(account, month)} variant="default" size="sm">
          Back to the month
        </Button>
        <Downloads report="bank-reconciliation" query={query} />
      </div>
      <ReportSheet report="bank-reconciliation" query={query} />
    </>
  )
}
