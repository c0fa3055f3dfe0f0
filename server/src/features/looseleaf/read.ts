// The input of the books, from the database: accounts, the totals of months, and entries and lines by date, in chunks.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BookAccount, TextKey } from '@talaan/ledger/looseleaf/book.ts'
import { bookLayout, standardLayout } from '@talaan/ledger/looseleaf/layout.ts'
import type { BookLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { endOfMonth, formatDay, lastDay, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { JournalCode } from '@talaan/ledger/accounts/journal.ts'
import { formatTin } from '@talaan/ledger/core/party.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { PurchaseCategory, VatClass } from '@talaan/ledger/tax/vat.ts'
import { registrationsNow } from '../../books/registrations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { MonthSums, Place, Rows, Source } from './printer.ts'

type Db = Kysely<Tables>

export type BookCompany = {
  name: string
  address: string
  tin: string
  tinLine: string
  permit: string
  fiscalYearEnd: number
}

/** The line of the TIN is as of the last month of a book; without a month, as of the last change. */
export async function bookCompany(db: Db, last?: Month): Promise<BookCompany> {
  const row = await db.selectFrom('company').selectAll().executeTakeFirstOrThrow()
  const tin = row.tin9 === null ? '' : formatTin(row.tin9, row.branch_code)
  const issued = row.permit_day === null ? '' : ` issued ${formatDay(row.permit_day)}`
  const { vatRegistered } = registeredOn(await registrationsNow(db), last === undefined ? lastDay : endOfMonth(last))
  return {
    name: row.name,
    address: row.address,
    tin,
    tinLine: tin === '' ? '' : `${vatRegistered ? 'VAT REG TIN' : 'NON-VAT REG TIN'} ${tin}`,
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

/** The columns for a month: the last set for it or an earlier month. */
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

/** Debits less credits of every account before a month, up to the last entry when the printing began. */
export async function openingsOf(
  db: Db,
  { before, last }: { before: Month; last: bigint },
): Promise<[string, bigint][]> {
  const { rows } = await sql<{ account: string; amount: string }>`
    select account, sum(amount) as amount from (
      select account, debit - credit as amount from account_month where month < ${before}
      union all
      select account, credit - debit from line where entry_no > ${last}::bigint and day < ${startOfMonth(before)}::date
    ) as moved group by account order by account`.execute(db)
  return rows.map(({ account, amount }) => [account, BigInt(amount)])
}

/** The totals of a month: its lines summed per journal, account, side and tax, and its number of entries. */
export async function sumsOf(db: Db, month: Month, last: bigint): Promise<MonthSums> {
  const those = sql`entry.day between ${startOfMonth(month)}::date and ${endOfMonth(month)}::date and entry.no <= ${last}::bigint`
  const { rows: moved } = await sql<{
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
    from entry join line on entry_no = no where ${those}
    group by journal, reverses is not null, account, debit > 0, vat_class, purchase_category
    order by journal, account`.execute(db)
  const { rows: counts } = await sql<{ journal: JournalCode; count: number; texts: TextKey[] }>`
    select journal, count(*)::int as count, array_remove(array[
      'day', 'number', 'paper', 'particulars', 'fund',
      case when bool_or(coalesce(cheque.no, external_no, '') <> '') then 'cheque' end,
      case when bool_or(coalesce(receipt_no, '') <> '') then 'receipt' end,
      case when bool_or(coalesce(party_name, '') <> '') then 'party' end,
      case when bool_or(coalesce(party_tin, '') <> '') then 'tin' end,
      case when bool_or(coalesce(party_address, '') <> '') then 'address' end,
      case when bool_or(coalesce(terms, '') <> '') then 'terms' end], null) as texts
    from entry join document on document.id = document_id left join cheque on cheque.document_id = document.id
    left join document_detail as detail on detail.document_id = document.id
    where ${those} group by journal`.execute(db)
  return {
    month,
    counts: counts.map(({ journal, count }) => [journal, count]),
    texts: counts.map(({ journal, texts }) => [journal, texts]),
    moved: moved.map(({ journal, is_reversal, account, vat_class, category, debit, credit }) => ({
      journal,
      isReversal: is_reversal,
      account,
      vatClass: vat_class,
      category,
      memo: '',
      debit: BigInt(debit),
      credit: BigInt(credit),
    })),
  }
}

type Chunk = { count: number; day: string | null; no: string | null; position: number | null; rows: string }

/**
 * The next entries of a journal or lines of an account after a cursor, up to the last entry when the printing began.
 * The database writes JSON, which is passed on as text without creating garbage.
 */
export async function rowsOf(
  db: Db,
  source: Source,
  { after, last, atOnce }: { after: Place | null; last: bigint; atOnce: number },
): Promise<Rows> {
  const { day, no, position } = after ?? { day: startOfMonth(source.month), no: '0', position: 0 }
  const rows =
    'journal' in source
      ? sql`
        select entry.day, entry.no, 0 as position, ${writtenEntry} as written
        from entry join document on document.id = document_id left join cheque on cheque.document_id = document.id
        left join document_detail as detail on detail.document_id = document.id
        where journal = ${source.journal} and entry.day <= ${endOfMonth(source.month)}::date
          and entry.no <= ${last}::bigint and (entry.day, entry.no) > (${day}::date, ${no}::bigint)
        order by entry.day, entry.no limit ${atOnce}`
      : sql`
        select line.day, entry.no, position, ${writtenLine} as written
        from line join entry on entry.no = entry_no join document on document.id = document_id
        where line.account = ${source.account} and line.day <= ${endOfMonth(source.month)}::date
          and entry_no <= ${last}::bigint
          and (line.day, entry_no, position) > (${day}::date, ${no}::bigint, ${position}::int)
        order by line.day, entry_no, position limit ${atOnce}`
  const found = await sql<Chunk>`
    select count(*)::int as count, (array_agg(day order by day desc, no desc, position desc))[1] as day,
      (array_agg(no order by day desc, no desc, position desc))[1]::text as no,
      (array_agg(position order by day desc, no desc, position desc))[1] as position,
      coalesce(json_agg(written order by day, no, position)::text, '[]') as rows
    from (${rows}) as chunk`.execute(db)
  const chunk = found.rows[0]
  if (chunk === undefined) throw new RangeError('The query returned no row.')
  const { count, rows: written, ...place } = chunk
  const next = count < atOnce ? null : (place as Place)
  return { rows: written, next }
}

/** Amounts as texts, and the lines as arrays. */
const writtenEntry = sql`json_build_object(
  'no', entry.no::text, 'day', entry.day, 'journal', entry.journal, 'memo', entry.memo,
  'isReversal', entry.reverses is not null,
  'document', json_build_object('number', number, 'externalNo', coalesce(external_no, ''), 'day', document.day,
    'terms', coalesce(detail.terms, ''), 'cheque', coalesce(cheque.no, ''), 'receiptNo', coalesce(detail.receipt_no, ''),
    'fields', case when journal in ('SJ', 'PJ') then document.fields end),
  'party', json_build_object('name', coalesce(party_name, ''), 'tin', coalesce(party_tin, ''),
    'address', coalesce(detail.party_address, '')),
  'lines', (select json_agg(json_build_array(account, debit::text, credit::text, line.memo, vat_class, purchase_category)
    order by position) from line where entry_no = entry.no)
)`

const writtenLine = sql`json_build_array(entry.no::text, line.day, journal, entry.memo, number, document.day,
  coalesce(party_name, ''), line.memo, debit::text, credit::text)`
