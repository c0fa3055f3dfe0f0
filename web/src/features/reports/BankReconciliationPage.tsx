// The bank reconciliation statement of a month, current or as signed off, and the proof of cash.
import { Button } from '@mantine/core'
import { endOfMonth } from '@talaan/ledger/core/date.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths, withQuery } from '../../app/paths.ts'
import classes from '../../app/table/sheet.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Term } from '../../ui/Term.tsx'
import { Downloads } from './Downloads.tsx'
import { useKnown } from './ReportOptions.tsx'
import { ReportView } from './ReportView.tsx'

const pages = [
  { show: '', report: 'bank-reconciliation', title: 'Bank Reconciliation Statement', term: 'Bank reconciliation' },
  { show: 'proof', report: 'proof-of-cash', title: 'Proof of Cash', term: 'Proof of cash' },
] as const

export function BankReconciliationPage() {
  const { account = '', month = '' } = useParams()
  const [address] = useSearchParams()
  const { known, field } = useKnown()
  const query = { account, asOf: endOfMonth(month), ...known }
  const shown = pages.find(({ show }) => show === (address.get('show') ?? '')) ?? pages[0]
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle term={<Term name={shown.term} />}>{shown.title}</PageTitle>
      </div>
      <div className={classes.tools}>
        <Button component={Link} to={paths.reconciliation(account, month)} variant="default" size="sm">
          Back to the month
        </Button>
        {pages
          .filter((each) => each !== shown)
          .map(({ show, title }) => (
            <Button
              key={show}
              component={Link}
              to={withQuery(paths.reconciliationStatement(account, month), { show })}
              variant="default"
              size="sm"
            >
              {title}
            </Button>
          ))}
        {field}
        <Downloads report={shown.report} query={query} />
      </div>
      <ReportView key={shown.report} report={shown.report} query={query} />
    </>
  )
}
