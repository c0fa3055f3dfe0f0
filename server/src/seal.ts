// The seal of a document: what the chain holds fast beside the entry itself.
import { canonical } from '@talaan/ledger/digest.ts'
import { sha256 } from './journal.ts'

type SealedDocument = {
  id: string
  kind: string
  number: string
  external_no: string | null
  day: string
  due_day: string | null
  party_id: string | null
  memo: string
  total: bigint
  fields: unknown
  receipt: unknown
  digest: string
  recorded_by: string
}

/** Digest over the whole document, its papers and, for a void, its reason: what the chain seals beside the entry. */
export function sealOf(
  document: SealedDocument,
  attachments: readonly { name: string; sha256: string }[],
  reason: string | null,
): string {
  const { id, kind, number, external_no, day, due_day, party_id, memo, total, fields, receipt, digest, recorded_by } =
    document
  const papers = attachments.map(({ name, sha256: content }) => ({ name, content }))
  return sha256(
    canonical({
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
      papers,
      reason,
    }),
  )
}
