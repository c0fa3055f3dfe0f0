// The company overview below the tasks of the dashboard: projected cash, debts, income and expenses, banks, and VAT.
import { Anchor, Button, Skeleton } from '@mantine/core'
import { type Overview, vatBoxes, viewOverview } from '@talaan/contract/overview.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { type Day, endOfMonth, formatDay, formatMonth, type Month, startOfMonth } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { ageTitles } from '@talaan/ledger/reports/ageing.ts'
import { fewestProjections } from '@talaan/ledger/reports/back-test.ts'
import { dutyWords, formatPeriod } from '@talaan/ledger/tax/calendar/forms.ts'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import sheet from '../../app/table/sheet.module.css'
import { Failed } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { Late } from '../../ui/Late.tsx'
import { later } from '../../ui/later.tsx'
import { MoneyChart } from '../../ui/MoneyChart.tsx'
import classes from './overview.module.css'

const WeekDialog = later(async () => (await import('./WeekDialog.tsx')).WeekDialog)

export function CompanyOverview() {
  const { passwordDue } = useSession()
  const query = useCall(viewOverview, {}, { enabled: !passwordDue })
  if (query.data?.overview === null || (query.data === undefined && passwordDue)) return null
  return (
    <section className={classes.overview} aria-labelledby="overview">
      <h2 id="overview">Company at a glance</h2>
      {query.data !== undefined ? (
        <Figures overview={query.data.overview} />
      ) : query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <Late label="Loading the overview">
          <Skeleton h={64} mb="md" />
          <Skeleton h={240} />
        </Late>
      )}
    </section>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const isAccountant = accountants.includes(useSession().role)
  const { receivable, payable } = overview
  return (
    <>
      <CashToCome overview={overview} />
      <div className={classes.pair}>
        <Debts
          title="Owed to you"
          {...receivable}
          tone="income"
          why={(column) => whyAge('receivable-ageing', overview.asOf, column)}
          to={isAccountant ? paths.receivables : undefined}
          advances="Unused customer advances"
        />
        <Debts
          title="Owed by you"
          {...payable}
          tone="expense"
          why={(column) => whyAge('payable-ageing', overview.asOf, column)}
          to={isAccountant ? paths.payables : undefined}
          advances="Unused supplier advances"
        />
      </div>
      <div className={classes.pair}>
        <Months overview={overview} title="Income" of={['income', 'incomeBefore', 'incomeBudget']} />
        <Months overview={overview} title="Expense" of={['expense', 'expenseBefore', 'expenseBudget']} />
      </div>
      <div className={classes.pair}>
        <Accounts overview={overview} />
        <Vat overview={overview} isAccountant={isAccountant} />
      </div>
    </>
  )
}

function CashToCome({ overview }: { overview: Overview }) {
  const { asOf, cash, weeks, marks, lowest, byAccount, notCounted, hasRange, backTest } = overview
  const [open, setOpen] = useState<number>()
  const opener = useRef<HTMLElement>(null)
  const show = (no: number) => {
    opener.current = document.activeElement as HTMLElement | null
    setOpen(no)
  }
  const names = weeks.map(({ from }) => formatDay(from).replace(/ \d{4}$/, ''))
  const weekOf = (day: string) => weeks.findIndex(({ from, to }) => from <= day && day <= to)
  return (
    <>
      <h3>Cash in the next 13 weeks</h3>
      <dl className={classes.figures}>
        <Figure title="Today" about={formatDay(asOf)} amount={cash} to={whyCash(asOf)} />
        {marks.map(({ days, day, cash: then, low, high }) => (
          <Figure
            key={days}
            title={`In ${days} days`}
            about={low === high ? formatDay(day) : `${formatDay(day)}, ${formatMoney(low)} to ${formatMoney(high)}`}
            amount={then}
          />
        ))}
        <Figure title="Lowest" about={formatDay(lowest.day)} amount={lowest.cash} />
      </dl>
      <MoneyChart
        isWide
        label="Money in, money out and cash by week; the amounts are in the table."
        marks={names}
        height={240}
        series={[
          { key: 'in', label: 'Money in', kind: 'bar', tone: 'income', amounts: weeks.map(({ moneyIn }) => moneyIn) },
          {
            key: 'out',
            label: 'Money out',
            kind: 'bar',
            tone: 'expense',
            amounts: weeks.map(({ moneyOut }) => moneyOut),
          },
          {
            key: 'cash',
            label: 'Cash at the end of the week (right axis)',
            kind: 'line',
            tone: 'cash',
            axis: 'right',
            amounts: weeks.map((week) => week.cash),
          },
          ...(hasRange
            ? [
                {
                  key: 'low',
                  label: 'If customers pay late',
                  kind: 'line' as const,
                  tone: 'compared' as const,
                  axis: 'right' as const,
                  amounts: weeks.map(({ low }) => low),
                },
                {
                  key: 'high',
                  label: 'If customers pay early',
                  kind: 'line' as const,
                  tone: 'planned' as const,
                  axis: 'right' as const,
                  amounts: weeks.map(({ high }) => high),
                },
              ]
            : []),
        ]}
        notes={marks.map(({ days, day }) => ({ mark: names[weekOf(day)] ?? '', label: `${days} days` }))}
        point={{ series: 'cash', mark: names[lowest.week - 1] ?? '', amount: lowest.cash, label: 'Lowest' }}
        onOpen={(at) => show(at + 1)}
        table={
          <Rows
            heads={['Week from', 'Money in', 'Money out', 'Cash at the end', ...(hasRange ? ['Late', 'Early'] : [])]}
          >
            {weeks.map(({ no, from, moneyIn, moneyOut, cash: then, low, high, items }) => (
              <tr key={no}>
                <th scope="row">
                  <Button
                    variant="subtle"
                    color="blue"
                    size="compact-sm"
                    aria-label={`Show ${items === 1 ? 'the item' : `the ${items} items`} of the week from ${formatDay(from)}`}
                    onClick={() => show(no)}
                  >
                    {formatDay(from)}
                  </Button>
                </th>
                <Amount>{moneyIn}</Amount>
                <Amount>{moneyOut}</Amount>
                <Amount>{then}</Amount>
                {hasRange && <Amount>{low}</Amount>}
                {hasRange && <Amount>{high}</Amount>}
              </tr>
            ))}
          </Rows>
        }
      />
      <ByAccount byAccount={byAccount} />
      <BackTest backTest={backTest} hasRange={hasRange} />
      {notCounted.length > 0 && (
        <div className={classes.notes}>
          <p>Not counted:</p>
          <ul>
            {notCounted.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {open !== undefined && (
        <Suspense fallback={null}>
          <WeekDialog
            no={open}
            onClose={() => {
              setOpen(undefined)
              opener.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Only accounts with expected payments; the others are listed with their balances further down. */
function ByAccount({ byAccount }: Pick<Overview, 'byAccount'>) {
  const moving = byAccount.filter(({ balance, marks, lowest }) =>
    [lowest, ...marks].some((each) => each.balance !== balance),
  )
  const [first] = moving
  if (first === undefined) return null
  return (
    <div className={classes.part}>
      <h4>By account</h4>
      <Rows heads={['Account', 'Today', ...first.marks.map(({ days }) => `In ${days} days`), 'Lowest']} areCards>
        {moving.map(({ label, balance, marks, lowest }) => (
          <tr key={label}>
            <th scope="row">{label ?? 'Account not known'}</th>
            <Amount head="Today">{balance}</Amount>
            {marks.map(({ days, balance: then }) => (
              <Amount key={days} head={`In ${days} days`}>
                {then}
              </Amount>
            ))}
            <td data-head="Lowest" data-negative={lowest.balance < 0n || undefined}>
              {formatMoney(lowest.balance)}
              <span className={classes.quiet}>
                {lowest.balance < 0n && 'Overdrawn, '}
                {formatDay(lowest.day)}
              </span>
            </td>
          </tr>
        ))}
      </Rows>
      <p className={classes.quiet}>
        Assumption: open invoices and bills are paid through the account most used for the customer or supplier in the
        last two years, and taxes through the account most used for taxes. If there are no such payments, Talaan uses
        the account most used for all receipts or payments. Transfers between your accounts are included only if they
        are recorded.
      </p>
    </div>
  )
}

/** How much earlier projections differed from the actual cash. */
function BackTest({ backTest, hasRange }: Pick<Overview, 'backTest' | 'hasRange'>) {
  if (backTest.length === 0)
    return (
      <p className={classes.quiet}>
        Talaan stores a projection each night and compares it with the actual cash. There is nothing to compare yet.
      </p>
    )
  const isUntested = hasRange && backTest.every(({ projections }) => projections < fewestProjections)
  const latest = backTest.find(({ weeksAhead }) => weeksAhead === 4)?.latest ?? backTest[0]?.latest
  return (
    <div>
      <h4>Earlier projections</h4>
      {latest !== undefined && (
        <p className={classes.quiet}>
          On {formatDay(latest.madeOn)}, {formatMoney(latest.projected)} was projected for {formatDay(latest.day)}. The
          actual amount was {formatMoney(latest.came)}.
        </p>
      )}
      <Rows heads={['Time ahead', 'Projections', 'Average difference', ...(hasRange ? ['Within the range'] : [])]}>
        {backTest.map(({ weeksAhead, projections, meanDifference, withinRange }) => (
          <tr key={weeksAhead}>
            <th scope="row">{weeksAhead === 1 ? '1 week' : `${weeksAhead} weeks`}</th>
            <td>{projections}</td>
            <Amount>{meanDifference}</Amount>
            {hasRange && <td>{withinRange}</td>}
          </tr>
        ))}
      </Rows>
      <p className={classes.quiet}>
        Based on the last eight weeks.{isUntested && ' There are too few projections to assess the range.'}
      </p>
    </div>
  )
}

const whyCash = (asOf: Day) => paths.why('balance-sheet', { asOf, rows: 'groups', row: 'Cash', column: 'column0' })

type FigureProps = { title: string; about: string; amount: Money; to?: string }

function Figure({ title, about, amount, to }: FigureProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong data-negative={amount < 0n || undefined}>
          <Explained to={to}>{amount}</Explained>
        </strong>
        <span>{about}</span>
      </dd>
    </div>
  )
}

/** A figure, linked to the page that explains it for users who may open that page. */
function Explained({ to, children }: { to: string | undefined; children: Money }) {
  const mayOpen = accountants.includes(useSession().role)
  return to === undefined || !mayOpen ? (
    formatMoney(children)
  ) : (
    <Link to={to} className={sheet.figure}>
      {formatMoney(children)}
    </Link>
  )
}

type DebtsProps = Overview['receivable'] & {
  title: string
  tone: 'income' | 'expense'
  to: string | undefined
  /** The page that explains an amount in the list of debts by age. */
  why: (column: string) => string
  advances: string
}

function Debts({ title, ages, credit: unused, tone, to, why, advances }: DebtsProps) {
  const navigate = useNavigate()
  const total = ages.reduce((all, each) => all + each, 0n)
  return (
    <div>
      <h3>{title}</h3>
      <p className={classes.total}>
        {to === undefined ? (
          <strong>{formatMoney(total)}</strong>
        ) : (
          <Anchor component={Link} to={to} fw={700} underline="always" aria-label={`${title}: ${formatMoney(total)}`}>
            {formatMoney(total)}
          </Anchor>
        )}
        {unused !== 0n && (
          <span>
            {advances}: {formatMoney(unused)}
          </span>
        )}
      </p>
      <MoneyChart
        label={`${title} by days past due; the amounts are in the table.`}
        marks={ageTitles}
        height={160}
        series={[{ key: 'open', label: 'By days past due', kind: 'bar', tone, amounts: ages }]}
        {...(to !== undefined && { onOpen: (at: number) => void navigate(why(`age${at}`)) })}
        table={
          <Rows heads={['Days past due', 'Amount']}>
            {ageTitles.map((age, at) => (
              <tr key={age}>
                <th scope="row">{age}</th>
                <td>
                  <Explained to={why(`age${at}`)}>{ages[at] ?? 0n}</Explained>
                </td>
              </tr>
            ))}
          </Rows>
        }
      />
    </div>
  )
}

type Column = Exclude<keyof Overview['months'][number], 'month'>

function Months({
  overview: { months },
  title,
  of,
}: {
  overview: Overview
  title: string
  of: readonly [Column, Column, Column]
}) {
  const [own, before, budget] = of
  const hasBudget = months.some((each) => each[budget] !== null)
  const tone = own === 'income' ? 'income' : 'expense'
  const short = months.map(({ month }) => formatMonth(month).slice(0, 3))
  const amounts = (column: Column) => months.map((each) => each[column])
  return (
    <div>
      <h3>{title} by month</h3>
      <MoneyChart
        label={`${title} by month, against last year${hasBudget ? ' and the budget' : ''}; the amounts are in the table.`}
        marks={short}
        height={180}
        series={[
          { key: 'own', label: title, kind: 'bar', tone, amounts: amounts(own) },
          { key: 'before', label: 'Last year', kind: 'line', tone: 'compared', amounts: amounts(before) },
          ...(hasBudget
            ? [
                {
                  key: 'budget',
                  label: 'Budget',
                  kind: 'line' as const,
                  tone: 'planned' as const,
                  amounts: amounts(budget),
                },
              ]
            : []),
        ]}
        table={
          <Rows heads={['Month', title, 'Last year', ...(hasBudget ? ['Budget'] : [])]}>
            {months.map((each) => (
              <tr key={each.month}>
                <th scope="row">{formatMonth(each.month)}</th>
                <td>{each[own] !== null && <Explained to={whyMonth(each.month, tone)}>{each[own]}</Explained>}</td>
                <Amount>{each[before]}</Amount>
                {hasBudget && <Amount>{each[budget]}</Amount>}
              </tr>
            ))}
          </Rows>
        }
      />
    </div>
  )
}

const whyMonth = (month: Month, column: 'income' | 'expense') =>
  paths.why('monthly', { from: startOfMonth(month), to: endOfMonth(month), row: formatMonth(month), column })

const whyAge = (report: string, asOf: Day, column: string) => paths.why(report, { asOf, row: 'Total', column })

const whyAccount = (account: string, asOf: Day) =>
  paths.why('account-entries', {
    account,
    from: asOf,
    to: asOf,
    row: `${asOf} Total and closing balance`,
    column: 'balance',
  })

function Accounts({ overview: { accounts, cash, asOf } }: { overview: Overview }) {
  return (
    <div>
      <h3>Cash and bank accounts</h3>
      <Rows heads={['Account', 'Balance']} foot={['Cash today', cash]}>
        {accounts.map(({ code, label, kind, currency, balance, held, reconciledUntil }) => (
          <tr key={code}>
            <th scope="row">
              {label}
              {(kind === 'bank' || kind === 'ewallet') && (
                <span className={classes.quiet}>
                  {reconciledUntil === null ? 'Not reconciled yet' : `Reconciled until ${formatDay(reconciledUntil)}`}
                </span>
              )}
            </th>
            <td>
              <Explained to={whyAccount(code, asOf)}>{balance}</Explained>
              {currency !== 'PHP' && (
                <span className={classes.quiet}>
                  {currency} {formatMoney(held)}
                </span>
              )}
            </td>
          </tr>
        ))}
      </Rows>
    </div>
  )
}

function Vat({ overview: { vat }, isAccountant }: { overview: Overview; isAccountant: boolean }) {
  if (vat === null) return null
  const { duty, period, due, output, input, payable, payableBox } = vat
  const whyBox = (box: string) => paths.boxWhy({ duty, period: period.to, box, column: 'tax' })
  const name = duty === '2550Q' ? 'VAT' : 'Percentage tax'
  return (
    <div>
      <h3>
        {name}, {formatPeriod(period)}
      </h3>
      <Rows heads={[name, 'Amount']}>
        {output !== null && (
          <tr>
            <th scope="row">Output VAT</th>
            <td>
              <Explained to={whyBox(vatBoxes.output)}>{output}</Explained>
            </td>
          </tr>
        )}
        {input !== null && (
          <tr>
            <th scope="row">Input VAT</th>
            <td>
              <Explained to={whyBox(vatBoxes.input)}>{input}</Explained>
            </td>
          </tr>
        )}
        <tr>
          <th scope="row">
            {payable < 0n ? 'Excess so far' : 'Payable so far'}
            <span className={classes.quiet}>
              {isAccountant ? (
                <Anchor component={Link} to={paths.filing(duty, period.to)} size="sm" underline="always">
                  {duty} {dutyWords[duty].title}
                </Anchor>
              ) : (
                `${duty} ${dutyWords[duty].title}`
              )}
              {due !== null && `, due ${formatDay(due)}`}
            </span>
          </th>
          <td>
            <Explained to={whyBox(payableBox)}>{payable < 0n ? -payable : payable}</Explained>
          </td>
        </tr>
      </Rows>
    </div>
  )
}

type RowsProps = {
  heads: readonly string[]
  foot?: readonly [string, Money]
  /** On narrow screens, each row becomes a card whose amounts have labels. */
  areCards?: boolean
  children: ReactNode
}

function Rows({ heads, foot, areCards, children }: RowsProps) {
  return (
    <table className={classes.rows} data-cards={areCards}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot !== undefined && (
        <tfoot>
          <tr>
            <th scope="row">{foot[0]}</th>
            <Amount>{foot[1]}</Amount>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Amount({ head, children }: { head?: string; children: Money | null }) {
  return (
    <td data-head={head} data-negative={(children !== null && children < 0n) || undefined}>
      {children === null ? '' : formatMoney(children)}
    </td>
  )
}
