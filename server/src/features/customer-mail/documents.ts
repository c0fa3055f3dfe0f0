// Recorded documents by e-mail: one message to the customer or supplier of each, with the document as a PDF.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { sentTypes } from '@talaan/contract/customer-mail.ts'
import type { mailDocuments, previewDocumentMail } from '@talaan/contract/customer-mail.ts'
import { documentProblems, readersOf } from '@talaan/contract/documents.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { formatLongDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { stays } from '../../books/merged-parties.ts'
import { receiptFromJson } from '../../books/recording/check-fields.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { messageId, messageText, receiptSubject } from '../../platform/mail.ts'
import { queueMessage, statusOf } from '../../platform/outbox.ts'
import type { Viewer } from '../../platform/viewer.ts'

type Preview = AnswerOf<typeof previewDocumentMail>['documents'][number]
type Result = AnswerOf<typeof mailDocuments>['results'][number]

/** The documents in the given order, each with its recipient or the reason why it has none. */
export async function recipientsOf(
  db: Kysely<Tables>,
  documentIds: readonly string[],
  viewer: Pick<Viewer, 'role'>,
): Promise<(Preview & { number: string; partyId: string | null })[]> {
  const rows = await db
    .selectFrom('document')
    .leftJoin('document_void', 'document_void.document_id', 'document.id')
    .leftJoin('party', (join) => join.on('party.id', '=', stays('document.party_id')))
    .leftJoinLateral(last, (join) => join.onTrue())
    .select(['document.id', 'document.kind', 'document.number', 'document_void.reversal'])
    .select(['party.id as partyId', 'party.name', 'party.email', 'last.at', 'last.state'])
    .where(({ eb }) => eb('document.id', '=', sql<string>`any(${[...documentIds]}::uuid[])`))
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return documentIds.map((documentId) => {
    const row = found.get(documentId)
    if (row === undefined) throw new Refusal(documentProblems.notThere)
    const { id, number, partyId, email, at, state } = row
    const kind = row.kind as DocumentTypeName
    if (!readersOf(kind).includes(viewer.role)) throw new Refusal(common.notAllowed)
    const refusal = refusalOf({ kind, isVoid: row.reversal !== null, name: row.name, email })
    return {
      id,
      number,
      partyId,
      to: refusal === null ? email : null,
      refusal,
      last: at === null || state === null ? null : { at: timestamp(instant(at)), status: statusOf(state) },
    }
  })
}

type Addressed = { kind: DocumentTypeName; isVoid: boolean; name: string | null; email: string | null }

function refusalOf({ kind, isVoid, name, email }: Addressed): string | null {
  if (!sentTypes.includes(kind)) return `${documentWords[kind].words.plural} aren't sent to customers or suppliers.`
  if (isVoid) return 'It is void.'
  if (name === null) return 'This document has no registered customer or supplier.'
  return email === null ? `${name} has no e-mail address. Add one on the page of the customer or supplier.` : null
}

const last = sql<{ at: string; state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' }>`(
  select outbox.created_at as at, job.state from customer_message join outbox using (id) join job using (id)
  where customer_message.document_id = document.id and customer_message.kind = 'document'
  order by outbox.created_at desc limit 1
)`.as<'last'>('last')

type Batch = { batchId: string; documentIds: readonly string[]; viewer: Viewer; now: number; mailFrom: string }

/** Sent again, it changes nothing: the database stores one message for each document of a batch. */
export async function mailBatchOfDocuments(
  trx: Transaction<Tables>,
  { batchId, documentIds, viewer, now, mailFrom }: Batch,
): Promise<(Result & { number: string })[]> {
  await sql`select pg_advisory_xact_lock(hashtext('batch ' || ${batchId}))`.execute(trx)
  const sent = await trx
    .selectFrom('customer_message')
    .select('document_id as documentId')
    .where('batch_id', '=', batchId)
    .execute()
  const already = new Set(sent.map(({ documentId }) => documentId))
  const results: (Result & { number: string })[] = []
  for (const { id, number, partyId, to, refusal } of await recipientsOf(trx, documentIds, viewer)) {
    if (already.has(id)) results.push({ id, number, result: 'already', detail: to ?? refusal ?? '' })
    else if (to === null || partyId === null) results.push({ id, number, result: 'refused', detail: refusal ?? '' })
    else {
      const row = await trx.selectFrom('document').select('receipt').where('id', '=', id).executeTakeFirstOrThrow()
      const receipt = receiptFromJson(row.receipt)
      const message = crypto.randomUUID()
      await queueMessage(trx, {
        id: message,
        topic: 'document',
        party_id: partyId,
        document_id: id,
        recipient: to,
        subject: receiptSubject(receipt),
        body: textOf(receipt),
        message_id: messageId('document', message, mailFrom),
        now,
      })
      await trx
        .insertInto('customer_message')
        .values({
          id: message,
          kind: 'document',
          party_id: partyId,
          document_id: id,
          batch_id: batchId,
          sent_by: viewer.userId,
        })
        .execute()
      results.push({ id, number, result: 'queued', detail: to })
    }
  }
  return results
}

function textOf({ title, number, day, company, totals }: Receipt): string {
  const total = totals.find(({ emphasis }) => emphasis === 'grand')
  return messageText([
    `Attached is our ${title} ${number ?? ''} of ${formatLongDay(day)}.`,
    ...(total ? [`${total.label}: PHP ${formatMoney(total.amount)}`] : []),
    '',
    company.name,
  ])
}
