// The company's calendar, and the fiscal years of the books by their last days.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { addMonths, endOfMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { fiscalYearOf } from '@talaan/ledger/looseleaf/book.ts'
import type { FiscalToday, Period } from '@talaan/ledger/core/periods.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

/** Today in the company's fiscal year, the month of the first entry, and the first date that is not closed. */
export type CompanyCalendar = FiscalToday & { booksFrom: Month | null; openFrom: Day | null }

export async function companyCalendar(db: Db, today: Day): Promise<CompanyCalendar> {
  const { rows } = await sql<{ endsWith: number; booksFrom: Month | null; closed: Month | null }>`
    select fiscal_year_end as "endsWith", (select min(month) from account_month) as "booksFrom",
      (select max(month) from period) as closed
    from company`.execute(db)
  const { endsWith = 12, booksFrom = null, closed = null } = rows[0] ?? {}
  return { today, endsWith, booksFrom, openFrom: closed === null ? null : startOfMonth(addMonths(closed, 1)) }
}

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
