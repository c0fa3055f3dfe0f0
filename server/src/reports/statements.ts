// Income statement, balance sheet, changes in equity, cash flows, and the months beside each other.
import { z } from 'zod'
import { comparison, reportProblems } from '@talaan/contract/reports.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { addDays, addMonths, day, endOfMonth, firstDay, startOfMonth, monthOf, yearOf } from '@talaan/ledger/day.ts'
import type { Day } from '@talaan/ledger/day.ts'
import { sum } from '@talaan/ledger/money.ts'
import { cashFlow, cashFlowMethods } from '@talaan/ledger/reports/cash-flow.ts'
import { changesInEquity } from '@talaan/ledger/reports/changes-in-equity.ts'
import { monthly } from '@talaan/ledger/reports/monthly.ts'
import { balanceSheet, incomeStatement, periodsOf, yearBefore } from '@talaan/ledger/reports/statements.ts'
import type { Period } from '@talaan/ledger/reports/statements.ts'
import { asKnown, movedIn, movedWithCashIn } from './moved.ts'
import { companyHeader, report } from './report.ts'

const incomeTypes = ['revenue', 'cost', 'expense', 'other', 'income_tax'] as const

/** From the first of the year until today, unless other days are asked for. */
export function daysAsked({ from, to }: { from?: Day | undefined; to?: Day | undefined }, today: Day): Period {
  const until = to ?? today
  const since = from ?? `${yearOf(until)}-01-01`
  if (since > until) throw new Refusal(reportProblems.daysReversed)
  return { from: since, to: until }
}

export const incomeStatementReport = report({
  query: z.strictObject(
    { from: day.optional(), to: day.optional(), compare: comparison.optional(), known: day.optional() },
    'An income statement is asked for by its first and last day.',
  ),
  async build(db, { compare, known, ...days }, { today }) {
    const periods = periodsOf(daysAsked(days, today), compare)
    const accounts = await movedIn(db, periods, { types: incomeTypes, known, beforeClosing: true })
    const table = incomeStatement({ company: await companyHeader(db), accounts, periods })
    return { table: asKnown(table, known), next: null }
  },
})

export const balanceSheetReport = report({
  query: z.strictObject(
    { asOf: day.optional(), compare: comparison.exclude(['months']).optional(), known: day.optional() },
    'A balance sheet is asked for by its day.',
  ),
  async build(db, { asOf: asked, compare, known }, { today }) {
    const asOf = asked ?? today
    const before = { before: addDays(startOfMonth(monthOf(asOf)), -1), year: yearBefore(asOf) }
    const days = compare === undefined ? [asOf] : [asOf, before[compare]]
    const accounts = await movedIn(
      db,
      days.map((to) => ({ from: firstDay, to })),
      { known },
    )
    return { table: asKnown(balanceSheet({ company: await companyHeader(db), accounts, days }), known), next: null }
  },
})

export const changesInEquityReport = report({
  query: z.strictObject(
    { from: day.optional(), to: day.optional() },
    'A statement of changes in equity is asked for by its first and last day.',
  ),
  async build(db, days, { today }) {
    const period = daysAsked(days, today)
    const [accounts, earned] = await Promise.all([
      movedIn(db, [{ from: firstDay, to: addDays(period.from, -1) }, period], { types: ['equity', ...incomeTypes] }),
      movedIn(db, [period], { types: incomeTypes, beforeClosing: true }),
    ])
    const profit = -sum(earned.map(({ amounts }) => amounts[0] ?? 0n))
    return { table: changesInEquity({ company: await companyHeader(db), period, accounts, profit }), next: null }
  },
})

export const cashFlowReport = report({
  query: z.strictObject(
    {
      from: day.optional(),
      to: day.optional(),
      compare: comparison.optional(),
      method: z.enum(cashFlowMethods).default('indirect'),
    },
    'A cash flow statement is asked for by its first and last day.',
  ),
  async build(db, { compare, method, ...days }, { today }) {
    const periods = periodsOf(daysAsked(days, today), compare)
    const [accounts, before] = await Promise.all([
      movedWithCashIn(db, periods),
      movedIn(
        db,
        periods.map(({ from }) => ({ from: firstDay, to: addDays(from, -1) })),
        { types: ['asset'] },
      ),
    ])
    const cash = before.filter(({ statementLine }) => statementLine === 'Cash')
    const opening = periods.map((_, i) => sum(cash.map(({ amounts }) => amounts[i] ?? 0n)))
    return { table: cashFlow({ company: await companyHeader(db), method, periods, accounts, opening }), next: null }
  },
})

export const monthlyReport = report({
  query: z.strictObject(
    { from: day.optional(), to: day.optional() },
    'Months are asked for by their first and last day.',
  ),
  async build(db, { from, to: until }, { today }) {
    const to = until ?? endOfMonth(monthOf(today))
    const days = daysAsked({ from: from ?? startOfMonth(addMonths(monthOf(to), -11)), to }, today)
    const periods = periodsOf(days, 'months')
    const [accounts, before] = await Promise.all([
      movedIn(db, periods, { types: ['asset', ...incomeTypes], beforeClosing: true }),
      movedIn(db, [{ from: firstDay, to: addDays(days.from, -1) }], { types: ['asset'] }),
    ])
    const cash = before.filter(({ statementLine }) => statementLine === 'Cash')
    const opening = sum(cash.map(({ amounts }) => amounts[0] ?? 0n))
    return { table: monthly({ company: await companyHeader(db), periods, accounts, opening }), next: null }
  },
})
