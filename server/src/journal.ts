// The journal only grows, and this is the only file that writes to it: entries, their lines, the sums kept of them, the chain.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Selectable, Transaction } from 'kysely'
import { canonical } from '@talaan/ledger/digest.ts'
import { monthOf } from '@talaan/ledger/day.ts'
import { assertBalanced } from '@talaan/ledger/journal.ts'
import type { Entry, JournalCode, Line } from '@talaan/ledger/journal.ts'
import type { Tables } from './tables.ts'

type Trx = Transaction<Tables>

/** The end of the chain. Holding it locked makes this transaction the only writer of the books. */
export type Head = { lastEntry: bigint; lastHash: string }

export async function lockHead(trx: Trx): Promise<Head> {
  const head = await trx
    .selectFrom('ledger_head')
    .select(['last_entry as lastEntry', 'last_hash as lastHash'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return head
}

/** The next number of a series in a year. Gapless because it is taken under the head's lock and rolls back with its user. */
export async function nextSerial(trx: Trx, series: string, year: number): Promise<number> {
  const { last } = await trx
    .insertInto('number_series')
    .values({ series, year, last: 1 })
    .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet({ last: sql`number_series.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** SI-2026-000001 */
export const formatNumber = (series: string, year: number, serial: number): string =>
  `${series}-${year}-${serial.toString().padStart(6, '0')}`

export type NewEntry = {
  documentId: string
  /** Digest over the document this entry belongs to, its papers and the reason of a void. */
  seal: string
  entry: Entry
  reverses: bigint | null
  postedBy: string
  /** ISO, UTC, milliseconds. */
  postedAt: string
}

/** Posts one balanced entry at the end of the chain and answers the new head. */
export async function postEntry(trx: Trx, head: Head, posting: NewEntry): Promise<Head> {
  const { entry } = posting
  assertBalanced(entry)
  const no = head.lastEntry + 1n
  const hash = hashOfEntry({ ...posting, no, previousHash: head.lastHash })
  const { lines } = entry
  const column = <T>(of: (line: Line) => T) => lines.map(of)

  await sql`
    with posted as (
      insert into entry (no, document_id, journal, day, memo, reverses, posted_by, posted_at, previous_hash, hash)
      values (${no}, ${posting.documentId}, ${entry.journal}, ${entry.day}, ${entry.memo}, ${posting.reverses},
        ${posting.postedBy}, ${posting.postedAt}, ${head.lastHash}, ${hash})
    ), moved as (
      insert into line (entry_no, position, account, day, debit, credit, memo, party_id, vat_class, tax_base, vat, purchase_category, atc, ewt_rate, ewt_base, ewt, currency, currency_amount)
      select ${no}, position, account, ${entry.day}::date, debit, credit, memo, party_id, vat_class, tax_base, vat, purchase_category, atc, ewt_rate, ewt_base, ewt, currency, currency_amount
      from unnest(
        ${column((_) => _.account)}::text[], ${column((_) => _.debit)}::bigint[], ${column((_) => _.credit)}::bigint[],
        ${column((_) => _.memo ?? '')}::text[], ${column((_) => _.partyId ?? null)}::uuid[],
        ${column((_) => _.tax?.vatClass ?? null)}::text[], ${column((_) => _.tax?.base ?? null)}::bigint[],
        ${column((_) => _.tax?.vat ?? null)}::bigint[], ${column((_) => _.tax?.category ?? null)}::text[],
        ${column((_) => _.withheld?.atc ?? null)}::text[], ${column((_) => _.withheld?.rate ?? null)}::numeric[],
        ${column((_) => _.withheld?.base ?? null)}::bigint[], ${column((_) => _.withheld?.tax ?? null)}::bigint[],
        ${column((_) => _.foreign?.currency ?? null)}::text[], ${column((_) => _.foreign?.amount ?? null)}::bigint[]
      ) with ordinality as given (account, debit, credit, memo, party_id, vat_class, tax_base, vat, purchase_category,
        atc, ewt_rate, ewt_base, ewt, currency, currency_amount, position)
      returning account, debit, credit
    ), movement as (
      select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from moved group by account
    ), by_month as (
      insert into account_month (account, month, debit, credit)
      select account, ${monthOf(entry.day)}, debit, credit from movement
      on conflict (account, month) do update
      set debit = account_month.debit + excluded.debit, credit = account_month.credit + excluded.credit
    )
    insert into account_day (account, day, debit, credit)
    select account, ${entry.day}::date, debit, credit from movement
    on conflict (account, day) do update
    set debit = account_day.debit + excluded.debit, credit = account_day.credit + excluded.credit`.execute(trx)

  await trx.updateTable('ledger_head').set({ last_entry: no, last_hash: hash }).execute()
  return { lastEntry: no, lastHash: hash }
}

export type HashedEntry = NewEntry & { no: bigint; previousHash: string }

/** What the chain seals: every posted column, the document's seal, and the hash before. Verify recomputes it from the rows. */
export function hashOfEntry({
  no,
  documentId,
  seal,
  entry,
  reverses,
  postedBy,
  postedAt,
  previousHash,
}: HashedEntry): string {
  const { journal, day, memo } = entry
  const lines = entry.lines.map((line) => ({ ...line, memo: line.memo ?? '' }))
  return sha256(
    canonical({ no, documentId, seal, journal, day, memo, lines, reverses, postedBy, postedAt, previousHash }),
  )
}

/** A posted entry read back as the ledger knows it. */
export async function entryOf(trx: Trx, no: bigint): Promise<Entry> {
  const head = await trx
    .selectFrom('entry')
    .select(['journal', 'day', 'memo'])
    .where('no', '=', no)
    .executeTakeFirstOrThrow()
  const lines = await trx.selectFrom('line').selectAll().where('entry_no', '=', no).orderBy('position').execute()
  return { journal: head.journal satisfies JournalCode, day: head.day, memo: head.memo, lines: lines.map(lineOf) }
}

export type LineColumns = Omit<Selectable<Tables['line']>, 'entry_no' | 'position' | 'day'>

export function lineOf(row: LineColumns): Line {
  const { vat_class, tax_base, vat, purchase_category, atc, ewt_rate, ewt_base, ewt, currency, currency_amount } = row
  return {
    account: row.account,
    debit: row.debit,
    credit: row.credit,
    ...(row.memo !== '' && { memo: row.memo }),
    ...(row.party_id !== null && { partyId: row.party_id }),
    ...(vat_class !== null &&
      tax_base !== null &&
      vat !== null && {
        tax: {
          vatClass: vat_class as NonNullable<Line['tax']>['vatClass'],
          base: tax_base,
          vat,
          ...(purchase_category !== null && {
            category: purchase_category as NonNullable<NonNullable<Line['tax']>['category']>,
          }),
        },
      }),
    ...(atc !== null &&
      ewt_rate !== null &&
      ewt_base !== null &&
      ewt !== null && { withheld: { atc, rate: plainRate(ewt_rate), base: ewt_base, tax: ewt } }),
    ...(currency !== null && currency_amount !== null && { foreign: { currency, amount: currency_amount } }),
  }
}

/** The database fills a rate up with zeros, '0.020000'; the ledger writes '0.02'. */
const plainRate = (rate: string): string => rate.replace(/\.?0+$/, '')

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
