// What the books are made from, asked of the database: accounts, entries of a month in the order of their days, and the
// sums of the months before.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BookAccount, BookEntry, BookLine, SummedLine } from '@talaan/ledger/books/book.ts'
import { bookLayout, standardLayout } from '@talaan/ledger/books/layout.ts'
import type { BookLayout } from '@talaan/ledger/books/layout.ts'
import { endOfMonth, formatDay, startOfMonth } from '@talaan/ledger/day.ts'
import type { Month } from '@talaan/ledger/day.ts'
import type { JournalCode } from '@talaan/ledger/journal.ts'
import { formatTin } from '@talaan/ledger/party.ts'
import type { PurchaseCategory, VatClass } from '@talaan/ledger/tax.ts'
import type { Tables } from '../tables.ts'

type Db = Kysely<Tables>

export const entriesAtOnce = 1_000

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

type Place = { day: string; no: bigint }

/** The entries of a month up to the last one there was when the printing began, some at a time. */
export async function* entriesOf(db: Db, month: Month, last: bigint): AsyncGenerator<BookEntry[]> {
  let after: Place = { day: startOfMonth(month), no: 0n }
  while (true) {
    const heads = await headsAfter(db, { month, last, after })
    const end = heads.at(-1)
    if (end === undefined) return
    const lines = await linesOf(
      db,
      heads.map(({ no }) => no),
    )
    yield heads.map((head) => ({ ...head, lines: lines.get(head.no) ?? [] }))
    if (heads.length < entriesAtOnce) return
    after = { day: end.day, no: end.no }
  }
}

async function headsAfter(
  db: Db,
  { month, last, after }: { month: Month; last: bigint; after: Place },
): Promise<Omit<BookEntry, 'lines'>[]> {
  const { rows } = await sql<{
    no: bigint
    day: string
    journal: JournalCode
    memo: string
    is_reversal: boolean
    number: string
    external_no: string | null
    document_day: string
    terms: string | null
    cheque: string | null
    party_name: string | null
    party_tin: string | null
    address: string | null
  }>`
    select entry.no, entry.day, entry.journal, entry.memo, entry.reverses is not null as is_reversal, number, external_no,
      document.day as document_day, fields ->> 'terms' as terms, cheque.no as cheque, party_name, party_tin,
      receipt #>> '{party,address}' as address
    from entry join document on document.id = document_id left join cheque on cheque.document_id = document.id
    where entry.day between ${startOfMonth(month)}::date and ${endOfMonth(month)}::date and entry.no <= ${last}::bigint
      and (entry.day, entry.no) > (${after.day}::date, ${after.no}::bigint)
    order by entry.day, entry.no limit ${entriesAtOnce}`.execute(db)
  return rows.map((row) => ({
    no: row.no,
    day: row.day,
    journal: row.journal,
    memo: row.memo,
    isReversal: row.is_reversal,
    document: {
      number: row.number,
      externalNo: row.external_no ?? '',
      day: row.document_day,
      terms: row.terms ?? '',
      cheque: row.cheque ?? '',
    },
    party: { name: row.party_name ?? '', tin: row.party_tin ?? '', address: row.address ?? '' },
  }))
}

async function linesOf(db: Db, entries: bigint[]): Promise<Map<bigint, BookLine[]>> {
  const rows = await db
    .selectFrom('line')
    .select([
      'entry_no',
      'account',
      'debit',
      'credit',
      'memo',
      'vat_class as vatClass',
      'purchase_category as category',
    ])
    .where(sql<boolean>`entry_no = any(${entries}::bigint[])`)
    .orderBy('entry_no')
    .orderBy('position')
    .execute()
  const found = new Map<bigint, BookLine[]>()
  for (const { entry_no: no, vatClass, category, ...line } of rows) {
    const made = { ...line, vatClass: vatClass as VatClass | null, category: category as PurchaseCategory | null }
    const known = found.get(no)
    if (known === undefined) found.set(no, [made])
    else known.push(made)
  }
  return found
}
