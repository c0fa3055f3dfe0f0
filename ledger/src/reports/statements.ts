// The income statement and the balance sheet by account, with comparison periods.
import type { AccountType, NormalSide, StatementLine } from '../accounts/chart.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatDay,
  formatLongDay,
  formatMonth,
  monthOf,
  startOfMonth,
} from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { formatMoney, sum } from '../core/money.ts'
import type { Period } from '../core/periods.ts'
import type { Money } from '../core/money.ts'
import type { RowLevel } from './columns.ts'
import type { Column, Row, Share, Table } from './table.ts'

/** An account with its movement, debits less credits in minor units, one figure per column. */
export type StatementAccount = {
  code: string
  name: string
  type: AccountType
  normal: NormalSide
  statementLine: StatementLine
  amounts: readonly Money[]
}

/** The comparison of a report: the previous period, the same period a year before, or its own months. */
export const comparisons = ['before', 'year', 'months'] as const
export type Comparison = (typeof comparisons)[number]

/** The periods of a statement's columns, the requested one first; months are in order with the total at the end. */
export function periodsOf({ from, to }: Period, comparison: Comparison | undefined): Period[] {
  const whole = { from, to }
  if (comparison === 'before') return [whole, periodBefore(whole)]
  if (comparison === 'year') return [whole, { from: yearBefore(from), to: yearBefore(to) }]
  if (comparison !== 'months') return [whole]
  const months: Period[] = []
  for (let month = monthOf(from); month <= monthOf(to) && months.length < 24; month = addMonths(month, 1)) {
    const [first, last] = [startOfMonth(month), endOfMonth(month)]
    months.push({ from: first < from ? from : first, to: last > to ? to : last })
  }
  return months.length === 1 ? months : [...months, whole]
}

/** Whole months are compared with as many whole months, other periods with as many days. */
export function periodBefore({ from, to }: Period): Period {
  const ends = addDays(from, -1)
  if (from !== startOfMonth(monthOf(from)) || to !== endOfMonth(monthOf(to))) {
    return { from: addDays(ends, -daysBetween(from, to)), to: ends }
  }
  let months = 1
  while (addMonths(monthOf(from), months) <= monthOf(to)) months++
  return { from: startOfMonth(addMonths(monthOf(from), -months)), to: ends }
}

/** The same date a year before; 29 February becomes the 28th, and a month end stays a month end. */
export function yearBefore(day: Day): Day {
  const month = addMonths(monthOf(day), -12)
  const last = endOfMonth(month)
  if (day === endOfMonth(monthOf(day))) return last
  const same = `${month}-${day.slice(8)}`
  return same > last ? last : same
}

type StatementInput = { company: Table['company']; accounts: readonly StatementAccount[]; level?: RowLevel | undefined }

/**
 * The statement of comprehensive income by function of expense (PFRS for SMEs, section 5): revenue less cost of sales
 * is gross profit, less operating expenses operating profit, with other income, finance cost and other expense profit
 * before tax. `accounts` have the movements of each period; income and profit are shown positive, costs positive and
 * subtracted.
 */
export function incomeStatement({
  company,
  accounts,
  periods,
  level = 'accounts',
}: StatementInput & { periods: readonly Period[] }): Table {
  const width = periods.length
  const section = (title: string, members: readonly StatementAccount[], sign: 1n | -1n): Row[] => {
    const total = sumOf(`Total ${title.toLowerCase()}`, { members, sign, width })
    if (members.length === 0) return []
    return level === 'totals' ? [total] : [heading(title, width), ...members.map((one) => accountRow(one, sign)), total]
  }
  const of = (...lines: StatementLine[]) => accounts.filter(({ statementLine }) => lines.includes(statementLine))
  const revenue = of('Revenue')
  const cost = of('Cost of sales')
  const operating = of('Operating')
  const otherIncome = of('Other income')
  const finance = of('Finance cost', 'Other expense')
  const tax = of('Income tax')
  const earned = (title: string, members: readonly StatementAccount[]) => sumOf(title, { members, sign: -1n, width })
  const operated = [...revenue, ...cost, ...operating]
  const beforeTax = [...operated, ...otherIncome, ...finance]

  const rows: Row[] = [
    ...section('Revenue', revenue, -1n),
    ...section('Cost of sales', cost, 1n),
    ...(cost.length > 0 ? [earned('Gross profit', [...revenue, ...cost])] : []),
    ...section('Operating expenses', operating, 1n),
    earned('Operating profit', operated),
    ...section('Other income', otherIncome, -1n),
    ...section('Finance cost and other expense', finance, 1n),
    ...(otherIncome.length + finance.length + tax.length > 0 ? [earned('Profit before tax', beforeTax)] : []),
    ...section('Income tax', tax, 1n),
    { ...earned('Net profit', [...beforeTax, ...tax]), emphasis: 'total' },
  ]
  return {
    name: 'income-statement',
    title: 'Income Statement',
    period: periodOf(periods),
    company,
    columns: columnsOf(periodTitles(periods)),
    rows,
    notes: [],
  }
}

/**
 * The statement of financial position (PFRS for SMEs, section 4): assets, and against them liabilities and equity.
 * Unclosed profit is a line of its own in equity. `accounts` have all movements up to each date.
 */
export function balanceSheet({
  company,
  accounts,
  days,
  level = 'accounts',
}: StatementInput & { days: readonly Day[] }): Table {
  const width = days.length
  const of = (lines: readonly StatementLine[]) => accounts.filter(({ statementLine }) => lines.includes(statementLine))
  const group = (title: string, lines: readonly StatementLine[], sign: 1n | -1n): Row[] => {
    const members = of(lines)
    if (members.length === 0) return []
    const total = sumOf(`Total ${title.toLowerCase()}`, { members, sign, width })
    return level === 'totals' ? [total] : [heading(title, width), ...parts(lines, sign), total]
  }
  /** The accounts of each line, with or without its sum, or only the sum. */
  const parts = (lines: readonly StatementLine[], sign: 1n | -1n): Row[] =>
    lines.flatMap((name) => {
      const members = of([name])
      if (members.length === 0 || level === 'totals') return []
      const rows = members.map((one) => accountRow(one, sign))
      if (level === 'groups') return [plain(sumOf(name, { members, sign, width }))]
      return level === 'grouped' ? [...rows, sumOf(`Total ${name.toLowerCase()}`, { members, sign, width })] : rows
    })
  const owned = of([...equity, ...nominal])
  const assets = sumOf('Total assets', { members: of([...currentAssets, ...otherAssets]), sign: 1n, width })
  const profit = sumOf('Profit not yet closed', { members: of(nominal), sign: -1n, width })
  const claims = sumOf('Total liabilities and equity', {
    members: [...of([...currentLiabilities, ...otherLiabilities]), ...owned],
    sign: -1n,
    width,
  })

  const rows: Row[] = [
    ...group('Current assets', currentAssets, 1n),
    ...group('Non-current assets', otherAssets, 1n),
    { ...assets, emphasis: 'total' },
    ...group('Current liabilities', currentLiabilities, -1n),
    ...group('Non-current liabilities', otherLiabilities, -1n),
    ...(level === 'totals' ? [] : [heading('Equity', width)]),
    ...parts(equity, -1n),
    ...(level !== 'totals' && figuresOf(profit).some((amount) => amount !== 0n) ? [plain(profit)] : []),
    sumOf('Total equity', { members: owned, sign: -1n, width }),
    { ...claims, emphasis: 'total' },
  ]
  const [asked] = days
  const claimed = figuresOf(claims)
  const off = figuresOf(assets).flatMap((amount, i) => (amount === claimed[i] ? [] : [amount - (claimed[i] ?? 0n)]))
  return {
    name: 'balance-sheet',
    title: 'Balance Sheet',
    period: asked === undefined ? '' : `As of ${formatLongDay(asked)}`,
    company,
    columns: columnsOf(days.map((day) => formatLongDay(day))),
    rows,
    // The journal always balances; if it ever did not, the report would show the difference.
    notes: off.map(
      (difference) =>
        `Assets do not equal liabilities and equity: the difference is ${formatMoney(difference)}. Ask your system administrator to run the verify command.`,
    ),
  }
}

const currentAssets: readonly StatementLine[] = [
  'Cash',
  'Receivables',
  'Inventories',
  'Prepayments',
  'Other current assets',
]
const otherAssets: readonly StatementLine[] = ['PPE', 'Intangibles', 'Other non-current assets']
const currentLiabilities: readonly StatementLine[] = ['Payables', 'Tax payables', 'Loans']
const otherLiabilities: readonly StatementLine[] = ['Loans non-current', 'Other non-current liabilities']
const equity: readonly StatementLine[] = ['Capital', 'Retained earnings']
/** The lines of the income statement. */
export const nominal: readonly StatementLine[] = [
  'Revenue',
  'Cost of sales',
  'Operating',
  'Other income',
  'Finance cost',
  'Other expense',
  'Income tax',
]

/** The totals of accounts in each column, debits less credits. */
export const totals = (members: readonly StatementAccount[], width: number): Money[] =>
  Array.from({ length: width }, (_, i) => sum(members.map(({ amounts }) => amounts[i] ?? 0n)))

const signed = (amounts: readonly Money[], sign: 1n | -1n): Money[] => amounts.map((amount) => amount * sign)

export const heading = (title: string, width: number): Row => ({
  cells: ['', title, ...Array.from({ length: width }, () => null)],
  emphasis: 'heading',
})

export const line = (title: string, amounts: readonly Money[]): Row => ({
  cells: ['', title, ...amounts],
  emphasis: 'subtotal',
})

type SumOf = { members: readonly StatementAccount[]; sign: 1n | -1n; width: number }

/** A line with the sum of accounts. */
const sumOf = (title: string, { members, sign, width }: SumOf): Row => ({
  ...line(title, signed(totals(members, width), sign)),
  made: sharesOf(members, sign),
})

const plain = ({ emphasis: _, ...row }: Row): Row => row

const figuresOf = ({ cells }: Row): Money[] => cells.filter((cell) => typeof cell === 'bigint')

/** The movements of accounts, each with the sign of the figure. */
export const sharesOf = (members: readonly Pick<StatementAccount, 'code'>[], sign: 1n | -1n): Share[] =>
  members.map(({ code }) => ({ account: code, sign: sign === 1n ? 1 : -1 }))

/** The row of an account, linked to its entries. */
export const accountRow = (account: StatementAccount, sign: 1n | -1n): Row => ({
  cells: [account.code, account.name, ...signed(account.amounts, sign)],
  link: { to: 'account', code: account.code },
  made: sharesOf([account], sign),
})

/** Account code, account title, and a column of money for each of `titles`. */
export const columnsOf = (titles: readonly string[]): Column[] => [
  { key: 'code', title: 'Account code', kind: 'code' },
  { key: 'name', title: 'Account title', kind: 'text', width: 4 },
  ...titles.map((title, i): Column => ({ key: `amount${i}`, title, kind: 'money', width: 2 })),
]

const isWholeMonth = ({ from, to }: Period) => from === startOfMonth(monthOf(to)) && to === endOfMonth(monthOf(from))

/** The column titles of `periodsOf`: for months the last one is their total. */
export const periodTitles = (periods: readonly Period[]): string[] =>
  periods.map((period, i) => (i === periods.length - 1 && periods.length > 2 ? 'Total' : short(period)))

/** The subtitle of a statement of `periodsOf`. */
export function periodOf(periods: readonly Period[]): string {
  const asked = periods.length > 2 ? periods.at(-1) : periods[0]
  return asked === undefined ? '' : stretch(asked)
}

/** 'For June 2026' or 'From 1 January 2026 to 15 June 2026'. */
export const stretch = ({ from, to }: Period): string =>
  isWholeMonth({ from, to })
    ? `For ${formatMonth(monthOf(from))}`
    : `From ${formatLongDay(from)} to ${formatLongDay(to)}`

/** The column title of a period: 'June 2026', 'January 2026 to June 2026', or its dates. */
export function short({ from, to }: Period): string {
  if (isWholeMonth({ from, to })) return formatMonth(monthOf(from))
  const wholeMonths = from === startOfMonth(monthOf(from)) && to === endOfMonth(monthOf(to))
  return wholeMonths
    ? `${formatMonth(monthOf(from))} to ${formatMonth(monthOf(to))}`
    : `${formatDay(from)} to ${formatDay(to)}`
}
