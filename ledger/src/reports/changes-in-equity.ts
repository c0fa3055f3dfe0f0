// Changes in the owners' equity: the opening balance, contributions and withdrawals, the profit, and the closing
// balance.
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { nominal, sharesOf, stretch } from './statements.ts'
import type { Period } from '../core/periods.ts'
import type { StatementAccount } from './statements.ts'
import type { Row, Share, Table } from './table.ts'

type EquityInput = {
  company: Table['company']
  period: Period
  /**
   * Equity and income statement accounts, debits less credits in minor units: movements before the period, and in it.
   */
  accounts: readonly StatementAccount[]
  /** The profit of the period, before any closing of it to retained earnings. */
  profit: Money
}

/**
 * The statement of changes in equity (PFRS for SMEs, section 6), with columns for capital and retained earnings.
 * Unclosed profit counts as retained, so that a closing entry changes nothing here.
 */
export function changesInEquity({ company, period, accounts, profit }: EquityInput): Table {
  const capital = accounts.filter(({ statementLine }) => statementLine === 'Capital')
  const retained = accounts.filter(
    ({ statementLine }) => statementLine === 'Retained earnings' || nominal.includes(statementLine),
  )
  const dividends = accounts.filter(({ code }) => code === '3040')
  const owned = (members: readonly StatementAccount[], i: number): Money =>
    -sum(members.map(({ amounts }) => amounts[i] ?? 0n))
  const [capitalBefore, retainedBefore] = [owned(capital, 0), owned(retained, 0)]
  const [capitalMoved, retainedMoved] = [owned(capital, 1), owned(retained, 1)]
  const declared = owned(dividends, 1)
  const other = retainedMoved - profit - declared

  /** The shares of each column; the total has both. */
  const made = (inCapital: readonly Share[], inRetained: readonly Share[]): Pick<Row, 'made'> => ({
    made: { byColumn: { capital: inCapital, retained: inRetained, total: [...inCapital, ...inRetained] } },
  })
  const spanned = (members: readonly StatementAccount[], span?: Share['span']): Share[] =>
    sharesOf(members, -1n).map((share) => ({ ...share, ...(span && { span }) }))
  const earned = accounts.filter(({ statementLine }) => nominal.includes(statementLine))
  const profited = spanned(earned).map((share): Share => ({ ...share, beforeClosing: true }))
  const withoutProfit = [
    ...spanned(retained.filter(({ code }) => code !== '3040')),
    ...profited.map((share): Share => ({ ...share, sign: 1 })),
  ]
  const row = (title: string, inCapital: Money | null, inRetained: Money | null, more: Partial<Row> = {}): Row => ({
    cells: [title, inCapital, inRetained, (inCapital ?? 0n) + (inRetained ?? 0n)],
    ...more,
  })
  const rows: Row[] = [
    row('Balance at the beginning', capitalBefore, retainedBefore, {
      emphasis: 'subtotal',
      ...made(spanned(capital, 'before'), spanned(retained, 'before')),
    }),
    ...capital.flatMap((account): Row[] => {
      const moved = owned([account], 1)
      const more = { link: { to: 'account' as const, code: account.code }, ...made(spanned([account]), []) }
      return moved === 0n ? [] : [row(account.name, moved, null, more)]
    }),
    row('Net profit', null, profit, made([], profited)),
    ...(declared === 0n
      ? []
      : [
          row('Dividends declared', null, declared, {
            link: { to: 'account', code: '3040' },
            ...made([], spanned(dividends)),
          }),
        ]),
    ...(other === 0n
      ? []
      : [
          row('Other changes in retained earnings', null, other, {
            link: { to: 'account', code: '3030' },
            ...made([], withoutProfit),
          }),
        ]),
    row('Balance at the end', capitalBefore + capitalMoved, retainedBefore + retainedMoved, {
      emphasis: 'total',
      ...made(spanned(capital, 'until'), spanned(retained, 'until')),
    }),
  ]
  return {
    name: 'changes-in-equity',
    title: 'Statement of Changes in Equity',
    period: stretch(period),
    company,
    columns: [
      { key: 'change', title: 'Change', kind: 'text', width: 4 },
      { key: 'capital', title: 'Capital', kind: 'money', width: 2 },
      { key: 'retained', title: 'Retained earnings', kind: 'money', width: 2 },
      { key: 'total', title: 'Total', kind: 'money', width: 2 },
    ],
    rows,
    notes: [],
  }
}
