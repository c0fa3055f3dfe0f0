// Reviews are stored with their draft until it is recorded as reviewed.
import type { Transaction } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { CheckedDocument } from './check-fields.ts'

type Trx = Transaction<Tables>

/** Stores the review next to the typed fields, with the digest that Yes has to send. */
export async function storeReview(
  trx: Trx,
  viewer: Viewer,
  {
    draftId,
    checked,
    typed,
    savedAt,
  }: { draftId: string; checked: CheckedDocument; typed: Record<string, unknown>; savedAt: string },
): Promise<void> {
  await assertNotRecorded(trx, draftId)
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
}

/** Refuses to change the draft of a recorded document. */
export async function assertNotRecorded(trx: Trx, draftId: string): Promise<void> {
  const document = await trx.selectFrom('document').select('id').where('draft_id', '=', draftId).executeTakeFirst()
  if (document !== undefined) throw new Refusal(documentProblems.draftRecorded)
}
