// A card for each bank account and e-wallet: both balances, the unmatched lines, the status of its months, and the next
// step.
import { Anchor, Button, Text, Title } from '@mantine/core'
import { listReconciliations } from '@talaan/contract/reconciliation.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatDay, formatMonth, formatShortMonth } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { Explained } from '../../ui/Explained.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './bankCards.module.css'
import { nextOpen } from './nextOpen.ts'
import { shownState } from './shownState.ts'

type Account = AnswerOf<typeof listReconciliations>['accounts'][number]

/** The last twelve months are shown; earlier ones on request. */
const atFirst = 12

export function BankCards() {
  const { passwordDue } = useSession()
  const answer = useCall(listReconciliations, {}, { enabled: !passwordDue })
  return (
    <section className={classes.banks} aria-labelledby="banks">
      <Title order={2} id="banks" mb="sm">
        Bank accounts
      </Title>
      <Answered query={answer} loading={<SkeletonRows rows={8} />}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <Text mb="lg">
              No bank accounts yet. Add them in{' '}
              <Anchor component={Link} inherit underline="always" to={paths.settings('money')}>
                Company Settings
              </Anchor>
              .
            </Text>
          ) : (
            <div className={classes.cards}>
              {inUseFirst(accounts).map((account) => (
                <BankCard key={account.code} account={account} />
              ))}
            </div>
          )
        }
      </Answered>
    </section>
  )
}

const inUseFirst = (accounts: readonly Account[]) =>
  accounts.toSorted((a, b) => Number(a.months.length === 0) - Number(b.months.length === 0))

function BankCard({ account }: { account: Account }) {
  const { code, name, label, currency, statement, bookBalance, months } = account
  const next = nextOpen([account], code)
  const unmatched = months.reduce((sum, { open }) => sum + open, 0)
  const id = `bank-${code}`
  return (
    <article className={classes.card} aria-labelledby={id}>
      <header>
        <Title order={3} id={id}>
          {label}
        </Title>
        <span className={classes.quiet}>
          {code} {name}
          {currency !== 'PHP' && `, ${currency}`}
        </span>
      </header>
      <dl className={classes.figures}>
        <div>
          <dt>Balance per bank</dt>
          <dd>{statement === null ? '–' : formatMoney(statement.balance)}</dd>
          <dd className={classes.quiet}>{statement === null ? 'No statement yet' : formatDay(statement.to)}</dd>
        </div>
        <div>
          <dt>Balance per books</dt>
          <dd>{formatMoney(bookBalance)}</dd>
          <dd className={classes.quiet}>Today</dd>
        </div>
        <div>
          <dt>Unmatched lines</dt>
          <dd>{unmatched.toLocaleString('en')}</dd>
          {next !== undefined && <dd className={classes.quiet}>Next: {formatMonth(next.month)}</dd>}
        </div>
      </dl>
      {months.length > 0 && <Months account={account} />}
      <div className={classes.actions}>
        {next === undefined ? (
          <Explained reason="Every month with a statement is reconciled. Upload the next statement to continue.">
            {(refused) => (
              <Button variant="default" {...refused}>
                Reconcile next month
              </Button>
            )}
          </Explained>
        ) : (
          <Button
            component={Link}
            to={paths.reconciliation(code, next.month)}
            aria-label={`Reconcile next month: ${formatMonth(next.month)} of ${label}`}
          >
            Reconcile next month
          </Button>
        )}
        <Button
          component={Link}
          to={paths.form('bankreconciliation', { search: code })}
          variant={next === undefined ? 'filled' : 'default'}
          aria-label={`Upload statement of ${label}`}
        >
          Upload statement
        </Button>
      </div>
    </article>
  )
}

/** 'Oct 2026' */

function Months({ account: { code, label, months } }: { account: Account }) {
  const [all, setAll] = useState(false)
  // The months are listed latest first, and shown from left to right.
  const shown = (all ? months : months.slice(0, atFirst)).toReversed()
  return (
    <div>
      <ol className={classes.months} aria-label={`Months of ${label}`}>
        {shown.map((each) => {
          const { tone, words, detail } = shownState(each)
          return (
            <li key={each.month}>
              <Link className={classes.month} to={paths.reconciliation(code, each.month)} data-tone={tone}>
                <span>{formatShortMonth(each.month)}</span> <StatusBadge tone={tone}>{words}</StatusBadge>{' '}
                {detail !== '' && <span className={classes.quiet}>{detail}</span>}
              </Link>
            </li>
          )
        })}
      </ol>
      {!all && months.length > atFirst && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setAll(true)}>
          Show earlier months ({(months.length - atFirst).toLocaleString('en')})
        </Button>
      )}
    </div>
  )
}
