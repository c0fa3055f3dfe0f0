// Document search: by the beginnings of words (see migration 0009 for words) and by filters.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { TransactionFilters } from '@talaan/contract/transactions.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Open balances in lists: receivables, payables, credits, and transfers in transit; not undeposited receipts. */
export const owedAndCredited: readonly string[] = [
  accounts.receivables,
  accounts.payables,
  accounts.customerAdvances,
  accounts.supplierAdvances,
  accounts.inTransit,
]

/** The last document of the previous page. */
export type After = { day: string; at: string; id: string }

type Page = { filters: TransactionFilters; after: After | undefined; length: number }

/** The number of newest documents scanned before the index is used, which is slow for words in every document. */
const lookedThrough = 500

/** The ids of the first matching documents, in order. */
export async function documentsMeant(db: Kysely<Tables>, { filters, after, length }: Page): Promise<string[]> {
  const order = orders[filters.order ?? 'recorded']
  const among = [...conditionsOf(filters), ...(after === undefined ? [] : [order.after(after)])]
  const all = sql.join(among, sql` and `)
  const has = hasWords(filters, await correctedAndMeant(db, filters))
  if (has === undefined) {
    return idsOf(db, sql`select id from document where ${all} order by ${order.by} limit ${length}`)
  }
  const newest = await idsOf(
    db,
    sql`select id from (
      select id, day, recorded_at, search_words, party_id from document where ${all} order by ${order.by} limit ${lookedThrough}
    ) as document where ${has} order by ${order.by} limit ${length}`,
  )
  if (newest.length === length) return newest
  // Without the offset a rare word would be searched by scanning all documents in order.
  return idsOf(
    db,
    sql`select id from (
      select id, day, recorded_at from document where ${has} and ${all} offset 0
    ) as found order by ${order.by} limit ${length}`,
  )
}

/**
 * The conditions of filters and search on `document`, for totals over all of them; `corrected` are the parties of
 * correctedAndMeant.
 */
export const isMeant = (filters: TransactionFilters, corrected: readonly string[]): RawBuilder<unknown> =>
  sql.join([...conditionsOf(filters), hasWords(filters, corrected) ?? sql`true`], sql` and `)

const orders = {
  recorded: {
    by: sql`recorded_at desc, id desc`,
    after: ({ at, id }: After) => sql`(recorded_at, id) < (${at}::timestamptz, ${id}::uuid)`,
  },
  day: {
    by: sql`day desc, recorded_at desc, id desc`,
    after: ({ day, at, id }: After) => sql`(day, recorded_at, id) < (${day}::date, ${at}::timestamptz, ${id}::uuid)`,
  },
}

function conditionsOf(filters: TransactionFilters): RawBuilder<unknown>[] {
  const { kinds, status, from, to, party, recordedBy, least, most, files, open } = filters
  const voided = sql`exists (select from document_void where document_id = document.id)`
  const filed = sql`exists (select from attachment where document_id = document.id)`
  const owed = sql`exists (select from item_balance where document_id = document.id and open > 0
    and account = any(${[...owedAndCredited]}::text[]))`
  return [
    sql`true`,
    // For a single type its index has the order.
    ...(kinds === undefined ? [] : [kinds.length === 1 ? sql`kind = ${kinds[0]}` : sql`kind = any(${kinds}::text[])`]),
    ...(status === undefined ? [] : [status === 'void' ? voided : sql`not ${voided}`]),
    ...(from === undefined ? [] : [sql`day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`day <= ${to}::date`]),
    ...(party === undefined ? [] : [sql`document.party_id = ${party}::uuid`]),
    ...(recordedBy === undefined
      ? []
      : [sql`document.recorded_by = any(array(select id from users where client_id = ${recordedBy}))`]),
    ...(least === undefined ? [] : [sql`total >= ${least}::bigint`]),
    ...(most === undefined ? [] : [sql`total <= ${most}::bigint`]),
    ...(files === undefined ? [] : [files === 'with' ? filed : sql`not ${filed}`]),
    ...(open === undefined ? [] : [owed]),
  ]
}

function hasWords({ search }: TransactionFilters, corrected: readonly string[]): RawBuilder<unknown> | undefined {
  const words = wordsToFind(search)
  if (words.length === 0) return undefined
  const query = words.map(wordBegins).join(' & ')
  const has = sql`search_words @@ ${query}::tsquery`
  return corrected.length === 0 ? has : sql`(${has} or document.party_id = any(${[...corrected]}::uuid[]))`
}

/** Corrected parties that match the search now: their earlier documents are found as well. */
export async function correctedAndMeant(db: Kysely<Tables>, { search }: TransactionFilters): Promise<string[]> {
  const words = wordsToFind(search)
  if (words.length === 0) return []
  return idsOf(
    db,
    sql`select distinct party_id as id from party_correction join party on party.id = party_id
      where to_tsvector('simple', name || ' ' || coalesce(tin9, '')) @@ ${words.map(wordBegins).join(' & ')}::tsquery`,
  )
}

/** The search words as in the index: lower case without accents, figures without commas. */
export const wordsToFind = (search = ''): string[] =>
  search
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f,₱]/g, '')
    // oxlint-disable-next-line no-control-regex -- PostgreSQL can't store NUL
    .split(/[\s\u0000-\u001f]+/)
    .map((word) => word.replace(/^[("'#:/-]+|[)"'.:;!?/-]+$/g, '').slice(0, 60))
    // 'TIN 123-456' and 'PHP 42,800' as copied from a document.
    .filter((word, at, all) => word !== '' && !(/^(tin|php|p)$/.test(word) && /^\d/.test(all[at + 1] ?? '')))
    .slice(0, 8)

/** A TIN may be typed in groups, and an amount with its currency; the index also has the digits alone. */
function wordBegins(word: string): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '$&$&')}':*`
  const plain = /^[\d-]+$/.test(word)
    ? word.replaceAll('-', '')
    : (/^(?:php|p)(\d+(?:\.\d*)?)$/.exec(word)?.[1] ?? word)
  return plain === word ? quoted(word) : `(${quoted(word)} | ${quoted(plain)})`
}

async function idsOf(db: Kysely<Tables>, select: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${select}`.execute(db)
  return rows.map(({ id }) => id)
}
