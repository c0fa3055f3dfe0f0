// The tax calendar of a year for the company's registrations, with the amounts of the next deadlines.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { dueSoon } from '@talaan/contract/due-soon.ts'
import { type CalendarRow, type OwnRow, type Threshold, viewCalendar } from '@talaan/contract/filings.ts'
import { type Day, daysBetween, formatDay } from '@talaan/ledger/core/date.ts'
import { dutyWords, formatPeriod } from '@talaan/ledger/tax/calendar/forms.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { OwnDeadlines } from './OwnDeadlines.tsx'
import { dueWords, StateBadge } from './states.tsx'
import classes from './tax.module.css'
import { TaxTabs } from './TaxTabs.tsx'

type Answer = {
  today: Day
  year: number
  rows: CalendarRow[]
  own: OwnRow[]
  isAsked: boolean
  eInvoicing: Day | null
  threshold: Threshold | null
}

export function CalendarPage() {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('year') ?? ''
  const year = /^20\d\d$/.test(requested) ? requested : undefined
  const query = useCall(viewCalendar, { query: year === undefined ? {} : { year } }, { keepPrevious: true })
  return (
    <>
      <PageTitle>Tax Compliance</PageTitle>
      <TaxTabs />
      <Answered
        query={query}
        loading={
          <>
            <div className={classes.glance}>
              <SkeletonRows rows={2} />
            </div>
            <SkeletonRows rows={10} />
          </>
        }
      >
        {(answer) => (
          <>
            <NextDeadlines {...answer} />
            <Notices {...answer} />
            {answer.threshold !== null && <VatThreshold {...answer.threshold} />}
            <div className={classes.tools}>
              <PeriodField
                label="Periods ending in"
                value={String(answer.year)}
                choices={yearsAround(answer).map((value) => ({ value, label: value }))}
                unit="year"
                onChange={(value) => setAddress({ year: value }, { replace: true })}
              />
            </div>
            <List {...answer} />
            {answer.own.length > 0 && <OwnDeadlines {...answer} />}
          </>
        )}
      </Answered>
    </>
  )
}

const isOpen = ({ state }: CalendarRow) => state === 'open' || state === 'prepared'

/** Late and upcoming deadlines, as on the dashboard, for any year that the list shows. */
function NextDeadlines({ today, rows }: Answer) {
  const due = useCall(dueSoon).data
  const all = [
    ...(due?.rows ?? []).map(({ duty, period, due: on }) => ({ words: duty, to: paths.filing(duty, period.to), on })),
    ...(due?.own ?? []).map(({ name, due: on }) => ({ words: name, to: undefined, on })),
  ].toSorted((a, b) => (a.on < b.on ? -1 : 1))
  const late = all.filter(({ on }) => on < today)
  const first = all.find(({ on }) => on >= today) ?? nextIn(rows, today)
  const [oldest] = late
  const open = rows.filter((row) => isOpen(row) && row.period.to < today)
  const soon = open.filter((row) => daysBetween(today, row.due) <= 31)
  const toPay = sum(soon.map(({ payable }) => (payable !== null && payable > 0n ? payable : 0n)))
  const moved = rows.filter((row) => row.moved)
  const [changed] = moved
  return (
    <dl className={classes.glance}>
      <div>
        <dt>Next</dt>
        <dd>
          {first === undefined ? 'None' : <Lead to={first.to}>{`${first.words}, ${dueWords(first.on, today)}`}</Lead>}
        </dd>
      </div>
      <div>
        <dt>Late</dt>
        <dd>
          {oldest === undefined ? 0 : <Lead to={oldest.to}>{`${late.length}, starting with ${oldest.words}`}</Lead>}
        </dd>
      </div>
      <div>
        <dt>Payable within a month</dt>
        <dd>{formatMoney(toPay)}</dd>
      </div>
      <div>
        <dt>Changed since filing</dt>
        <dd>
          {changed === undefined ? (
            0
          ) : (
            <Lead to={addressOf(changed)}>{`${moved.length}, starting with ${changed.duty}`}</Lead>
          )}
        </dd>
      </div>
    </dl>
  )
}

const addressOf = ({ duty, period }: CalendarRow): string => paths.filing(duty, period.to)

function nextIn(rows: readonly CalendarRow[], today: Day) {
  const next = rows.find((row) => isOpen(row) && row.due >= today)
  return next && { words: next.duty, to: addressOf(next), on: next.due }
}

/** What still has to be set up, and when electronic invoicing begins. */
function Notices({ today, isAsked, eInvoicing }: Answer) {
  return (
    <>
      {!isAsked && (
        <Text mb="md" role="status">
          The calendar shows tax returns only. Choose in{' '}
          <Anchor underline="always" component={Link} to={paths.settings('taxes')}>
            the settings
          </Anchor>{' '}
          whether the inventory list, documentary stamp tax, the SEC and local permits apply.
        </Text>
      )}
      {eInvoicing !== null && (
        <Text mb="md" role="status">
          {eInvoicing >= today
            ? `You must issue electronic invoices from ${formatDay(eInvoicing)} (${dueWords(eInvoicing, today)}). `
            : `You have been required to issue electronic invoices since ${formatDay(eInvoicing)}. `}
          Talaan records invoices but does not issue them. Issue them with other software, and compare them with{' '}
          <Anchor underline="always" component={Link} to={paths.eInvoices}>
            the export of sales documents
          </Anchor>
          .
        </Text>
      )}
    </>
  )
}

/**
 * The last twelve months of sales of a company without VAT registration, and what to do near or above the threshold.
 */
function VatThreshold({ from, sales, limit, percent, state, advice }: Threshold) {
  const figures = `${formatMoney(sales)} of ${formatMoney(limit)} (${percent}%)`
  return (
    <section aria-label="VAT threshold" className={classes.threshold}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Text fw={600}>VAT threshold</Text>
          {state === 'near' && <StatusBadge tone="look">Near</StatusBadge>}
          {state === 'over' && <StatusBadge tone="bad">Exceeded</StatusBadge>}
        </Group>
        <Text size="sm">
          {figures} since {formatDay(from)}
        </Text>
      </Group>
      <ProgressBar value={Math.min(percent, 100)} max={100} aria-label={`VAT threshold: ${figures}`} />
      {advice !== '' && (
        <Text size="sm" mt="xs" role="status">
          {advice}
        </Text>
      )}
    </section>
  )
}

const Lead = ({ to, children }: { to: string | undefined; children: string }) =>
  to === undefined ? (
    children
  ) : (
    <Link to={to} className={classes.lead}>
      {children}
    </Link>
  )

function List({ today, year, rows }: Answer) {
  const navigate = useNavigate()
  const [showsPast, setShowsPast] = useState(false)
  if (rows.length === 0) {
    return (
      <Text>
        No returns are due for {year}: there are no postings yet, or{' '}
        <Anchor underline="always" component={Link} to={paths.settings('taxes')}>
          your tax registrations
        </Anchor>{' '}
        start later.
      </Text>
    )
  }
  const columns: DataColumn<CalendarRow>[] = [
    {
      key: 'due',
      title: 'Due',
      nowrap: true,
      cell: ({ due, raw }) => (
        <>
          {formatDay(due)}
          {raw !== due && <span className={classes.quiet}> ({formatDay(raw)})</span>}
        </>
      ),
    },
    {
      key: 'duty',
      title: 'Return',
      card: 'heading',
      cell: ({ duty, period }) => (
        <Link to={paths.filing(duty, period.to)} className={classes.lead}>
          <strong>{duty}</strong> {dutyWords[duty].title}
        </Link>
      ),
    },
    { key: 'period', title: 'For', card: 'bare', nowrap: true, cell: ({ period }) => formatPeriod(period) },
    {
      key: 'state',
      title: 'Status',
      card: 'bare',
      cell: ({ state, due, period, moved }) =>
        period.to >= today && (state === 'open' || state === 'prepared') ? (
          <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            Not ended
          </Text>
        ) : (
          <StateBadge state={state} due={due} today={today} moved={moved} />
        ),
    },
    {
      key: 'payable',
      title: 'Payable',
      figure: true,
      card: 'amount',
      cell: ({ payable }) => (payable === null ? '' : formatMoney(payable)),
    },
  ]
  // Deadlines that are past and settled show on request. A year that has no others shows them immediately.
  const past = rows.filter((row) => row.due < today && !isOpen(row))
  const folded = !showsPast && past.length > 0 && past.length < rows.length
  return (
    <>
      {folded && (
        <Button variant="default" size="sm" mb="sm" onClick={() => setShowsPast(true)}>
          Show {past.length} filed earlier
        </Button>
      )}
      <DataTable
        framed
        label={`Due for ${year}`}
        columns={columns}
        rows={folded ? rows.filter((row) => !past.includes(row)) : rows}
        rowKey={({ duty, period }) => `${duty} ${period.to}`}
        onOpen={(row) => void navigate(addressOf(row))}
      />
    </>
  )
}

function yearsAround({ today, year }: Answer): string[] {
  const now = Number(today.slice(0, 4))
  const last = Math.max(now, year) + 1
  const first = Math.min(now, year) - 5
  return Array.from({ length: last - first + 1 }, (_, at) => String(last - at))
}
