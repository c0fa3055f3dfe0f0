// What one types finds documents by the beginnings of their words; see migration 0009 for what counts as a word.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../tables.ts'

export type Page = {
  words: readonly string[]
  kind: string | undefined
  status: 'recorded' | 'void' | undefined
  after: { at: string; id: string } | undefined
  length: number
}

/** So many of the newest are looked through before the index is asked: there, a word that is in every paper is slow. */
const lookedThrough = 500

/** The ids of the newest documents that have all the words. */
export async function documentsWith(db: Kysely<Tables>, page: Page): Promise<string[]> {
  const among = sql.join(conditions(page), sql` and `)
  const has = sql`search_words @@ ${page.words.map(wordBegins).join(' & ')}::tsquery`
  const newestFirst = sql`order by recorded_at desc, id desc`
  const newest = await idsOf(
    db,
    sql`select id from (
      select id, recorded_at, search_words from document where ${among} ${newestFirst} limit ${lookedThrough}
    ) as newest where ${has} ${newestFirst} limit ${page.length}`,
  )
  if (newest.length === page.length) return newest
  // Without the offset a rare word would be sought by walking through all documents in their order.
  return idsOf(
    db,
    sql`select id from (
      select id, recorded_at from document where ${has} and ${among} offset 0
    ) as found ${newestFirst} limit ${page.length}`,
  )
}

/** The words of a search as the index has them: small letters without marks, figures without commas. */
export const wordsToFind = (search = ''): string[] =>
  search
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f,₱]/g, '')
    // oxlint-disable-next-line no-control-regex -- PostgreSQL takes no NUL, and nobody means one
    .split(/[\s\u0000-\u001f]+/)
    .map((word) => word.replace(/^[("'#:/-]+|[)"'.:;!?/-]+$/g, '').slice(0, 60))
    // 'TIN 123-456' as it is copied from a paper.
    .filter((word, at, all) => word !== '' && !(word === 'tin' && /^\d/.test(all[at + 1] ?? '')))
    .slice(0, 8)

function conditions({ kind, status, after }: Page): RawBuilder<unknown>[] {
  const voided = sql`exists (select from document_void where document_id = document.id)`
  return [
    sql`true`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(status === undefined ? [] : [status === 'void' ? voided : sql`not ${voided}`]),
    ...(after === undefined ? [] : [sql`(recorded_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`]),
  ]
}

/** A TIN may be typed in groups; its digits stand together among the words as well. */
function wordBegins(word: string): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '$&$&')}':*`
  return /^[\d-]+$/.test(word) && word.includes('-')
    ? `(${quoted(word)} | ${quoted(word.replaceAll('-', ''))})`
    : quoted(word)
}

async function idsOf(db: Kysely<Tables>, select: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${select}`.execute(db)
  return rows.map(({ id }) => id)
}
