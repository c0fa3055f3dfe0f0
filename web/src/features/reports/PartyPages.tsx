// Receivables and payables by age; each name links to its statement of account.
import { Button } from '@mantine/core'
import { printStatement, viewStatement } from '@talaan/contract/reports.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { call, callBytes, keyOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, type Source, useShownPeriod } from './reportPages.ts'
import { useKnown } from './ReportOptions.tsx'
import { ReportView, TableSheet } from './ReportView.tsx'
import { ReportTabs } from './ReportTabs.tsx'

type Props = { side: 'receivable' | 'payable' }

export function AgeingPage({ side }: Props) {
  const report = side === 'receivable' ? 'receivable-ageing' : 'payable-ageing'
  const [address] = useSearchParams()
  const { known, field } = useKnown()
  const query = { ...datesIn(address, 'asOf'), ...known }
  const shown = useShownPeriod(reportSource(report, query))
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle
          action={
            side === 'receivable' && (
              <Button component={Link} to={paths.customerMail} variant="default">
                E-mail statements
              </Button>
            )
          }
        >
          {side === 'receivable' ? 'Aging of Receivables' : 'Aging of Payables'}
        </PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} single />
        {field}
        <Downloads report={report} query={query} />
      </div>
      <ReportView report={report} query={query} account={shown && { to: shown.to }} />
    </>
  )
}

export function PartyStatementPage({ side }: Props) {
  const { partyId = '' } = useParams()
  const { role } = useSession()
  const allParties = side === 'receivable' ? 'All customers' : 'All suppliers'
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle
          action={
            accountants.includes(role) ? (
              <Button
                component={Link}
                to={side === 'receivable' ? paths.receivables : paths.payables}
                variant="default"
              >
                {allParties}
              </Button>
            ) : (
              <Button component={Link} to={paths.category('Tin')} variant="default">
                {allParties}
              </Button>
            )
          }
        >
          Statement of Account
        </PageTitle>
      </div>
      <StatementOf side={side} partyId={partyId} />
    </>
  )
}

/** The statement of account of one party, for the dates in the address. */
export function StatementOf({ side, partyId }: Props & { partyId: string }) {
  const [address] = useSearchParams()
  const params = { side, partyId }
  const query = datesIn(address, 'period')
  const source: Source = {
    key: keyOf(viewStatement, { params, query }),
    page: async (_, signal) => ({ ...(await call(viewStatement, { params, query, signal })), next: null }),
  }
  const shown = useShownPeriod(source)
  return (
    <>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} />
        <FileButtons
          label="Download"
          className={classes.downloads}
          fetch={(format) => callBytes(printStatement, { params: { ...params, format }, query })}
        />
      </div>
      <TableSheet source={source} />
    </>
  )
}
