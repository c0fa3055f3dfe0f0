// Where the month stands, always in view: both balances led to the one that is true, and what is still between them.
import type { Figures } from '@talaan/contract/reconciliation.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './reconciliation.module.css'

export function FiguresBar({ figures, currency }: { figures: Figures; currency: string }) {
  const { statementBalance, depositsInTransit, outstanding, bankErrors, bookBalance, adjustments, difference } = figures
  const adjusted = statementBalance + depositsInTransit + outstanding + bankErrors
  const done = difference === 0n && figures.openLines === 0
  return (
    <dl className={classes.figures} aria-label={`Figures of the month${currency === 'PHP' ? '' : `, in ${currency}`}`}>
      <Figure words="Balance per statement" amount={statementBalance} />
      <Figure words="Deposits in transit" amount={depositsInTransit} />
      <Figure words="Outstanding payments" amount={outstanding} />
      {bankErrors !== 0n && <Figure words="Errors of the bank" amount={bankErrors} />}
      <Figure words="Adjusted bank" amount={adjusted} strong />
      <Figure words="Balance per books" amount={bookBalance} />
      {adjustments !== 0n && <Figure words="Recorded later" amount={adjustments} />}
      <div className={classes.difference} data-done={done || undefined} aria-live="polite">
        <dt>Difference</dt>
        <dd>
          <strong>{formatMoney(difference)}</strong>
          <StatusBadge tone={done ? 'good' : 'look'}>
            {done ? 'Explained' : `${figures.openLines.toLocaleString('en')} to explain`}
          </StatusBadge>
        </dd>
      </div>
    </dl>
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
