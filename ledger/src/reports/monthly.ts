// Month by month: income, costs, profit, and the cash at the end of each month.
import { formatMonth, monthOf } from '../core/date.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { nominal, periodOf, sharesOf } from './statements.ts'
import type { Period } from '../core/periods.ts'
import type { StatementAccount } from './statements.ts'
import type { Row, Share, Table } from './table.ts'

type MonthlyInput = {
  company: Table['company']
  /** One per month and the total at the end, as given by `periodsOf`. */
  periods: readonly Period[]
  /** Accounts of the income statement and of cash, debits less credits in minor units. */
  accounts: readonly StatementAccount[]
  /** Cash before the first month. */
  opening: Money
  /** The cash accounts with that balance. */
  held?: readonly string[]
}

/**
 * Income and expense as movements of each month, and cash as its closing balance. Income and expense are both shown
 * positive.
 */
export function monthly({ company, periods, accounts, opening, held = [] }: MonthlyInput): Table {
  const months = periods.length > 1 ? periods.slice(0, -1) : periods
  const figures = (is: (account: StatementAccount) => boolean) => {
    const members = accounts.filter(is)
    return months.map((_, i) => sum(members.map(({ amounts }) => amounts[i] ?? 0n)))
  }
  const { income, expense } = incomeAndExpense(accounts, months.length)
  let cash = opening
  const atEnd = figures(({ statementLine }) => statementLine === 'Cash').map((moved) => (cash += moved))
  const at = (amounts: readonly Money[], i: number): Money => amounts[i] ?? 0n
  const earning = sharesOf(accounts.filter(isIncome), -1n)
  const spending = sharesOf(accounts.filter(isExpense), 1n)
  const columns = {
    income: earning,
    expense: spending,
    profit: [...earning, ...spending.map((share): Share => ({ ...share, sign: -1 }))],
  }
  const moved = accounts.filter(({ statementLine }) => statementLine === 'Cash').map(({ code }) => code)
  const inHand = [...new Set([...held, ...moved])].map((account): Share => ({ account, sign: 1, span: 'until' }))
  const rows = months.map((period, i): Row => {
    const [earned, spent] = [at(income, i), at(expense, i)]
    return {
      cells: [formatMonth(monthOf(period.from)), earned, spent, earned - spent, at(atEnd, i)],
      made: { period, byColumn: { ...columns, cash: inHand } },
    }
  })
  const whole = { from: months[0]?.from ?? '', to: months.at(-1)?.to ?? '' }
  // Months before the first entry are empty.
  const begun = rows.findIndex(({ cells }) => cells.some((cell) => typeof cell === 'bigint' && cell !== 0n))
  return {
    name: 'monthly',
    title: 'Month by Month',
    period: periodOf(periods),
    company,
    columns: [
      { key: 'month', title: 'Month', kind: 'text', width: 3 },
      { key: 'income', title: 'Income', kind: 'money', width: 2 },
      { key: 'expense', title: 'Expense', kind: 'money', width: 2 },
      { key: 'profit', title: 'Profit', kind: 'money', width: 2 },
      { key: 'cash', title: 'Cash at the end', kind: 'money', width: 2 },
    ],
    rows: [
      ...rows.slice(Math.max(begun, 0)),
      {
        cells: ['Total', sum(income), sum(expense), sum(income) - sum(expense), null],
        emphasis: 'total',
        made: { period: whole, byColumn: columns },
      },
    ],
    notes: [],
  }
}

/** Income and expense by period from debits less credits, both positive. */
export function incomeAndExpense(
  accounts: readonly StatementAccount[],
  width: number,
): { income: Money[]; expense: Money[] } {
  const figures = (members: readonly StatementAccount[]) =>
    Array.from({ length: width }, (_, i) => sum(members.map(({ amounts }) => amounts[i] ?? 0n)))
  return {
    income: figures(accounts.filter(isIncome)).map((amount) => -amount),
    expense: figures(accounts.filter(isExpense)),
  }
}

const isIncome = ({ statementLine }: StatementAccount) => ['Revenue', 'Other income'].includes(statementLine)
const isExpense = (account: StatementAccount) => !isIncome(account) && nominal.includes(account.statementLine)
