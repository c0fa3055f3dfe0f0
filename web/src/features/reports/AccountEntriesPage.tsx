// All entries of an account with its running balance; each links to its document.
import { Button } from '@mantine/core'
import { dayMistake } from '@talaan/ledger/core/date.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths, withQuery } from '../../app/paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { useToday } from '../../app/today.ts'

export function AccountEntriesPage() {
  const { code = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const from = dayIn(address, 'from')
  const to = dayIn(address, 'to')
  const today = useToday()
  const query = { account: code, ...(from && { from }), ...(to && { to }) }
  const change = (key: 'from' | 'to', day: string) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        next.set(key, day)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle
          action={
            <Button component={Link} to={withQuery(paths.financialReport, { asOf: to })} variant="default">
              Trial Balance
            </Button>
          }
        >
          Account {code}
        </PageTitle>
      </div>
      <div className={classes.tools}>
        <DayField
          label="From"
          value={from ?? ''}
          today={today}
          hint="Start of the year"
          onDay={(day) => change('from', day)}
        />
        <DayField label="To" value={to ?? ''} today={today} hint="Today" onDay={(day) => change('to', day)} />
        <Downloads report="account-entries" query={query} />
      </div>
      <ReportSheet report="account-entries" query={query} />
    </>
  )
}

function dayIn(address: URLSearchParams, key: string): string | undefined {
  const text = address.get(key) ?? ''
  return text !== '' && dayMistake(text) === null ? text : undefined
}
