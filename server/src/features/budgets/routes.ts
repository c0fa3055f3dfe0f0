// The budget of a fiscal year: entered by the accountant, stored with every change.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { budgetProblems, getBudget, saveBudget } from '@talaan/contract/budgets.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { fiscalYearOf, monthsOf } from '@talaan/ledger/looseleaf/book.ts'
import { nominalTypes } from '@talaan/ledger/accounts/chart.ts'
import { addMonths, monthOf } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { audit } from '../../platform/audit/audit.ts'
import { budgetFigures } from '../../books/budget-figures.ts'
import { timestamp, today } from '../../platform/clock.ts'
import { budgetDigest } from '../../books/seal.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { closingLines } from '../../books/year-end.ts'

type Db = Kysely<Tables>

export const budgets: Feature = ({ db: { kysely: db }, clock }) => [
  answers(getBudget, ({ query }) => budgetOf(db, query.from, monthOf(today(clock)))),

  answers(saveBudget, async ({ params: { from, changeId }, body: { amounts }, viewer, address }) => {
    const endsWith = await fiscalYearEnd(db)
    const year = fiscalYearOf(from, endsWith)
    const months = monthsOf(year)
    if (year.from !== from || amounts.some(({ month }) => !months.includes(month)))
      throw new Refusal(budgetProblems.notAYear)
    const nominal = await db.selectFrom('account').select('code').where('type', 'in', nominalTypes).execute()
    const codes = new Set(nominal.map(({ code }) => code))
    if (amounts.some(({ account }) => !codes.has(account))) throw new Refusal(budgetProblems.noSuchAccount)
    // If a figure is sent twice, the last one counts.
    const last = [...new Map(amounts.map((one) => [`${one.account} ${one.month}`, one])).values()]
    await db.transaction().execute(async (trx) => {
      const begun = await trx
        .insertInto('budget_change')
        .values({ id: changeId, year_from: from, changed_by: viewer.userId, changed_at: timestamp(clock.now()) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (begun === undefined) return
      await sql`
        insert into budget_amount (change_id, account, month, amount)
        select ${changeId}::uuid, account, month, amount from unnest(
          ${last.map(({ account }) => account)}::text[], ${last.map(({ month }) => month)}::text[],
          ${last.map(({ amount }) => amount)}::bigint[]
        ) as given (account, month, amount)`.execute(trx)
      const object = { type: 'budget', id: from }
      const detail = { figures: last.length, change: changeId, digest: budgetDigest(last) }
      await audit(trx, clock, { viewer, address, action: saveBudget.name, object, detail })
    })
    return { success: true as const }
  }),
]

const fiscalYearEnd = async (db: Db): Promise<number> =>
  (await db.selectFrom('company').select('fiscal_year_end').executeTakeFirstOrThrow()).fiscal_year_end

async function budgetOf(db: Db, firstMonth: Month | undefined, now: Month): Promise<AnswerOf<typeof getBudget>> {
  const endsWith = await fiscalYearEnd(db)
  const year = fiscalYearOf(firstMonth ?? now, endsWith)
  if (firstMonth !== undefined && year.from !== firstMonth) throw new Refusal(budgetProblems.notAYear)
  const months = monthsOf(year)
  const before = months.map((month) => addMonths(month, -12))
  const figures = await budgetFigures(db, months)
  // The actual figures of the previous year, without its closing entry.
  const { rows: moved } = await sql<{ account: string; month: Month; amount: bigint }>`
    select account, month, sum(amount)::bigint as amount from (
      select account, month, debit - credit as amount from account_month where month = any(${before}::text[])
      union all
      select closing.account, to_char(closing.day, 'YYYY-MM'), closing.credit - closing.debit from ${closingLines} as closing
      where to_char(closing.day, 'YYYY-MM') = any(${before}::text[])
    ) as kept group by 1, 2`.execute(db)
  const was = new Map(moved.map(({ account, month, amount }) => [`${account} ${month}`, amount]))
  const accounts = await db
    .selectFrom('account')
    .select(['code', 'name', 'normal', 'statement_line as line', 'active'])
    .where('type', 'in', nominalTypes)
    .orderBy('code')
    .execute()
  const { rows: begun } = await sql<{ first: Month | null }>`
    select least((select min(month) from account_month), (select min(year_from) from budget_change)) as first`.execute(
    db,
  )
  const { rows: changes } = await sql<{ at: string; by: string; figures: number; accounts: number }>`
    select changed_at as at, client_id as by, count(*)::int as figures, count(distinct account)::int as accounts
    from budget_change join users on users.id = changed_by join budget_amount on change_id = budget_change.id
    where year_from = ${year.from} group by budget_change.id, client_id order by seq desc limit 50`.execute(db)
  return {
    from: year.from,
    label: year.label,
    months,
    changes,
    years: yearsBetween(begun[0]?.first ?? now, addMonths(now, 12), endsWith),
    accounts: accounts.flatMap(({ code, name, normal, line, active }) => {
      const own = figures.get(code)
      const sign = normal === 'debit' ? 1n : -1n
      const lastYear = before.map((month) => sign * (was.get(`${code} ${month}`) ?? 0n))
      const budget = months.map((month) => own?.get(month) ?? 0n)
      const isEmpty = [...lastYear, ...budget].every((amount) => amount === 0n)
      return active || !isEmpty ? [{ code, name, line, budget, lastYear }] : []
    }),
  }
}

/** The fiscal years from that of one month to that of another; newest first. */
function yearsBetween(first: Month, last: Month, endsWith: number): { from: Month; label: string }[] {
  const years: { from: Month; label: string }[] = []
  for (
    let year = fiscalYearOf(last, endsWith);
    years.length < 50;
    year = fiscalYearOf(addMonths(year.from, -1), endsWith)
  ) {
    years.push({ from: year.from, label: year.label })
    if (year.from <= first) break
  }
  return years
}
