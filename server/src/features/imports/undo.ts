// The undo of a batch of imported documents: all of them are voided in one transaction, or none.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { importProblems } from '@talaan/contract/imports.ts'
import type { listImports, previewUndoImport } from '@talaan/contract/imports.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { ImportKind } from '@talaan/ledger/documents/import/kinds.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { lockHead } from '../../books/journal.ts'
import { voidDocument } from '../../books/recording/void.ts'
import { voidPreview } from '../../books/void-preview.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Preview = AnswerOf<typeof previewUndoImport>
type Imported = { id: string; kind: DocumentTypeName; number: string; entryDay: Day; isVoid: boolean }

/** Batches on the page. */
const shownBatches = 20
/** Of each kind, so that the page stays readable; the counts are of all. */
const shownSentences = 50

/** Newest first, with what became of their documents. */
export async function importsNow(db: Db): Promise<AnswerOf<typeof listImports>> {
  const { rows } = await sql<{
    id: string
    kind: ImportKind
    by: string
    at: string
    recorded: number
    voided: number
    total: bigint | null
  }>`
    select batch.id, batch.kind, client_id as by, begun_at as at, count(document.id)::int as recorded,
      count(document_void.document_id)::int as voided, sum(document.total)::bigint as total
    from import_batch as batch join users on users.id = begun_by
    join document on document.draft_id = any(batch.draft_ids)
    left join document_void on document_void.document_id = document.id
    where form is null
    group by batch.id, client_id order by begun_at desc, batch.id limit ${shownBatches}`.execute(db)
  return { imports: rows.map(({ at, ...row }) => ({ ...row, at: timestamp(instant(at)) })) }
}

/** What the undo on a date would void and change, and what has to be voided before. */
export async function undoPreview(
  trx: Trx,
  { batchId, day, today }: { batchId: string; day: Day; today: Day },
): Promise<Preview> {
  const documents = await documentsOf(trx, batchId)
  const own = new Set(documents.map(({ id }) => id))
  const blockers = new Map<string, Preview['blockers'][number]>()
  const refusals: Preview['refusals'] = []
  const consequences: Preview['consequences'] = []
  for (const { id, number, isVoid, entryDay } of documents) {
    if (isVoid) continue
    const preview = await voidPreview(trx, { documentId: id, day: voidDay(day, entryDay), today })
    for (const step of preview.steps) if (!own.has(step.id)) blockers.set(step.id, step)
    if (preview.refusal !== null) refusals.push({ number, words: preview.refusal })
    for (const { words, document } of preview.consequences)
      if (document === null || !own.has(document.id))
        consequences.push({ words: document === null ? `${number}: ${words}` : words, document })
  }
  return {
    documents: documents.map(({ id, kind, number, isVoid }) => ({ id, kind, number, isVoid })),
    blockers: [...blockers.values()],
    refusals: refusals.slice(0, shownSentences),
    consequences: consequences.slice(0, shownSentences),
    moreConsequences: Math.max(0, consequences.length - shownSentences),
  }
}

type Undo = { batchId: string; day: Day; reason: string; address: string }

/** Voids what is not void yet, the newest first, so that documents of the batch that depend on others of it go before them. */
export async function undoBatch(
  trx: Trx,
  context: Pick<AppContext, 'clock'>,
  viewer: Viewer,
  { batchId, day, reason, address }: Undo,
): Promise<string[]> {
  // Two undos at once: the second one finds the documents void.
  await lockHead(trx)
  const documents = await documentsOf(trx, batchId)
  const numbers: string[] = []
  for (const { id, number, isVoid, entryDay } of documents.toReversed()) {
    if (isVoid) continue
    try {
      await voidDocument(trx, context, viewer, { documentId: id, day: voidDay(day, entryDay), reason, address })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const why = error.fields?.[0]?.message ?? error.problem.sentence
      throw new Refusal(saying(importProblems.notUndone, `${number} can't be voided, so nothing was changed. ${why}`))
    }
    numbers.push(number)
  }
  return numbers
}

/** A document that is posted later, such as a post-dated cheque, is voided on its own date. */
const voidDay = (day: Day, entryDay: Day): Day => (entryDay > day ? entryDay : day)

/** In the order in which they were recorded. */
async function documentsOf(db: Db, batchId: string): Promise<Imported[]> {
  const { rows } = await sql<Imported>`
    select document.id, document.kind, document.number, entry.day as "entryDay", document_void.document_id is not null as "isVoid"
    from import_batch as batch
    join document on document.draft_id = any(batch.draft_ids)
    join entry on entry.document_id = document.id and entry.reverses is null
    left join document_void on document_void.document_id = document.id
    where batch.id = ${batchId} and batch.form is null
    order by entry.no`.execute(db)
  if (rows.length === 0) throw new Refusal(importProblems.batchNotThere)
  return rows
}
