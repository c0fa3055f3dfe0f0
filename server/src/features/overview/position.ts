// How the company stands today: cash, debts by age, income and expense by month, and the running VAT return.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { vatBoxes } from '@talaan/contract/overview.ts'
import type { Overview } from '@talaan/contract/overview.ts'
import { addMonths, endOfMonth, firstDay, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { fiscalYearAround } from '@talaan/ledger/core/periods.ts'
import { ageTitles } from '@talaan/ledger/reports/ageing.ts'
import type { OwedSide } from '@talaan/ledger/reports/ageing.ts'
import { incomeAndExpense } from '@talaan/ledger/reports/monthly.ts'
import type { StatementAccount } from '@talaan/ledger/reports/statements.ts'
import { applies } from '@talaan/ledger/tax/calendar/calendar.ts'
import { deadlineOf } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import { revisionOf } from '@talaan/ledger/tax/returns/all.ts'
import { accountLabel } from '../../books/account-label.ts'
import { budgetFigures } from '../../books/budget-figures.ts'
import { moneyFacts } from '../../books/facts/money.ts'
import { companyCalendar } from '../../books/fiscal-years.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { returnFigures } from '../filings/calculate-return.ts'
import type { Known } from '../filings/calculate-return.ts'
import type { Rules } from '../filings/rules.ts'
import { movedIn } from '../reports/moved.ts'
import { agedParties } from '../reports/parties.ts'

type Db = Kysely<Tables>

/** The balance of all cash accounts at the end of a date, in pesos. */
export const cashOn = async (db: Db, asOf: Day): Promise<Money> =>
  sum((await cashBalances(db, asOf)).map(({ balance }) => balance))

/** The accounts that the balance sheet shows as cash. Transfers in transit are among them, but not a money account. */
async function cashBalances(db: Db, asOf: Day) {
  const assets = await movedIn(db, [{ from: firstDay, to: asOf }], { types: ['asset'] })
  return assets
    .filter(({ statementLine }) => statementLine === 'Cash')
    .map(({ code, name, amounts }) => ({ code, label: name, balance: sum(amounts) }))
}

export async function agesOf(db: Db, side: OwedSide, asOf: Day): Promise<{ ages: Money[]; credit: Money }> {
  const parties = await agedParties(db, side, asOf)
  return {
    ages: ageTitles.map((_, at) => sum(parties.map(({ ages }) => ages[at] ?? 0n))),
    credit: sum(parties.map(({ credit }) => credit)),
  }
}

/** The months of the fiscal year, next to those of the year before and to the budget. */
export async function monthFigures(db: Db, asOf: Day): Promise<Overview['months']> {
  const { endsWith } = await companyCalendar(db, asOf)
  const first = fiscalYearAround(monthOf(asOf), endsWith).from
  const months = Array.from({ length: 12 }, (_, i) => addMonths(first, i))
  const before = months.map((month) => addMonths(month, -12))
  const periods = [...months, ...before].map((month) => ({ from: startOfMonth(month), to: endOfMonth(month) }))
  const types = ['revenue', 'cost', 'expense', 'other', 'income_tax'] as const
  const moved = incomeAndExpense(await movedIn(db, periods, { types, beforeClosing: true }), periods.length)

  const budget = await budgetFigures(db, months)
  const budgeted = await db
    .selectFrom('account')
    .select(['code', 'name', 'type', 'normal', 'statement_line as statementLine'])
    .where('code', 'in', ['', ...budget.keys()])
    .execute()
  const planned = incomeAndExpense(
    budgeted.map((account) => {
      const sign = account.normal === 'debit' ? 1n : -1n
      const amounts = months.map((month) => sign * (budget.get(account.code)?.get(month) ?? 0n))
      return { ...account, amounts } as StatementAccount
    }),
    12,
  )
  return months.map((month, i) => {
    const hasBegun = startOfMonth(month) <= asOf
    const hasBudget = [...budget.values()].some((own) => own.has(month))
    return {
      month,
      income: hasBegun ? (moved.income[i] ?? 0n) : null,
      expense: hasBegun ? (moved.expense[i] ?? 0n) : null,
      incomeBefore: moved.income[i + 12] ?? 0n,
      expenseBefore: moved.expense[i + 12] ?? 0n,
      incomeBudget: hasBudget ? (planned.income[i] ?? 0n) : null,
      expenseBudget: hasBudget ? (planned.expense[i] ?? 0n) : null,
    }
  })
}

/** All cash accounts; banks and wallets with the last month that was signed as reconciled. Their sum is the cash. */
export async function cashAccounts(db: Db, asOf: Day): Promise<Overview['accounts']> {
  const facts = await moneyFacts(db, 'all', asOf)
  const rows = await db
    .selectFrom('money_account')
    .select(['code', accountLabel('money_account.code').as('label')])
    .select(
      sql<
        string | null
      >`(select max(month) from bank_month_signed where bank_month_signed.account = money_account.code)`.as('month'),
    )
    .execute()
  const own = new Map(rows.map((row) => [row.code, row]))
  const moneyAccounts = [...facts.values()].flatMap(({ code, name, kind, currency, active, balance, held }) => {
    const { label, month } = own.get(code) ?? { label: name, month: null }
    if (!active && balance === 0n) return []
    const reconciledUntil = month === null ? null : endOfMonth(month)
    return [{ code, label, kind, currency, balance, held, reconciledUntil }]
  })
  const others = (await cashBalances(db, asOf))
    .filter(({ code }) => !facts.has(code))
    .map((account) => ({
      ...account,
      kind: 'other' as const,
      currency: 'PHP',
      held: account.balance,
      reconciledUntil: null,
    }))
  return [...moneyAccounts, ...others].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** The quarter's VAT return, or the percentage tax return, from the books so far. */
export async function runningVat(db: Db, rules: Rules, asOf: Day, known: Known): Promise<Overview['vat']> {
  const { registrations, facts } = rules
  for (const duty of ['2550Q', '2551Q'] as const) {
    const period = periodOf(duty, asOf, registrations.fiscalYearEnd)
    if (!applies(duty, period, registrations)) continue
    const figures = await returnFigures(db, rules, { form: duty, period }, known)
    const revision = revisionOf(duty, period.to, rules.forms)
    if (figures === undefined || revision === undefined) continue
    const { boxes, payable } = figures
    return {
      duty,
      period,
      due: deadlineOf(duty, period, facts)?.due ?? null,
      output: boxes.get(vatBoxes.output)?.tax ?? null,
      input: boxes.get(vatBoxes.input)?.tax ?? null,
      payable,
      payableBox: revision.payable,
    }
  }
  return null
}
