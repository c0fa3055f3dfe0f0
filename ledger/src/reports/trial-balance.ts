// The trial balance lists every account's closing balance on its side; both sides must agree.
import { accountTypes } from '../accounts/chart.ts'
import type { AccountType, NormalSide } from '../accounts/chart.ts'
import { formatLongDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { columnsOf, sharesOf } from './statements.ts'
import type { RowLevel } from './columns.ts'
import type { Column, Row, Table } from './table.ts'

/** An account with all its debits and credits up to and including a day, in minor units. */
export type AccountBalance = {
  code: string
  name: string
  type: AccountType
  normal: NormalSide
  debit: Money
  credit: Money
}

type Head = { company: Table['company']; level?: RowLevel | undefined; zeros?: boolean | undefined }

/** Accounts in the order of their codes; zero balances are left out, unless asked for. */
export function trialBalance({
  company,
  asOf,
  balances,
  level = 'accounts',
  zeros = false,
}: Head & { asOf: Day; balances: readonly AccountBalance[] }): Table {
  const columns: Column[] = [
    { key: 'code', title: 'Account code', kind: 'code' },
    { key: 'name', title: 'Account title', kind: 'text', width: 4 },
    { key: 'debit', title: 'Debit', kind: 'money', width: 2 },
    { key: 'credit', title: 'Credit', kind: 'money', width: 2 },
  ]
  const accounts = balances
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap(({ debit, credit, ...account }) => {
      const closing = debit - credit
      return closing === 0n && !zeros
        ? []
        : [{ ...account, amounts: [closing > 0n ? closing : null, closing < 0n ? -closing : null] }]
    })
  const rows = rowsOf(accounts, level)
  const [debit = 0n, credit = 0n] = sumsOf(accounts, 2)
  const total: Row = { cells: ['', 'Total', debit, credit], emphasis: 'total', made: madeOf(accounts) }
  return {
    name: 'trial-balance',
    title: 'Trial Balance',
    period: `As of ${formatLongDay(asOf)}`,
    company,
    columns,
    rows: [...rows, total],
    notes: notes(debit, credit),
  }
}

/**
 * The balances at several dates side by side, debits less credits: a credit balance is negative. `amounts` have one
 * figure for each of `titles`.
 */
export function trialBalances({
  company,
  asOf,
  titles,
  accounts,
  level = 'accounts',
}: Head & {
  asOf: Day
  titles: readonly string[]
  accounts: readonly (Grouped & { amounts: readonly Money[] })[]
}): Table {
  return {
    name: 'trial-balance',
    title: 'Trial Balance',
    period: `As of ${formatLongDay(asOf)}`,
    company,
    columns: columnsOf(titles),
    rows: [
      ...rowsOf(accounts, level),
      { cells: ['', 'Total', ...sumsOf(accounts, titles.length)], emphasis: 'total', made: sharesOf(accounts, 1n) },
    ],
    notes: ['Credit balances are in brackets.'],
  }
}

type Grouped = Pick<AccountBalance, 'code' | 'name' | 'type'>
type Balanced = Grouped & { amounts: readonly (Money | null)[] }

/** The accounts with or without a subtotal for each type, or only the types. */
function rowsOf(accounts: readonly Balanced[], level: RowLevel): Row[] {
  const row = (account: Balanced): Row => ({
    cells: [account.code, account.name, ...account.amounts],
    link: { to: 'account', code: account.code },
    made: madeOf([account]),
  })
  if (level === 'accounts') return accounts.map(row)
  return accountTypes.flatMap((type) => {
    const members = accounts.filter((one) => one.type === type)
    const [first] = members
    if (first === undefined) return []
    const sums = sumsOf(members, first.amounts.length)
    const title = typeWords[type]
    return level === 'grouped'
      ? [
          ...members.map(row),
          {
            cells: ['', `Total ${title.toLowerCase()}`, ...sums],
            emphasis: 'subtotal' as const,
            made: madeOf(members),
          },
        ]
      : [{ cells: ['', title, ...sums], made: madeOf(members) }]
  })
}

/** With debits and credits apart, each account counts on its side only. */
function madeOf(members: readonly Balanced[]): NonNullable<Row['made']> {
  if (!members.some(({ amounts }) => amounts.includes(null))) return sharesOf(members, 1n)
  const on = (at: number) => members.filter(({ amounts }) => (amounts[at] ?? null) !== null)
  return { byColumn: { debit: sharesOf(on(0), 1n), credit: sharesOf(on(1), -1n) } }
}

const typeWords: Record<AccountType, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  revenue: 'Revenue',
  cost: 'Cost of sales',
  expense: 'Operating expenses',
  other: 'Other income and expenses',
  income_tax: 'Income tax',
}

const sumsOf = (accounts: readonly Pick<Balanced, 'amounts'>[], width: number): Money[] =>
  Array.from({ length: width }, (_, i) => sum(accounts.map(({ amounts }) => amounts[i] ?? 0n)))

// The journal always balances; if it ever did not, the report would show the difference.
function notes(debit: Money, credit: Money): string[] {
  if (debit === credit) return []
  const [more, less, difference] =
    debit > credit ? ['Debits', 'credits', debit - credit] : ['Credits', 'debits', credit - debit]
  return [
    `${more} exceed ${less} by ${formatMoney(difference)}: the data has been damaged. ` +
      'Ask your system administrator to run the verify command before you use this report.',
  ]
}
