// Receivables and payables by age; each name links to its statement of account.
import { Button } from '@mantine/core'
import { printStatement, viewStatement } from '@talaan/contract/reports.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { dayMistake, yearOf } from '@talaan/ledger/core/date.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { call, callBytes, keyOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DayField } from './DayField.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportSheet, TableSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from '../../app/today.ts'

type Props = { side: 'receivable' | 'payable' }

export function AgeingPage({ side }: Props) {
  const [param, change] = useDays()
  const today = useToday()
  const asOf = param('asOf') ?? today
  const report = side === 'receivable' ? 'receivable-ageing' : 'payable-ageing'
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
          {side === 'receivable' ? 'Ageing of receivables' : 'Ageing of payables'}
        </PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <DayField label="As of" value={asOf} today={today} onDay={(day) => change('asOf', day)} />
        <Downloads report={report} query={{ asOf }} />
      </div>
      <ReportSheet report={report} query={{ asOf }} account={{ to: asOf }} />
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
  const [param, change] = useDays()
  const today = useToday()
  const to = param('to') ?? today
  const from = param('from') ?? `${yearOf(to)}-01-01`
  const params = { side, partyId }
  const query = { from, to }
  return (
    <>
      <div className={classes.tools}>
        <DayField label="From" value={from} today={today} onDay={(day) => change('from', day)} />
        <DayField label="To" value={to} today={today} onDay={(day) => change('to', day)} />
        <FileButtons
          label="Download"
          className={classes.downloads}
          fetch={(format) => callBytes(printStatement, { params: { ...params, format }, query })}
        />
      </div>
      <TableSheet
        source={{
          key: keyOf(viewStatement, { params, query }),
          page: async (_, signal) => ({ ...(await call(viewStatement, { params, query, signal })), next: null }),
        }}
      />
    </>
  )
}

/** Dates in the address; an invalid one is ignored. */
function useDays() {
  const [address, setAddress] = useSearchParams()
  const param = (key: string): string | undefined => {
    const text = address.get(key) ?? ''
    return text !== '' && dayMistake(text) === null ? text : undefined
  }
  const change = (key: string, day: string) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        next.set(key, day)
        return next
      },
      { replace: true },
    )
  return [param, change] as const
}
