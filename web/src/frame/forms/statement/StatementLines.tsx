// A statement before it is stored: its totals, its problems, and its lines with their problems.
import { Button } from '@mantine/core'
import type { StatementPreview } from '@talaan/contract/statements.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { BankLines } from '../../../ui/BankLines.tsx'
import { Notice } from '../../runtime/Notice.tsx'
import bank from '../../../ui/bankLines.module.css'
import css from './StatementForm.module.css'

type Statement = NonNullable<StatementPreview['statement']>
type Props = { statement: Statement; findings: StatementPreview['findings']; currency: string }

/** If there are more lines than this, the others are shown on request. */
const shownFirst = 60

export function StatementLines({ statement, findings, currency }: Props) {
  const { lines } = statement
  const marked = new Set(findings.flatMap(({ line }) => line ?? [])).size
  const ofWhole = findings.filter(({ line }) => line === null)
  const reviewNotes = ofWhole.filter(({ weight }) => weight === 'doubt')
  const added = lines.filter(({ isNew }) => isNew).length
  const wrong = findings.filter(({ weight }) => weight === 'doubt').length
  return (
    <section className={css.statement} aria-label="The statement">
      <dl className={bank.facts}>
        <Figure label="Period" value={`${formatDay(statement.from)} to ${formatDay(statement.to)}`} />
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
            ? 'No problems found. The file has no balances to check against.'
            : 'The opening balance plus all lines equals the closing balance.'}
        </p>
      ) : (
        <Notice tone="bad" title={wrong === 1 ? '1 problem found' : `${wrong} problems found`} urgent>
          <ul>
            {reviewNotes.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
            {marked > 0 && <li>{marked === 1 ? '1 line is marked below.' : `${marked} lines are marked below.`}</li>}
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
      <BankLines
        lines={lines}
        findings={findings}
        shownFirst={shownFirst}
        known="already saved"
        knownStandBack
        more={(words, showAll) => (
          <Button variant="default" onClick={showAll}>
            {words}
          </Button>
        )}
      />
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
