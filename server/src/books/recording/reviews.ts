// Reviews are stored with their draft until it is recorded as reviewed.
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { differsFromSent } from '../approvals.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { CheckedDocument } from './check-fields.ts'

type Trx = Transaction<Tables>

/** Stores the review next to the typed fields, with the digest that Yes has to send. Returns what `beforeChange` returns. */
export async function storeReview(
  trx: Trx,
  viewer: Viewer,
  {
    draftId,
    checked,
    typed,
    savedAt,
  }: { draftId: string; checked: CheckedDocument; typed: Record<string, unknown>; savedAt: string },
): Promise<{ wasSent: boolean }> {
  const before = await beforeChange(trx, draftId, { reviewed: checked.fields })
  const reviewed = JSON.stringify(checked.fields)
  const stored = await trx
    .insertInto('draft')
    .values({
      id: draftId,
      user_id: viewer.userId,
      kind: checked.type.kind,
      fields: JSON.stringify(typed),
      reviewed,
      review_digest: checked.digest,
      saved_at: savedAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ reviewed, review_digest: checked.digest })
        .where('draft.user_id', '=', viewer.userId)
        .where('draft.kind', '=', checked.type.kind),
    )
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) throw new Refusal(documentProblems.draftOfOther)
  return before
}

/** Refuses to change the draft of a recorded document. Returns whether it waits for an approval with other contents. */
export async function beforeChange(
  trx: Trx,
  draftId: string,
  contents: { fields: unknown } | { reviewed: unknown },
): Promise<{ wasSent: boolean }> {
  const { rows } = await sql<{ recorded: boolean; wasSent: boolean }>`
    select ${isRecorded(draftId)} as recorded, ${differsFromSent(draftId, contents)} as "wasSent"`.execute(trx)
  if (rows[0]?.recorded) throw new Refusal(documentProblems.draftRecorded)
  return { wasSent: rows[0]?.wasSent ?? false }
}

export async function assertNotRecorded(trx: Trx, draftId: string): Promise<void> {
  const { rows } = await sql<{ recorded: boolean }>`select ${isRecorded(draftId)} as recorded`.execute(trx)
  if (rows[0]?.recorded) throw new Refusal(documentProblems.draftRecorded)
}

const isRecorded = (draftId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from document where draft_id = ${draftId}::uuid)`
