// Income statement and balance sheet, from the sums kept per account: whole months where a period has them, else its days.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { comparison, reportProblems } from '@talaan/contract/reports.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { AccountType, NormalSide, StatementLine } from '@talaan/ledger/chart.ts'
import { addDays, day, firstDay, startOfMonth, monthOf, yearOf } from '@talaan/ledger/day.ts'
import { balanceSheet, incomeStatement, periodsOf, yearBefore } from '@talaan/ledger/reports/statements.ts'
import type { Period, StatementAccount } from '@talaan/ledger/reports/statements.ts'
import type { Tables } from '../tables.ts'
import { companyHeader, report } from './report.ts'

export const incomeStatementReport = report({
  query: z.strictObject(
    { from: day.optional(), to: day.optional(), compare: comparison.optional() },
    'An income statement is asked for by its first and last day.',
  ),
  async build(db, { from: asked, to: until, compare }, { today }) {
    const to = until ?? today
    const from = asked ?? `${yearOf(to)}-01-01`
    if (from > to) throw new Refusal(reportProblems.daysReversed)
    const periods = periodsOf({ from, to }, compare)
    const accounts = await movedIn(db, periods, ['revenue', 'cost', 'expense', 'other', 'income_tax'])
    return { table: incomeStatement({ company: await companyHeader(db), accounts, periods }), next: null }
  },
})

export const balanceSheetReport = report({
  query: z.strictObject(
    { asOf: day.optional(), compare: comparison.exclude(['months']).optional() },
    'A balance sheet is asked for by its day.',
  ),
  async build(db, { asOf: asked, compare }, { today }) {
    const asOf = asked ?? today
    const before = { before: addDays(startOfMonth(monthOf(asOf)), -1), year: yearBefore(asOf) }
    const days = compare === undefined ? [asOf] : [asOf, before[compare]]
    const accounts = await movedIn(
      db,
      days.map((to) => ({ from: firstDay, to })),
      null,
    )
    return { table: balanceSheet({ company: await companyHeader(db), accounts, days }), next: null }
  },
})

/** Debits less credits of every account that moved, one figure for each period; accounts that came to nothing are left out. */
async function movedIn(
  db: Kysely<Tables>,
  periods: readonly Period[],
  types: readonly AccountType[] | null,
): Promise<StatementAccount[]> {
  const { rows } = await sql<{
    code: string
    name: string
    type: AccountType
    normal: NormalSide
    statement_line: StatementLine
    at: number
    amount: bigint
  }>`
    with asked as (
      select at, first, last,
        -- The months that lie whole within the period; what is before and after them is summed by days.
        to_char(first + interval '1 month' - interval '1 day', 'YYYY-MM') as from_month,
        to_char(last + interval '1 day', 'YYYY-MM') as to_month
      from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
        with ordinality as given (first, last, at)
    ), kept as (
      select at, account, debit - credit as amount from asked
      join account_month on month >= from_month and month < to_month
      union all
      select at, account, debit - credit from asked
      join account_day on (day >= first and day < least(to_date(from_month, 'YYYY-MM'), last + 1))
        or (day >= greatest(to_date(to_month, 'YYYY-MM'), first) and day <= last)
    )
    select code, name, type, normal, statement_line, at::int, sum(amount)::bigint as amount
    from kept join account on code = account
    where ${types === null ? sql`true` : sql`type = any(${[...types]}::text[])`}
    group by code, at having sum(amount) <> 0 order by code`.execute(db)
  return [...Map.groupBy(rows, ({ code }) => code).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const amounts = periods.map((_, i) => group.find(({ at }) => at === i + 1)?.amount ?? 0n)
    return [{ ...first, statementLine: first.statement_line, amounts }]
  })
}
