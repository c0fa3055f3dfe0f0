// The texts sealed by the chain of entries: with the rows and SHA-256, every hash can be recomputed.
import type { Day } from '../core/date.ts'
import { canonical } from '../core/digest.ts'

/** Before the first entry. */
export const noHash = '0'.repeat(64)

/**
 * The document columns covered by the first version of the seal; amounts are bigint, or decimal strings as on the wire.
 */
export type FirstSealedDocument = {
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

/** The further columns covered by the second version, so that none is left out. */
export type SecondSealedDocument = FirstSealedDocument & {
  seal_version: 2
  draft_id: string
  series: string
  year: number
  serial: number
  party_name: string | null
  party_tin: string | null
  /** ISO, UTC, milliseconds. */
  recorded_at: string
  /** SHA-256 of the search words. */
  search_digest: string
  /** The leaf of its cheque. */
  cheque: { account: string; no: string; payee: string; day: Day; amount: unknown } | null
}

export type SealedDocument = (FirstSealedDocument & { seal_version?: 1 }) | SecondSealedDocument

/** An attachment: its digest, its name and, since the second version, all other stored data. */
export type SealedFile = { name: string; content: string } & Record<string, unknown>

/**
 * The text whose SHA-256 is the seal of a document: the whole document, its attachments by their digests and, for a
 * void, its reason. The chain seals it with the entry. The version of the seal determines the columns: sealed documents
 * keep their version.
 */
export function documentText(
  document: SealedDocument,
  attachments: readonly SealedFile[],
  reason: string | null,
): string {
  const { id, kind, number, external_no, day, due_day, party_id, memo, total, fields, receipt, digest, recorded_by } =
    document
  const first = {
    id,
    kind,
    number,
    external_no,
    day,
    due_day,
    party_id,
    memo,
    total,
    fields,
    receipt,
    digest,
    recorded_by,
  }
  if (document.seal_version !== 2)
    return canonical({ ...first, papers: attachments.map(({ name, content }) => ({ name, content })), reason })
  const { seal_version, draft_id, series, year, serial, party_name, party_tin, recorded_at, search_digest, cheque } =
    document
  return canonical({
    ...first,
    seal_version,
    draft_id,
    series,
    year,
    serial,
    party_name,
    party_tin,
    recorded_at,
    search_digest,
    cheque,
    papers: attachments,
    reason,
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
  /** Each with its memo, '' if it has none. */
  lines: readonly unknown[]
  reverses: unknown
  postedBy: string
  /** ISO, UTC, milliseconds. */
  postedAt: string
  previousHash: string
}

/** The text whose SHA-256 is the hash of an entry: every posted column, the document's seal, and the previous hash. */
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
