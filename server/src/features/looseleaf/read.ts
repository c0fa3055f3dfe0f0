// What the books are made from, asked of the database: accounts, entries of a month in the order of their days, and the
// sums of the months before.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BookAccount, SummedLine } from '@talaan/ledger/looseleaf/book.ts'
import { bookLayout, standardLayout } from '@talaan/ledger/looseleaf/layout.ts'
import type { BookLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { endOfMonth, formatDay, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { JournalCode } from '@talaan/ledger/accounts/journal.ts'
import { formatTin } from '@talaan/ledger/core/party.ts'
import type { PurchaseCategory, VatClass } from '@talaan/ledger/tax/vat.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

const entriesAtOnce = 250

export type BookCompany = {
  name: string
  address: string
  tin: string
  tinLine: string
  permit: string
  fiscalYearEnd: number
}

export async function bookCompany(db: Db): Promise<BookCompany> {
  const row = await db.selectFrom('company').selectAll().executeTakeFirstOrThrow()
  const tin = row.tin9 === null ? '' : formatTin(row.tin9, row.branch_code)
  const issued = row.permit_day === null ? '' : ` issued ${formatDay(row.permit_day)}`
  return {
    name: row.name,
    address: row.address,
    tin,
    tinLine: tin === '' ? '' : `${row.vat_registered ? 'VAT REG TIN' : 'NON-VAT REG TIN'} ${tin}`,
    permit: row.permit_no === '' ? '' : `PTU No. ${row.permit_no}${issued}`,
    fiscalYearEnd: row.fiscal_year_end,
  }
}

export async function bookAccounts(db: Db): Promise<BookAccount[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('money_account', 'money_account.code', 'account.code')
    .select(['account.code', 'account.name', 'account.type', 'account.normal', 'money_account.kind'])
    .orderBy('account.code')
    .execute()
  return rows.map(({ kind, type, ...row }) => ({
    ...row,
    type: type as BookAccount['type'],
    holdsMoney: kind !== null,
  }))
}

/** The columns that hold in a month: the last that were set for it or for a month before. */
export async function layoutOn(db: Db, month: Month): Promise<{ layout: BookLayout; validFrom: Month | null }> {
  const row = await db
    .selectFrom('book_layout')
    .select(['layout', 'valid_from'])
    .where('valid_from', '<=', month)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row === undefined
    ? { layout: standardLayout, validFrom: null }
    : { layout: bookLayout.parse(row.layout), validFrom: row.valid_from }
}

/** Debits less credits of every account before a month. */
export async function openingsOf(db: Db, month: Month): Promise<[string, bigint][]> {
  const rows = await db
    .selectFrom('account_month')
    .select(['account', sql<string>`sum(debit - credit)`.as('amount')])
    .where('month', '<', month)
    .groupBy('account')
    .execute()
  return rows.map(({ account, amount }) => [account, BigInt(amount)])
}

/** The lines from one month up to another, that one left out, added up per journal, account, side and tax. */
export async function summedLines(db: Db, from: Month, before: Month): Promise<SummedLine[]> {
  const { rows } = await sql<{
    journal: JournalCode
    is_reversal: boolean
    account: string
    vat_class: VatClass | null
    category: PurchaseCategory | null
    debit: string
    credit: string
  }>`
    select journal, reverses is not null as is_reversal, account, vat_class, purchase_category as category,
      sum(debit) as debit, sum(credit) as credit
    from entry join line on entry_no = no
    where entry.day >= ${startOfMonth(from)}::date and entry.day < ${startOfMonth(before)}::date
    group by journal, reverses is not null, account, debit > 0, vat_class, purchase_category
    order by journal, account`.execute(db)
  return rows.map(({ is_reversal: isReversal, vat_class: vatClass, debit, credit, ...row }) => ({
    ...row,
    isReversal,
    vatClass,
    memo: '',
    debit: BigInt(debit),
    credit: BigInt(credit),
  }))
}

/** As the printing thread reads them: amounts as texts, and the lines as rows without names. */
const writtenEntry = sql`json_build_object(
  'no', entry.no::text, 'day', entry.day, 'journal', entry.journal, 'memo', entry.memo,
  'isReversal', entry.reverses is not null,
  'document', json_build_object('number', number, 'externalNo', coalesce(external_no, ''), 'day', document.day,
    'terms', coalesce(detail.terms, ''), 'cheque', coalesce(cheque.no, '')),
  'party', json_build_object('name', coalesce(party_name, ''), 'tin', coalesce(party_tin, ''),
    'address', coalesce(detail.party_address, '')),
  'lines', (select json_agg(json_build_array(account, debit::text, credit::text, line.memo, vat_class, purchase_category)
    order by position) from line where entry_no = entry.no)
)`

type Place = { day: string; no: bigint }
type Chunk = { count: number; day: string | null; no: bigint | null; entries: string }

/**
 * The entries of a month up to the last one there was when the printing began, some at a time. The database writes them
 * as JSON: who passes on a text has nothing of it to clear away.
 */
export async function* entriesOf(db: Db, month: Month, last: bigint): AsyncGenerator<string> {
  let after: Place = { day: startOfMonth(month), no: 0n }
  while (true) {
    const { rows } = await sql<Chunk>`
      select count(*)::int as count, max(day) as day, (array_agg(no order by day desc, no desc))[1] as no,
        coalesce(json_agg(written order by day, no)::text, '') as entries
      from (
        select entry.day, entry.no, ${writtenEntry} as written
        from entry join document on document.id = document_id left join cheque on cheque.document_id = document.id
        left join document_detail as detail on detail.document_id = document.id
        where entry.day between ${startOfMonth(month)}::date and ${endOfMonth(month)}::date
          and entry.no <= ${last}::bigint and (entry.day, entry.no) > (${after.day}::date, ${after.no}::bigint)
        order by entry.day, entry.no limit ${entriesAtOnce}
      ) as chunk`.execute(db)
    const { count = 0, day = null, no = null, entries = '' } = rows[0] ?? {}
    if (day === null || no === null) return
    yield entries
    if (count < entriesAtOnce) return
    after = { day, no }
  }
}
