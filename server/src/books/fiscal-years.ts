// The fiscal years of the books, by their last days.
import type { Kysely } from 'kysely'
import { addMonths, endOfMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { fiscalYearOf } from '@talaan/ledger/looseleaf/book.ts'
import type { Period } from '@talaan/ledger/reports/statements.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

/** The last days of the years from the first entry to the current one, newest first, and the latest that has ended. */
export async function fiscalYears(db: Db, today: Day): Promise<{ years: Day[]; latest: Day }> {
  const endsWith = await lastMonth(db)
  const first = await db
    .selectFrom('account_day')
    .select(({ fn }) => fn.min('day').as('day'))
    .executeTakeFirst()
  const current = fiscalYearOf(monthOf(today), endsWith).to
  const begun = fiscalYearOf(monthOf(first?.day ?? today), endsWith).to
  const years: Day[] = []
  for (let end = current; end >= begun && years.length < 30; end = addMonths(end, -12)) years.push(endOfMonth(end))
  return { years, latest: years.find((end) => end < today) ?? endOfMonth(current) }
}

/** The fiscal year that ends on a date; undefined for any other date. */
export async function fiscalYearEnding(db: Db, to: Day): Promise<Period | undefined> {
  const endsWith = await lastMonth(db)
  const ends = to === endOfMonth(monthOf(to)) && Number(to.slice(5, 7)) === endsWith && to >= '1992-01-01'
  return ends ? { from: startOfMonth(fiscalYearOf(monthOf(to), endsWith).from), to } : undefined
}

const lastMonth = async (db: Db): Promise<number> =>
  (await db.selectFrom('company').select('fiscal_year_end').executeTakeFirstOrThrow()).fiscal_year_end
