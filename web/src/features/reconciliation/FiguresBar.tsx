// The figures of the month, always visible: both balances reconciled to the adjusted balance, and the difference.
import type { Figures } from '@talaan/contract/reconciliation.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './reconciliation.module.css'

type Props = {
  figures: Figures
  currency: string
  /** A quick way to correct the difference. */
  children?: ReactNode
}

export function FiguresBar({ figures, currency, children }: Props) {
  const { statementBalance, depositsInTransit, outstanding, bankErrors, bookBalance, adjustments, difference } = figures
  const adjusted = statementBalance + depositsInTransit + outstanding + bankErrors
  const done = difference === 0n && figures.openLines === 0
  return (
    <div
      className={classes.figures}
      role="group"
      aria-label={`Reconciliation summary${currency === 'PHP' ? '' : `, in ${currency}`}`}
    >
      <dl className={classes.balances}>
        <Figure words="Balance per statement" amount={statementBalance} />
        <Figure words="Deposits in transit" amount={depositsInTransit} />
        <Figure words="Outstanding payments" amount={outstanding} />
        {bankErrors !== 0n && <Figure words="Bank errors" amount={bankErrors} />}
        <Figure words="Adjusted bank" amount={adjusted} strong />
        <Figure words="Balance per books" amount={bookBalance} />
        {adjustments !== 0n && <Figure words="Recorded later" amount={adjustments} />}
      </dl>
      <dl className={classes.difference} data-done={done || undefined}>
        <dt>Unmatched</dt>
        <dd>
          <span aria-live="polite">
            <strong>{figures.openLines.toLocaleString('en')}</strong>
            {done && <StatusBadge tone="good">Matched</StatusBadge>}
            <span className={classes.quietFigure}>
              Difference {currency !== 'PHP' && `${currency} `}
              {formatMoney(difference)}
            </span>
          </span>
          {children}
        </dd>
      </dl>
    </div>
  )
}

function Figure({ words, amount, strong = false }: { words: string; amount: bigint; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{words}</dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  )
}
