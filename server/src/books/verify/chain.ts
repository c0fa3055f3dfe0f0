// Checks the hash chain: computes each entry's hash again from its columns, lines, document and attachments.
import type { Kysely } from 'kysely'
import { instant, timestamp } from '../../platform/clock.ts'
import { hashOfEntry, lineOf } from '../journal.ts'
import { sealedWith, sealOf } from '../seal.ts'
import type { SealedAttachment } from '../seal.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** An entry with everything that its hash covers. */
export type Link = {
  entry: RowOf<'entry'>
  /** Undefined if the document is missing. */
  document: RowOf<'document'> | undefined
  lines: readonly RowOf<'line'>[]
  attachments: readonly SealedAttachment[]
  leaf: RowOf<'cheque'> | null
  reason: string | null
}
/** The last checked entry and its hash. */
export type End = { no: bigint; hash: string }
export const beginning: End = { no: 0n, hash: '0'.repeat(64) }

/** Problems of the entries that should follow an end, and the new end. */
export function checkLinks(from: End, links: readonly Link[]): { end: End; problems: string[] } {
  const problems: string[] = []
  let { no: expected, hash: previous } = from
  for (const { entry, document, lines, attachments, leaf, reason } of links) {
    expected += 1n
    if (entry.no !== expected) {
      for (const no of firstMissing(expected, entry.no))
        problems.push(`Entry ${no} is missing from the chain; entry ${entry.no} follows instead.`)
      expected = entry.no
    }
    if (document === undefined) {
      problems.push(`Entry ${entry.no} has no document.`)
      previous = entry.hash
      continue
    }
    const hash = hashOfEntry({
      no: entry.no,
      documentId: entry.document_id,
      seal: sealOf(document, attachments, leaf, entry.reverses === null ? null : reason),
      entry: { journal: entry.journal, day: entry.day, memo: entry.memo, lines: lines.map(lineOf) },
      reverses: entry.reverses,
      postedBy: entry.posted_by,
      postedAt: timestamp(instant(entry.posted_at)),
      previousHash: entry.previous_hash,
    })
    if (entry.previous_hash !== previous) problems.push(`Entry ${entry.no} does not follow the entry before it.`)
    // The hash does not cover these: lines are numbered from one, and times have at most milliseconds.
    const isSpelled = lines.every(({ position }, at) => position === at + 1) && !/\.\d{4,}/.test(entry.posted_at)
    if (hash !== entry.hash || !isSpelled)
      problems.push(`Entry ${entry.no} or its document ${document.number} was changed after it was posted.`)
    previous = entry.hash
  }
  return { end: { no: expected, hash: previous }, problems }
}

/** Names up to twenty missing entries of a gap. */
function firstMissing(expected: bigint, comes: bigint): bigint[] {
  const gap = comes > expected ? Number(comes - expected) : 1
  return Array.from({ length: Math.min(gap, 20) }, (_, at) => expected + BigInt(at))
}

/** Problems of the chain as of now, read in parts; stops soon after `most` of them. It needs no snapshot, because entries never change. */
export async function chainProblems(db: Db, most = 20): Promise<string[]> {
  const head = await db
    .selectFrom('ledger_head')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('entry')
        .select((entry) => entry.fn.max('no').as('no'))
        .as('newest'),
    )
    .executeTakeFirstOrThrow()
  const last = head.newest === null || head.newest < head.last_entry ? head.last_entry : head.newest
  const problems: string[] = []
  let end = beginning
  for (let from = 0n; from < last && problems.length < most; from += chunk) {
    const checked = checkLinks(end, await linksAfter(db, from, last - from < chunk ? last - from : chunk))
    end = checked.end
    problems.push(...checked.problems)
  }
  for (const no of firstMissing(end.no + 1n, head.last_entry + 1n))
    if (no <= head.last_entry) problems.push(`Entry ${no} is missing at the end of the chain.`)
  if (end.no !== head.last_entry || end.hash !== head.last_hash)
    problems.push(`The chain ends at entry ${end.no}, but the stored last entry is ${head.last_entry}.`)
  const newest = await db.selectFrom('entry').select('posted_at').where('no', '=', end.no).executeTakeFirst()
  if (head.last_posted_at !== (newest?.posted_at ?? null))
    problems.push(`The stored time of the last entry differs from the time of entry ${end.no}.`)
  return problems
}

/** Problems of one entry, and of its links to the previous and the next one. */
export async function entryProblems(db: Db, no: bigint): Promise<string[]> {
  const around = await db
    .selectFrom('entry')
    .select(['no', 'hash', 'previous_hash'])
    .where('no', 'in', [no - 1n, no + 1n])
    .execute()
  const before = around.find((entry) => entry.no === no - 1n)
  const next = around.find((entry) => entry.no === no + 1n)
  const from = no === 1n ? beginning : { no: no - 1n, hash: before?.hash ?? '' }
  const { end, problems } = checkLinks(from, await linksAfter(db, no - 1n, 1n))
  const head = await db.selectFrom('ledger_head').selectAll().executeTakeFirstOrThrow()
  const after = next?.previous_hash ?? (head.last_entry === no ? head.last_hash : '')
  if (after !== end.hash) problems.push(`The entries after entry ${no} do not follow it in the chain.`)
  return problems
}

const chunk = 2000n

/** The next chunk of entries after a number. */
export async function linksAfter(db: Db, from: bigint, most = chunk): Promise<Link[]> {
  const entries = await db
    .selectFrom('entry')
    .selectAll()
    .where('no', '>', from)
    .where('no', '<=', from + most)
    .orderBy('no')
    .execute()
  const ids = [...new Set(entries.map(({ document_id }) => document_id))]
  if (ids.length === 0) return []
  const documents = new Map(
    (await db.selectFrom('document').selectAll().where('id', 'in', ids).execute()).map((row) => [row.id, row]),
  )
  const voids = new Map(
    (await db.selectFrom('document_void').selectAll().where('document_id', 'in', ids).execute()).map((row) => [
      row.document_id,
      row,
    ]),
  )
  const { attachments, leaves } = await sealedWith(db, ids)
  const lines = Map.groupBy(
    await db
      .selectFrom('line')
      .selectAll()
      .where('entry_no', '>', from)
      .where('entry_no', '<=', from + most)
      .orderBy('entry_no')
      .orderBy('position')
      .execute(),
    (line) => line.entry_no,
  )
  return entries.map((entry) => {
    const document = documents.get(entry.document_id)
    return {
      entry,
      document,
      lines: lines.get(entry.no) ?? [],
      attachments: attachments.get(entry.document_id) ?? [],
      leaf: leaves.get(entry.document_id) ?? null,
      reason: voids.get(entry.document_id)?.reason ?? null,
    }
  })
}
