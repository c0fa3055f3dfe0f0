// Before a month is reopened: the later months that come first, what else it changes, and what to do afterwards.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Reopening } from '@talaan/contract/closing.ts'
import { endOfMonth, formatDay, formatMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { bookWords } from '@talaan/ledger/looseleaf/book.ts'
import { dutyWords, periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Duty } from '@talaan/ledger/tax/calendar/forms.ts'
import { accountLabel } from '../../books/account-label.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** The closed months after a month, the latest first: they are reopened in this order. */
export async function closedAfter(db: Db, month: Month): Promise<Month[]> {
  const rows = await db
    .selectFrom('period')
    .select('month')
    .where('month', '>', month)
    .orderBy('month', 'desc')
    .execute()
  return rows.map((row) => row.month)
}

export async function reopeningOf(db: Db, month: Month): Promise<Omit<Reopening, 'first'>> {
  const [returns, books, banks, years, certificates, proofs] = [
    await returnsFiled(db, month),
    await boundBooks(db, month),
    await signedBanks(db, month),
    await yearEnds(db, month),
    await certificatesIssued(db, month),
    await signedProofs(db, month),
  ]
  const name = formatMonth(month)
  return {
    consequences: [
      `The seal of ${name} is no longer valid, but stays in the history of the month. A new seal is made when you close the month again.`,
      `The reports for ${name} and later dates change when you record or void documents in this month.`,
      ...years.map(
        ({ number }) => `The year-end entry ${number} was calculated from these amounts and stays as it is.`,
      ),
      ...returns.map((what) => `${what} is filed and stays as it is.`),
      ...books.map((what) => `The ${what} is bound and stays as it is.`),
      ...certificates.map(
        ({ what, isOne }) => `${what} ${isOne ? 'was issued and stays as it is' : 'were issued and stay as they are'}.`,
      ),
      ...banks.map((label) => `The reconciliation of ${label} stays signed off, and its matches stay as they are.`),
      ...proofs.map(() => `The completeness proof of ${name} is signed and won't include your changes.`),
    ],
    afterwards: [
      ...banks.map((label) => `To match other lines of ${label} in ${name}, reopen its reconciliation too.`),
      `Make your corrections in ${name}: record missing documents and void wrong ones.`,
      ...years.map(
        ({ number }) => `If income or expenses changed, void ${number} and record the year-end entry again.`,
      ),
      ...certificates.map(({ what }) => `If withheld taxes changed, issue corrected certificates (${what}).`),
      ...returns.map((what) => `If the amounts changed, amend ${what}.`),
      ...proofs.map(() => `Sign the completeness proof of ${name} again.`),
      `Close ${name} again.`,
      ...books.map((what) => `Bind the ${what} again.`),
    ],
  }
}

/** Returns and lists of periods that contain the month. */
async function returnsFiled(db: Db, month: Month): Promise<string[]> {
  const { yearEnd } = await db.selectFrom('company').select('fiscal_year_end as yearEnd').executeTakeFirstOrThrow()
  const filed = await db
    .selectFrom('filing')
    .select(['form', 'period'])
    .distinct()
    .where('period', '>=', startOfMonth(month))
    // Bound books are named themselves.
    .where('form', '<>', 'Books')
    .orderBy('period')
    .orderBy('form')
    .execute()
  return filed
    .filter(({ form, period }) => periodOf(form as Duty, period, yearEnd).from <= endOfMonth(month))
    .map(({ form, period }) => `${form} (${dutyWords[form as Duty].title}) for the period ended ${formatDay(period)}`)
}

async function boundBooks(db: Db, month: Month): Promise<string[]> {
  const rows = await db
    .selectFrom('bound_book')
    .select(['book', 'first_month as first', 'last_month as last'])
    .distinct()
    .where('first_month', '<=', month)
    .where('last_month', '>=', month)
    .orderBy('book')
    .execute()
  return rows.map(
    ({ book, first, last }) =>
      `${bookWords[book].title} of ${first === last ? formatMonth(first) : `${formatMonth(first)} to ${formatMonth(last)}`}`,
  )
}

async function signedBanks(db: Db, month: Month): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select ${accountLabel('bank_month_signed.account')} as label from bank_month_signed
    where month = ${month} order by account`.execute(db)
  return rows.map(({ label }) => label)
}

/** The year-end entry of a fiscal year that contains the month. */
async function yearEnds(db: Db, month: Month): Promise<{ number: string }[]> {
  const { rows } = await sql<{ number: string }>`
    select number from document where kind = 'yearend' and day >= ${endOfMonth(month)}::date
      and day < ${startOfMonth(month)}::date + interval '1 year'
      and not exists (select from document_void where document_void.document_id = document.id)
    order by day limit 1`.execute(db)
  return rows
}

async function certificatesIssued(db: Db, month: Month): Promise<{ what: string; isOne: boolean }[]> {
  const { rows } = await sql<{ form: string; count: number }>`
    select form, count(distinct party_id)::int as count from certificate_issued
    where quarter <= ${startOfMonth(month)}::date and quarter + interval '3 months' > ${startOfMonth(month)}::date
    group by form order by form`.execute(db)
  return rows.map(({ form, count }) => ({
    what: `${count === 1 ? '1 certificate' : `${count} certificates`} on form ${form}`,
    isOne: count === 1,
  }))
}

async function signedProofs(db: Db, month: Month): Promise<unknown[]> {
  return db.selectFrom('completeness_proof').select('version').where('month', '=', month).limit(1).execute()
}
