// The journal is append-only, and this is the only file that writes it: entries, their lines, their sums, the chain.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Selectable, Transaction } from 'kysely'
import { monthOf } from '@talaan/ledger/core/date.ts'
import { assertBalanced } from '@talaan/ledger/accounts/journal.ts'
import type { Entry, JournalCode, Line } from '@talaan/ledger/accounts/journal.ts'
import { entryText } from '@talaan/ledger/proof/chain.ts'
import { instant } from '../platform/clock.ts'
import { rowInto, writeTogether } from '../platform/db/one-statement.ts'
import type { Part } from '../platform/db/one-statement.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/** The end of the chain. Locking it makes this transaction the only writer of the books. */
export type Head = { lastEntry: bigint; lastHash: string; lastPostedAt: string | null }

/**
 * The time of the next posting: now, but never before the last entry, which may have been stamped by a faster clock.
 */
export const timeAfter = ({ lastPostedAt }: Head, now: number): number =>
  lastPostedAt === null ? now : Math.max(now, instant(lastPostedAt))

export async function lockHead(trx: Trx): Promise<Head> {
  const head = await trx
    .selectFrom('ledger_head')
    .select(['last_entry as lastEntry', 'last_hash as lastHash', 'last_posted_at as lastPostedAt'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return head
}

/** A series of numbers in a year, and the last number taken. */
export type Series = { series: string; year: number; last: number }

/**
 * Locks the head, and reads the last number of a series in the same round trip, while no other transaction can post.
 */
export async function lockHeadAndSeries(
  trx: Trx,
  { series, year }: Pick<Series, 'series' | 'year'>,
): Promise<{ head: Head; last: number }> {
  // Both rows are locked, so that both are read again after waiting for another posting.
  const found = await trx
    .selectFrom(['ledger_head', 'number_series'])
    .select(['last_entry as lastEntry', 'last_hash as lastHash', 'last_posted_at as lastPostedAt', 'last'])
    .where('series', '=', series)
    .where('year', '=', year)
    .forUpdate(['ledger_head', 'number_series'])
    .executeTakeFirst()
  if (found !== undefined) return { head: found, last: found.last }
  // The first of its year, unless a concurrent transaction was faster.
  const head = await lockHead(trx)
  const begun = await trx
    .selectFrom('number_series')
    .select('last')
    .where('series', '=', series)
    .where('year', '=', year)
    .executeTakeFirst()
  return { head, last: begun?.last ?? 0 }
}

/** The next number. Gapless because the series is only read and written under the head's lock. */
export const numberTaken = ({ series, year, last }: Series): Part => sql`
  insert into number_series (series, year, last) select ${series}, ${year}, ${last} from agreed
  on conflict (series, year) do update set last = excluded.last`

/** SI-2026-000001 */
export const formatNumber = (series: string, year: number, serial: number): string =>
  `${series}-${year}-${serial.toString().padStart(6, '0')}`

export type NewEntry = {
  documentId: string
  /** Digest over the document of this entry, its attachments and the reason of a void. */
  seal: string
  entry: Entry
  reverses: bigint | null
  postedBy: string
  /** ISO, UTC, milliseconds. */
  postedAt: string
}

/** Posts a balanced entry at the end of the chain and returns the new head. */
export async function postEntry(trx: Trx, head: Head, posting: NewEntry): Promise<Head> {
  const { next, parts } = entryAfter(head, posting)
  await writeTogether(trx, sql`select`, parts)
  return next
}

/** A balanced entry at the end of the chain, as parts of the writing statement, and the new head. */
export function entryAfter(head: Head, posting: NewEntry): { next: Head; parts: Record<string, Part> } {
  const { entry } = posting
  assertBalanced(entry)
  const no = head.lastEntry + 1n
  const hash = hashOfEntry({ ...posting, no, previousHash: head.lastHash })
  const { lines } = entry
  const column = <T>(of: (line: Line) => T) => lines.map(of)

  const parts = {
    new_entry: rowInto('entry', {
      no,
      document_id: posting.documentId,
      journal: entry.journal,
      day: entry.day,
      memo: entry.memo,
      reverses: posting.reverses,
      posted_by: posting.postedBy,
      posted_at: posting.postedAt,
      previous_hash: head.lastHash,
      hash,
    }),
    moved: sql`
      insert into line (entry_no, position, account, day, debit, credit, memo, party_id, vat_class, tax_base, vat, purchase_category, atc, ewt_rate, ewt_base, ewt, currency, currency_amount)
      select ${no}, position, account, ${entry.day}::date, debit, credit, memo, party_id, vat_class, tax_base, vat, purchase_category, atc, ewt_rate, ewt_base, ewt, currency, currency_amount
      from agreed, unnest(
        ${column((_) => _.account)}::text[], ${column((_) => _.debit)}::bigint[], ${column((_) => _.credit)}::bigint[],
        ${column((_) => _.memo ?? '')}::text[], ${column((_) => _.partyId ?? null)}::uuid[],
        ${column((_) => _.tax?.vatClass ?? null)}::text[], ${column((_) => _.tax?.base ?? null)}::bigint[],
        ${column((_) => _.tax?.vat ?? null)}::bigint[], ${column((_) => _.tax?.category ?? null)}::text[],
        ${column((_) => _.withheld?.atc ?? null)}::text[], ${column((_) => _.withheld?.rate ?? null)}::numeric[],
        ${column((_) => _.withheld?.base ?? null)}::bigint[], ${column((_) => _.withheld?.tax ?? null)}::bigint[],
        ${column((_) => _.foreign?.currency ?? null)}::text[], ${column((_) => _.foreign?.amount ?? null)}::bigint[]
      ) with ordinality as given (account, debit, credit, memo, party_id, vat_class, tax_base, vat, purchase_category,
        atc, ewt_rate, ewt_base, ewt, currency, currency_amount, position)
      returning account, debit, credit`,
    movement: sql`select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from moved group by account`,
    by_month: sql`
      insert into account_month (account, month, debit, credit)
      select account, ${monthOf(entry.day)}, debit, credit from movement
      on conflict (account, month) do update
      set debit = account_month.debit + excluded.debit, credit = account_month.credit + excluded.credit`,
    by_day: sql`
      insert into account_day (account, day, debit, credit)
      select account, ${entry.day}::date, debit, credit from movement
      on conflict (account, day) do update
      set debit = account_day.debit + excluded.debit, credit = account_day.credit + excluded.credit`,
    new_head: sql`
      update ledger_head set last_entry = ${no}, last_hash = ${hash}, last_posted_at = ${posting.postedAt}::timestamptz from agreed`,
  }
  return { next: { lastEntry: no, lastHash: hash, lastPostedAt: posting.postedAt }, parts }
}

export type HashedEntry = NewEntry & { no: bigint; previousHash: string }

/**
 * The sealed content: every posted column, the document's seal, and the previous hash. Verify recomputes it from the
 * rows.
 */
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
    entryText({ no, documentId, seal, journal, day, memo, lines, reverses, postedBy, postedAt, previousHash }),
  )
}

/** A posted entry, read into the ledger's type. */
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

/** The database pads a rate with zeros, '0.020000'; the ledger writes '0.02'. */
const plainRate = (rate: string): string => rate.replace(/\.?0+$/, '')

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** A stable id for a text, so that the same input gives the same id again. */
export const uuidOf = (text: string): string => {
  const hex = sha256(text)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
