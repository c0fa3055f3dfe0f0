// Document search: by the beginnings of words (see migration 0009 for words) and by filters, in the order asked for.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { paidTypes } from '@talaan/contract/documents.ts'
import type { StateFilter } from '@talaan/contract/documents.ts'
import type { TransactionFilters } from '@talaan/contract/transactions.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { bookLineIsFree, bookLineStands } from '../../books/bank-positions.ts'
import { withMerged } from '../../books/merged-parties.ts'
import { hasTags } from '../../books/tags.ts'

/** Open balances in lists: receivables, payables, credits, and transfers in transit; not undeposited receipts. */
export const owedAndCredited: readonly string[] = [
  accounts.receivables,
  accounts.payables,
  accounts.customerAdvances,
  accounts.supplierAdvances,
  accounts.inTransit,
]

/** The last document of the previous page, with the value it is sorted by. */
export type After = { key: string; at: string; id: string }

type Page = { filters: TransactionFilters; after: After | undefined; length: number; today: Day }

/** The number of newest documents scanned before the index is used, which is slow for words in every document. */
const lookedThrough = 500

/** The first matching documents in order, with the values they are sorted by. */
export async function documentsMeant(
  db: Kysely<Tables>,
  { filters, after, length, today }: Page,
): Promise<{ id: string; key: string }[]> {
  const order = orderOf(filters, today)
  const among = [...conditionsOf(filters, today), ...(after === undefined ? [] : [order.after(after)])]
  const all = sql.join(among, sql` and `)
  const has = hasWords(filters, await correctedAndMeant(db, filters))
  const found = async (from: RawBuilder<unknown>) => {
    const select = sql<{ id: string; key: string }>`
      select id, (${order.key})::text as key from ${from} order by ${order.by} limit ${length}`
    return (await select.execute(db)).rows
  }
  if (has === undefined) return found(sql`document where ${all}`)
  const newest = await found(sql`(
    select ${sortedBy}, search_words, party_id from document where ${all} order by ${order.by} limit ${lookedThrough}
  ) as document where ${has}`)
  if (newest.length === length) return newest
  // Without the offset a rare word would be searched by scanning all documents in order.
  return found(sql`(select ${sortedBy} from document where ${has} and ${all} offset 0) as document`)
}

/** The columns that orders read. */
const sortedBy = sql`id, kind, day, due_day, total, party_name, recorded_at`

/**
 * The conditions of filters and search on `document`, for totals over all of them; `corrected` are the parties of
 * correctedAndMeant.
 */
export const isMeant = (filters: TransactionFilters, corrected: readonly string[], today: Day): RawBuilder<unknown> =>
  sql.join([...conditionsOf(filters, today), hasWords(filters, corrected) ?? sql`true`], sql` and `)

/** What a list is sorted by; documents with the same value follow each other in the order of recording. */
const keys = {
  day: () => ({ key: sql`day`, type: sql`date` }),
  due: () => ({ key: sql`coalesce(due_day, day)`, type: sql`date` }),
  total: () => ({ key: sql`total`, type: sql`bigint` }),
  // Those without a customer or supplier come last from A to Z.
  party: () => ({ key: sql`coalesce('0' || lower(party_name), '1')`, type: sql`text` }),
  status: (today: Day) => ({ key: urgency(today), type: sql`int` }),
}

function orderOf({ order = 'recorded', ascending }: TransactionFilters, today: Day) {
  const [direction, beyond] = ascending === undefined ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  if (order === 'recorded')
    return {
      key: sql`''`,
      by: sql`recorded_at ${direction}, id ${direction}`,
      after: ({ at, id }: After) => sql`(recorded_at, id) ${beyond} (${at}::timestamptz, ${id}::uuid)`,
    }
  const { key, type } = keys[order](today)
  return {
    key,
    by: sql`${key} ${direction}, recorded_at ${direction}, id ${direction}`,
    after: ({ key: last, at, id }: After) =>
      sql`(${key}, recorded_at, id) ${beyond} (${last}::${type}, ${at}::timestamptz, ${id}::uuid)`,
  }
}

/** The states of `stateOf` as numbers, so that what needs to be looked at first has the largest. */
function urgency(today: Day): RawBuilder<unknown> {
  const openItems = (condition: RawBuilder<unknown>) =>
    sql`(select document_id from item_balance where open > 0 and ${condition}
      and account = any(${[...owedAndCredited]}::text[]))`
  const cleared = sql`(select entry.document_id from entry join bank_book_line as book on book.entry_no = entry.no
    where entry.reverses is null and entry.document_id is not null and ${bookLineStands}
    group by entry.document_id having bool_and(not ${bookLineIsFree}))`
  return sql`case
    when document.id in (select document_id from document_void) then 0
    when kind = any(${[...paidTypes]}::text[]) then case
      when document.id not in ${openItems(sql`true`)} then 1
      when coalesce(due_day, day) < ${today}::date then 6
      when document.id in ${openItems(sql`open < opened`)} then 4
      else 5 end
    when document.id in ${openItems(sql`true`)} then 3
    when document.id in ${cleared} then 1
    else 2 end`
}

function conditionsOf(filters: TransactionFilters, today: Day): RawBuilder<unknown>[] {
  const { kinds, status, from, to, party, recordedBy, least, most, files, open } = filters
  const filed = sql`exists (select from attachment where document_id = document.id)`
  const tagged = hasTags('document.id', filters)
  const owed = sql`exists (select from item_balance where document_id = document.id and open > 0
    and account = any(${[...owedAndCredited]}::text[]))`
  return [
    sql`true`,
    // For a single type its index has the order.
    ...(kinds === undefined ? [] : [kinds.length === 1 ? sql`kind = ${kinds[0]}` : sql`kind = any(${kinds}::text[])`]),
    ...(status === undefined ? [] : [inState(status, today)]),
    ...(from === undefined ? [] : [sql`day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`day <= ${to}::date`]),
    ...(party === undefined ? [] : [sql`document.party_id in ${withMerged(party)}`]),
    ...(recordedBy === undefined
      ? []
      : [sql`document.recorded_by = any(array(select id from users where client_id = ${recordedBy}))`]),
    ...(least === undefined ? [] : [sql`total >= ${least}::bigint`]),
    ...(most === undefined ? [] : [sql`total <= ${most}::bigint`]),
    ...(files === undefined ? [] : [files === 'with' ? filed : sql`not ${filed}`]),
    ...(open === undefined ? [] : [owed]),
    ...(tagged === undefined ? [] : [tagged]),
  ]
}

const voided = sql`exists (select from document_void where document_id = document.id)`

/** Balances are read from the index of open items, which is short however many documents there are. */
function inState(state: StateFilter, today: Day): RawBuilder<unknown> {
  if (state === 'void') return voided
  if (state === 'recorded') return sql`not ${voided}`
  const owed = (condition: RawBuilder<unknown>) =>
    sql`document.id in (select document_id from item_balance where open > 0 and ${condition}
      and account in (${accounts.receivables}, ${accounts.payables}))`
  const isPaidLater = sql`kind = any(${[...paidTypes]}::text[])`
  if (state === 'paid') return sql`${isPaidLater} and not ${voided} and not ${owed(sql`true`)}`
  const states = {
    open: owed(sql`true`),
    unpaid: owed(sql`open = opened`),
    partly: owed(sql`open < opened`),
    overdue: sql`coalesce(due_day, day) < ${today}::date and ${owed(sql`true`)}`,
  }
  return sql`${isPaidLater} and ${states[state]}`
}

function hasWords({ search }: TransactionFilters, corrected: readonly string[]): RawBuilder<unknown> | undefined {
  const words = wordsToFind(search)
  if (words.length === 0) return undefined
  const query = words.map(wordBegins).join(' & ')
  const has = sql`search_words @@ ${query}::tsquery`
  return corrected.length === 0 ? has : sql`(${has} or document.party_id = any(${[...corrected]}::uuid[]))`
}

/** Corrected and merged parties that match the search now: their earlier documents are found as well. */
export async function correctedAndMeant(db: Kysely<Tables>, { search }: TransactionFilters): Promise<string[]> {
  const words = wordsToFind(search)
  if (words.length === 0) return []
  return idsOf(
    db,
    sql`select recorded.id
      from (select party_id as id from party_correction union select id from party where merged_into is not null) as changed
      join party as recorded using (id) join party on party.id = coalesce(recorded.merged_into, recorded.id)
      where to_tsvector('simple', party.name || ' ' || coalesce(party.tin9, '')) @@ ${words.map(wordBegins).join(' & ')}::tsquery`,
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
