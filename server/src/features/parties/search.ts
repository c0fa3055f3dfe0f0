// The search while typing finds names by the beginnings of words, and TINs by any part: best first, at most twenty.
import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { ListedParty, PartyOrder, PartyRole, PartyRow, PartySearchRow } from '@talaan/contract/parties.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { countryName } from '@talaan/ledger/core/country.ts'
import { searchWords, tinDigits } from '@talaan/ledger/core/party.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { present, rowOf } from './rows.ts'
import type { StoredRow } from './rows.ts'

export const maxFound = 20

/** Fewer digits than this occur in nearly every TIN, so only their beginning is searched. */
const tellingDigits = 3

type Query = SelectQueryBuilder<Tables, 'party', StoredRow>

export async function findParties(
  db: Kysely<Tables>,
  { search = '', role }: { search?: string | undefined; role?: PartyRole | undefined },
): Promise<PartySearchRow[]> {
  const rows = await bestMatches(db, { search, role, limit: maxFound })
  const ids = rows.map(({ id }) => id)
  const balances = role === undefined ? null : await balancesOf(db, role, ids)
  return rows.map((row) => ({ ...rowOf(row), balance: balances && (balances.get(row.id) ?? noBalance) }))
}

/** The whole register in pages, by name. A page begins after the position that the page before it gave. */
export async function pageOfParties(
  db: Kysely<Tables>,
  { role, after, length }: { role?: PartyRole | undefined; after?: string | undefined; length: number },
): Promise<{ parties: PartyRow[]; next: string | null }> {
  let query = present(db)
    .select('search_name as searchName')
    .orderBy(sql`search_name collate "C"`)
    .orderBy('id')
    .limit(length + 1)
  if (role !== undefined) query = query.where(role, '=', true)
  if (after !== undefined) {
    const [id, name] = [after.slice(0, 36), after.slice(36)]
    query = query.where(sql<boolean>`(search_name collate "C", id) > (${name}, ${id}::uuid)`)
  }
  const rows = await query.execute()
  const page = rows.slice(0, length)
  const last = rows.length > length ? page.at(-1) : undefined
  return { parties: page.map(rowOf), next: last === undefined ? null : `${last.id}${last.searchName}` }
}

type ListRequest = { search?: string | undefined; role?: PartyRole | undefined; order?: PartyOrder; limit: number }

/** The rows of the register, and whether there are more. */
export async function listed(
  db: Kysely<Tables>,
  { search = '', role, order = 'name', limit }: ListRequest,
): Promise<{ parties: ListedParty[]; hasMore: boolean }> {
  const isSearch = search.trim() !== ''
  const found =
    isSearch || order === 'name'
      ? await bestMatches(db, { search, role, limit: limit + 1 })
      : await largest(db, { role, order, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const ids = rows.map(({ id }) => id)
  const [owing, owed] = [await balancesOf(db, 'customer', ids), await balancesOf(db, 'supplier', ids)]
  const parties = rows.map((row) => ({
    ...rowOf(row),
    receivable: row.customer ? (owing.get(row.id) ?? noBalance).open : null,
    payable: row.supplier ? (owed.get(row.id) ?? noBalance).open : null,
  }))
  if (isSearch && order !== 'name') parties.sort((a, b) => Number((b[order] ?? -1n) - (a[order] ?? -1n)))
  return { parties, hasMore: found.length > limit }
}

const noBalance = { open: 0n, credit: 0n }

/** The best searches run first, further ones only while there is room. */
async function bestMatches(
  db: Kysely<Tables>,
  { search, role, limit }: { search: string; role: PartyRole | undefined; limit: number },
): Promise<StoredRow[]> {
  const found = new Map<string, StoredRow>()
  for (const look of waysOf(search)) {
    if (found.size >= limit) break
    const query = look(present(db)).orderBy('tin9').orderBy('branch_code').limit(limit)
    const wanted = role === undefined ? query : query.where(role, '=', true)
    // The register begins with the parties that people registered; the picker of an invoice also offers walk-in sales.
    const isWhole = role === undefined && search.trim() === ''
    const rows = await (isWhole ? wanted.where('registered_by', 'is not', null) : wanted).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return [...found.values()].slice(0, limit)
}

/** The parties that owe or are owed most; those without a balance follow by name. */
function largest(
  db: Kysely<Tables>,
  { role, order, limit }: { role: PartyRole | undefined; order: Exclude<PartyOrder, 'name'>; limit: number },
): Promise<StoredRow[]> {
  const { open } = accountsOf[order === 'receivable' ? 'customer' : 'supplier']
  const balance = sql`(select sum(open) from item_balance where open > 0 and account = ${open} and party_id = party.id)`
  const query = present(db)
    .where('registered_by', 'is not', null)
    .orderBy(sql`coalesce(${balance}, 0) desc`)
    .orderBy(sql`search_name using ~<~`)
    .limit(limit)
  return (role === undefined ? query : query.where(role, '=', true)).execute()
}

/** The control account of a customer or a supplier, and its credit account. */
const accountsOf = {
  customer: { open: accounts.receivables, credit: accounts.customerAdvances },
  supplier: { open: accounts.payables, credit: accounts.supplierAdvances },
} satisfies Record<PartyRole, { open: string; credit: string }>

async function balancesOf(
  db: Kysely<Tables>,
  role: PartyRole,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<PartySearchRow['balance']>>> {
  const { open, credit } = accountsOf[role]
  const { rows } = await sql<{ id: string; open: bigint; credit: bigint }>`
    select party_id as id, coalesce(sum(open) filter (where account = ${open}), 0)::bigint as open,
      coalesce(sum(open) filter (where account = ${credit}), 0)::bigint as credit
    from item_balance where open > 0 and account in (${open}, ${credit}) and party_id = any(${[...ids]}::uuid[])
    group by party_id`.execute(db)
  return new Map(rows.map(({ id, ...balance }) => [id, balance]))
}

function waysOf(search: string): ((query: Query) => Query)[] {
  if (search.trim() === '') return [nameBegins([])]
  const digits = tinDigits(search)
  // 'TIN 123-456' as copied from a document.
  const typed = digits.length >= tellingDigits ? search.replace(/^\s*tin\b/i, '') : search
  const words = searchWords(typed, { endings: 'dropped' })
  const looksLikeTin = digits !== '' && words.every((word) => /^\d+$/.test(word))
  return [
    ...(looksLikeTin ? [tinBegins(digits)] : []),
    ...(words.length > 0 ? [nameBegins(words)] : []),
    ...(looksLikeTin && digits.length >= tellingDigits ? [wordsBegin([digits])] : []),
    ...(words.length > 0 ? [wordsBegin(words)] : []),
  ]
}

/** The branch may be typed with three digits, as on most documents. */
const tinBegins = (digits: string) => (query: Query) => {
  const [tin9, branch] = [digits.slice(0, 9), digits.slice(9)]
  const begun = query.where('tin9', '>=', tin9.padEnd(9, '0')).where('tin9', '<=', tin9.padEnd(9, '9'))
  if (branch === '') return begun
  return begun.where((or) =>
    or.or([or('branch_code', 'like', `${branch}%`), or('branch_code', '=', branch.padStart(5, '0'))]),
  )
}

// Words are letters and digits only: without wildcards and quotes.
const nameBegins = (words: string[]) => (query: Query) =>
  query.where('search_name', 'like', `${words.join(' ')}%`).orderBy(sql`search_name using ~<~`)

// Sorted in an order without an index: otherwise a rare word would be searched by scanning all names in order.
const wordsBegin = (words: string[]) => (query: Query) =>
  query
    .where(
      sql<boolean>`array_to_tsvector(string_to_array(search_words, ' ')) @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`,
    )
    .orderBy(sql`search_name collate "C"`)

type Named = Pick<PartyFields, 'tradeName' | 'country' | 'foreignTaxNo'> & { name: string; tin9: string | null }

/**
 * The search keys of a party: every word of its names, its country, its foreign tax number, and its TIN from each
 * significant digit on.
 */
export function wordsToFind({ name, tradeName, country, foreignTaxNo, tin9 }: Named): string {
  const words = searchWords(`${name} ${tradeName} ${countryName(country)} ${foreignTaxNo}`, { endings: 'kept' })
  const parts = tin9 === null ? [] : Array.from({ length: tin9.length - tellingDigits + 1 }, (_, i) => tin9.slice(i))
  return [...new Set([...words, ...parts])].join(' ')
}
