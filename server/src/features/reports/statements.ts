// Income statement, balance sheet, changes in equity, cash flows, and monthly columns.
import type { Kysely } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { comparison, incomeComparison } from '@talaan/contract/reports.ts'
import { budgetIn, cutsAMonth } from '@talaan/ledger/accounts/budget.ts'
import { addDays, addMonths, day, firstDay, startOfMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { cashFlow, cashFlowMethods } from '@talaan/ledger/reports/cash-flow.ts'
import { changesInEquity } from '@talaan/ledger/reports/changes-in-equity.ts'
import { monthly } from '@talaan/ledger/reports/monthly.ts'
import {
  balanceSheet,
  incomeAgainstBudget,
  incomeStatement,
  periodsOf,
  yearBefore,
} from '@talaan/ledger/reports/statements.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import type { StatementAccount } from '@talaan/ledger/reports/statements.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { budgetFigures } from '../../books/budget-figures.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { asKnown, movedIn, movedWithCashIn } from './moved.ts'
import { companyHeader, ofPeriod, report } from './report.ts'

const incomeTypes = ['revenue', 'cost', 'expense', 'other', 'income_tax'] as const

export const incomeStatementReport = report({
  dates: { kind: 'period', usual: 'last-month' },
  query: z.strictObject(
    { ...ofPeriod, compare: z.optional(incomeComparison), known: z.optional(day) },
    'Enter a start date and an end date for the income statement.',
  ),
  async build(db, { compare, known, ...period }) {
    if (compare === 'budget') return { table: asKnown(await againstBudget(db, period, known), known), next: null }
    const periods = periodsOf(period, compare)
    const accounts = await movedIn(db, periods, { types: incomeTypes, known, beforeClosing: true })
    const table = incomeStatement({ company: await companyHeader(db), accounts, periods })
    return { table: asKnown(table, known), next: null }
  },
})

/** The movement of the period and its budget by account; an account with either is included. */
async function againstBudget(db: Kysely<Tables>, period: Period, known: Day | undefined): Promise<Table> {
  const moved = await movedIn(db, [period], { types: incomeTypes, known, beforeClosing: true })
  const budget = await budgetFigures(db, monthsBetween(period))
  const rows = await db
    .selectFrom('account')
    .select(['code', 'name', 'type', 'normal', 'statement_line as statementLine'])
    .where('type', 'in', incomeTypes)
    .orderBy('code')
    .execute()
  const was = new Map(moved.map(({ code, amounts }) => [code, amounts[0] ?? 0n]))
  const accounts = rows.flatMap((row) => {
    const meant = budgetIn(budget.get(row.code) ?? new Map(), period)
    const amounts = [was.get(row.code) ?? 0n, row.normal === 'debit' ? meant : -meant]
    return amounts.every((amount) => amount === 0n) ? [] : [{ ...row, amounts } as StatementAccount]
  })
  const table = incomeAgainstBudget({ company: await companyHeader(db), accounts, period })
  const notes = [
    ...(budget.size === 0 ? ['No budget has been entered for these months.'] : []),
    ...(cutsAMonth(period) ? ['For part of a month, the budget is prorated by the number of days.'] : []),
  ]
  return { ...table, notes: [...table.notes, ...notes] }
}

function monthsBetween({ from, to }: Period): Month[] {
  const months: Month[] = []
  for (let month = monthOf(from); month <= monthOf(to) && months.length < 1200; month = addMonths(month, 1))
    months.push(month)
  return months
}

export const balanceSheetReport = report({
  dates: { kind: 'asOf', usual: 'last-month' },
  query: z.strictObject(
    { asOf: day, compare: z.optional(z.enum(['before', 'year'])), known: z.optional(day) },
    'Enter a date for the balance sheet.',
  ),
  async build(db, { asOf, compare, known }) {
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
  dates: { kind: 'period', usual: 'last-month' },
  query: z.strictObject(ofPeriod, 'Enter a start date and an end date for the statement of changes in equity.'),
  async build(db, period) {
    const [accounts, earned] = await Promise.all([
      movedIn(db, [{ from: firstDay, to: addDays(period.from, -1) }, period], { types: ['equity', ...incomeTypes] }),
      movedIn(db, [period], { types: incomeTypes, beforeClosing: true }),
    ])
    const profit = -sum(earned.map(({ amounts }) => amounts[0] ?? 0n))
    return { table: changesInEquity({ company: await companyHeader(db), period, accounts, profit }), next: null }
  },
})

export const cashFlowReport = report({
  dates: { kind: 'period', usual: 'last-month' },
  query: z.strictObject(
    {
      ...ofPeriod,
      compare: z.optional(comparison),
      method: z._default(z.enum(cashFlowMethods), 'indirect'),
    },
    'Enter a start date and an end date for the cash flow statement.',
  ),
  async build(db, { compare, method, ...period }) {
    const periods = periodsOf(period, compare)
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
  dates: { kind: 'period', usual: 'twelve-months' },
  query: z.strictObject(ofPeriod, 'Enter a start date and an end date for the monthly report.'),
  async build(db, days) {
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
