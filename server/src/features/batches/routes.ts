// Batches of documents typed into a form: the control totals, the recorded documents, and the closing.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { batchProblems, closeBatch, saveBatch, getOpenBatch } from '@talaan/contract/batches.ts'
import type { Batch } from '@talaan/contract/batches.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { receiptFromJson } from '../../books/recording/check-fields.ts'

type Db = Kysely<Tables>
type OpenBatch = { id: string; counted: number; total: bigint; documents: string[] }

export function batches({ db: { kysely: db }, clock }: AppContext): Route[] {
  return [
    answers(getOpenBatch, async ({ query, viewer }) => {
      const row = await openBatches(db, viewer).where('form', '=', query.form).executeTakeFirst()
      return { batch: row === undefined ? null : await shown(db, viewer, row as OpenBatch) }
    }),

    answers(saveBatch, async ({ params: { batchId }, body, viewer }) => {
      const counted = { counted: body.count, control_total: body.total, documents: JSON.stringify(body.numbers) }
      const row = await db
        .insertInto('import_batch')
        .values({
          id: batchId,
          kind: 'bundle',
          form: body.form,
          ...counted,
          begun_by: viewer.userId,
          begun_at: timestamp(clock.now()),
        })
        // The form in another tab uses the same batch.
        .onConflict((conflict) =>
          conflict
            .columns(['begun_by', 'form'])
            .where('form', 'is not', null)
            .where('closed_at', 'is', null)
            .doUpdateSet(counted),
        )
        .returning(['id', 'counted', 'control_total as total', 'documents'])
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          // The id belongs to a closed batch, or to another user.
          if (error instanceof Error && 'constraint' in error && error.constraint === 'import_batch_pkey')
            throw new Refusal(batchProblems.notThere)
          throw error
        })
      return { batch: await shown(db, viewer, row as OpenBatch) }
    }),

    answers(closeBatch, async ({ params: { batchId }, body: { explanation }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        const row = await openBatches(trx, viewer).where('id', '=', batchId).forUpdate().executeTakeFirst()
        if (row === undefined) throw new Refusal(batchProblems.notThere)
        const { count, total, documents } = await shown(trx, viewer, row as OpenBatch)
        const recordedTotal = sum(documents.map((one) => one.total))
        const [difference, missing] = [recordedTotal - total, count - documents.length]
        if ((difference !== 0n || missing !== 0) && explanation === '' && documents.length > 0) {
          const message = `Counted: ${count}, control total ${formatMoney(total)}. Recorded: ${documents.length}, total ${formatMoney(recordedTotal)}. Find the difference, or explain it.`
          throw new Refusal(saying(batchProblems.differs, message), [{ path: ['explanation'], message }])
        }
        if (documents.length === 0) {
          await trx.deleteFrom('import_batch').where('id', '=', batchId).execute()
          return
        }
        await trx
          .updateTable('import_batch')
          .set({
            closed_at: timestamp(clock.now()),
            difference,
            missing,
            explanation: explanation === '' ? null : explanation,
          })
          .where('id', '=', batchId)
          .execute()
        await audit(trx, clock, {
          viewer,
          address,
          action: closeBatch.name,
          object: { type: 'import_batch', id: batchId },
          detail: { counted: count, total: total.toString(), difference: difference.toString(), missing, explanation },
        })
      })
      return { success: true as const }
    }),
  ]
}

/** The user's own open batches. */
const openBatches = (db: Db, { userId }: Viewer) =>
  db
    .selectFrom('import_batch')
    .select(['id', 'counted', 'control_total as total', 'documents'])
    .where('begun_by', '=', userId)
    .where('form', 'is not', null)
    .where('closed_at', 'is', null)

/** With the printed totals, in the order of recording; documents of other users are left out. */
async function shown(
  db: Db,
  { userId }: Viewer,
  { id, counted, total, documents: numbers }: OpenBatch,
): Promise<Batch> {
  const { rows } = await sql<{ id: string; kind: DocumentTypeName; number: string; total: bigint; receipt: unknown }>`
    select id, kind, number, total, receipt from document
    where number = any(${numbers}::text[]) and recorded_by = ${userId}::uuid
      and not exists (select from document_void where document_id = document.id)
    order by recorded_at, number`.execute(db)
  return {
    batchId: id,
    count: counted,
    total,
    documents: rows.map(({ receipt, ...row }) => ({ ...row, total: shownTotal(receipt) ?? row.total })),
  }
}

/** The control amount of a document: tax withheld from a supplier is not deducted. */
function shownTotal(receipt: unknown): bigint | undefined {
  const { totals } = receiptFromJson(receipt)
  const foot = totals.find(({ label }) => label === 'Total') ?? totals.find(({ emphasis }) => emphasis === 'grand')
  return foot?.amount
}
