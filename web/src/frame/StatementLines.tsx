// A statement as it would be stored: what it adds up to, what does not add up, and its lines with that at each of them.
import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { StatementPreview } from '@talaan/contract/statements.ts'
import { formatDay } from '@talaan/ledger/day.ts'
import { formatMoney, type Money } from '@talaan/ledger/money.ts'
import { Notice } from './Notice.tsx'
import css from './StatementForm.module.css'

type Statement = NonNullable<StatementPreview['statement']>
type Props = { statement: Statement; findings: StatementPreview['findings']; currency: string }

/** More than fit a screen are shown when somebody asks; lines with a doubt always are. */
const shownFirst = 60

export function StatementLines({ statement, findings, currency }: Props) {
  const { lines } = statement
  const [all, setAll] = useState(false)
  const atLine = Map.groupBy(
    findings.filter(({ line }) => line !== null),
    ({ line }) => line,
  )
  const ofWhole = findings.filter(({ line }) => line === null)
  const doubts = ofWhole.filter(({ weight }) => weight === 'doubt')
  const shown = all ? lines : lines.filter(({ position }, at) => at < shownFirst || atLine.has(position))
  const added = lines.filter(({ isNew }) => isNew).length
  const hasBalance = lines.some(({ balance }) => balance !== null)
  const wrong = findings.filter(({ weight }) => weight === 'doubt').length
  return (
    <section className={css.statement} aria-label="The statement">
      <dl className={css.figures}>
        <Figure label="Days" value={`${formatDay(statement.from)} to ${formatDay(statement.to)}`} />
        <Figure label="Opening" amount={statement.opening} currency={currency} />
        <Figure label="Money in" amount={statement.moneyIn} />
        <Figure label="Money out" amount={statement.moneyOut} />
        <Figure label="Closing" amount={statement.closing} currency={currency} />
        <Figure label="Lines" value={added === lines.length ? String(lines.length) : `${lines.length}, ${added} new`} />
      </dl>
      {wrong === 0 ? (
        <p className={css.sound}>
          <span aria-hidden="true">✓</span>{' '}
          {statement.opening === null || statement.closing === null
            ? 'Nothing speaks against these lines. The file has no balances to prove them by.'
            : 'Opening balance and all lines make the closing balance.'}
        </p>
      ) : (
        <Notice tone="bad" title={wrong === 1 ? 'Something does not add up' : `${wrong} things do not add up`} urgent>
          <ul>
            {doubts.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
            {atLine.size > 0 && (
              <li>{atLine.size === 1 ? 'One line is marked below.' : `${atLine.size} lines are marked below.`}</li>
            )}
          </ul>
        </Notice>
      )}
      {ofWhole.some(({ weight }) => weight === 'note') && (
        <ul className={css.notes}>
          {ofWhole
            .filter(({ weight }) => weight === 'note')
            .map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
        </ul>
      )}
      <table className={css.lines} aria-label="Lines of the statement">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">What it was</th>
            <th scope="col">Out</th>
            <th scope="col">In</th>
            {hasBalance && <th scope="col">Balance</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => {
            const wrongHere = atLine.get(line.position) ?? []
            const more = [line.reference, line.chequeNo && `cheque ${line.chequeNo}`, !line.isNew && 'known already']
            return (
              <Fragment key={line.position}>
                <tr data-wrong={wrongHere.length > 0 || undefined} data-known={!line.isNew || undefined}>
                  <td>{formatDay(line.day)}</td>
                  <td>
                    {line.description}
                    <span className={css.more}>{more.filter(Boolean).join(', ')}</span>
                  </td>
                  <td data-label="Out">{line.amount < 0n ? formatMoney(-line.amount) : ''}</td>
                  <td data-label="In">{line.amount > 0n ? formatMoney(line.amount) : ''}</td>
                  {hasBalance && <td data-label="Balance">{line.balance === null ? '' : formatMoney(line.balance)}</td>}
                </tr>
                {wrongHere.map(({ message }) => (
                  <tr key={message} className={css.wrong}>
                    <td colSpan={hasBalance ? 5 : 4}>
                      <span aria-hidden="true">✕</span> {message}
                    </td>
                  </tr>
                ))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
      {shown.length < lines.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          Show all {lines.length.toLocaleString('en')} lines
        </Button>
      )}
    </section>
  )
}

type FigureProps = { label: string; currency?: string } & ({ value: string } | { amount: Money | null })

function Figure({ label, currency = '', ...rest }: FigureProps) {
  const text =
    'value' in rest
      ? rest.value
      : rest.amount === null
        ? 'not printed'
        : `${formatMoney(rest.amount)} ${currency}`.trim()
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  )
}
