// The balance with a customer or supplier: open and overdue amounts, a bar by age, credits and certificates.
import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { getPartyOverview, type PartySide } from '@talaan/contract/parties.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { addMonths, endOfMonth, formatDay, monthOf } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import documents from '../documents/documents.module.css'
import classes from './parties.module.css'

const ages = ['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days'] as const

export function PartyBalance({
  partyId,
  customer,
  supplier,
}: {
  partyId: string
  customer: boolean
  supplier: boolean
}) {
  const { role } = useSession()
  const query = useCall(getPartyOverview, { params: { partyId } })
  return (
    <Answered query={query} loading={<Skeleton h={150} />}>
      {({ sides, certificates, certificatesToIssue }) => (
        <>
          {sides
            .filter(
              ({ side, open, credit }) => (side === 'receivable' ? customer : supplier) || open > 0n || credit > 0n,
            )
            .map((side) => (
              <Standing key={side.side} standing={side} />
            ))}
          {certificates > 0n && (
            <section className={documents.panel} aria-labelledby="certificates">
              <Title order={2} size="h3" id="certificates" mb="xs">
                Certificates to receive
              </Title>
              <Text size="sm">
                Tax of <strong>{formatMoney(certificates)}</strong> was withheld, and the certificates have not arrived
                yet.{' '}
                {accountants.includes(role) && (
                  <Anchor component={Link} size="sm" to={paths.certificatesReceived}>
                    Certificates received
                  </Anchor>
                )}
              </Text>
            </section>
          )}
          {certificatesToIssue.length > 0 && (
            <section className={documents.panel} aria-labelledby="to-issue">
              <Title order={2} size="h3" id="to-issue" mb="xs">
                Certificates to issue
              </Title>
              <Text size="sm" mb="xs">
                Tax withheld that is not on a form 2307 yet.{' '}
                {accountants.includes(role) && (
                  <Anchor component={Link} size="sm" to={paths.certificatesIssued}>
                    Certificates issued
                  </Anchor>
                )}
              </Text>
              <dl className={classes.owed}>
                {certificatesToIssue.map(({ quarter, tax }) => (
                  <div key={quarter}>
                    <dt>Quarter to {formatDay(endOfMonth(addMonths(monthOf(quarter), 2)))}</dt>
                    <dd>{formatMoney(tax)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </>
      )}
    </Answered>
  )
}

function Standing({
  standing: { side, open, overdue, credit, ages: amounts, documents: count, oldestDue, usualDaysLate },
}: {
  standing: PartySide
}) {
  const title = side === 'receivable' ? 'Receivable balance' : 'Payable balance'
  return (
    <section className={documents.panel} aria-labelledby={side}>
      <div className={classes.figures}>
        <div>
          <Title order={2} size="h3" id={side}>
            {title}
          </Title>
          <p className={classes.big}>{formatMoney(open)}</p>
          <p className={documents.quiet}>
            {count === 0 ? 'Nothing is open' : `${count} open ${count === 1 ? 'document' : 'documents'}`}
          </p>
        </div>
        <div>
          <p className={documents.quiet}>Overdue</p>
          <p className={classes.figure} data-late={overdue > 0n || undefined}>
            {formatMoney(overdue)}
          </p>
          {overdue > 0n && oldestDue !== null && <p className={documents.quiet}>oldest due {formatDay(oldestDue)}</p>}
        </div>
        <div>
          <p className={documents.quiet}>{side === 'receivable' ? 'Customer credits' : 'Supplier advances'}</p>
          <p className={classes.figure}>{formatMoney(credit)}</p>
        </div>
        {usualDaysLate !== null && (
          <div>
            <p className={documents.quiet}>Usually pays</p>
            <p className={classes.figure}>{paysWords(usualDaysLate)}</p>
          </div>
        )}
      </div>
      {open > 0n && (
        <>
          <div className={classes.bar} aria-hidden="true">
            {amounts.map((amount, at) =>
              amount === 0n ? null : (
                <span key={ages[at]} data-age={at} style={{ flexGrow: Number((amount * 1000n) / open) || 1 }} />
              ),
            )}
          </div>
          <dl className={classes.ages}>
            {amounts.map((amount, at) =>
              amount === 0n ? null : (
                <div key={ages[at]}>
                  <dt>
                    <span className={classes.swatch} data-age={at} aria-hidden="true" /> {ages[at]}
                  </dt>
                  <dd>{formatMoney(amount)}</dd>
                </div>
              ),
            )}
          </dl>
        </>
      )}
    </section>
  )
}

function paysWords(daysLate: number): string {
  if (daysLate === 0) return 'on the due date'
  const days = Math.abs(daysLate)
  return `${days} ${days === 1 ? 'day' : 'days'} ${daysLate > 0 ? 'late' : 'early'}`
}
