// What the chain of entries seals, as texts: whoever has the rows and SHA-256 can make every hash again.
import type { Day } from '../day.ts'
import { canonical } from '../digest.ts'

/** Before the first entry. */
export const noHash = '0'.repeat(64)

/** As much of a document as its seal covers; amounts are bigint, or decimal strings as they travel. */
export type SealedDocument = {
  id: string
  kind: string
  number: string
  external_no: string | null
  day: Day
  due_day: Day | null
  party_id: string | null
  memo: string
  total: unknown
  fields: unknown
  receipt: unknown
  digest: string
  recorded_by: string
}

/**
 * The text whose SHA-256 is the seal of a document: the whole document, its papers by their digests and, for a void, its
 * reason. It is what the chain holds fast beside the entry.
 */
export function documentText(
  document: SealedDocument,
  papers: readonly { name: string; content: string }[],
  reason: string | null,
): string {
  const { id, kind, number, external_no, day, due_day, party_id, memo, total, fields, receipt, digest, recorded_by } =
    document
  return canonical({
    ...{ id, kind, number, external_no, day, due_day, party_id, memo, total, fields, receipt, digest, recorded_by },
    ...{ papers, reason },
  })
}

export type ChainedEntry = {
  no: unknown
  documentId: string
  /** SHA-256 of the document's text. */
  seal: string
  journal: string
  day: Day
  memo: string
  /** Each with its memo, '' where it has none. */
  lines: readonly unknown[]
  reverses: unknown
  postedBy: string
  /** ISO, UTC, milliseconds. */
  postedAt: string
  previousHash: string
}

/** The text whose SHA-256 is the hash of an entry: every posted column, the document's seal, and the hash before. */
export function entryText({
  no,
  documentId,
  seal,
  journal,
  day,
  memo,
  lines,
  reverses,
  postedBy,
  postedAt,
  previousHash,
}: ChainedEntry): string {
  return canonical({ no, documentId, seal, journal, day, memo, lines, reverses, postedBy, postedAt, previousHash })
}
