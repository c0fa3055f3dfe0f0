// Messages about the books: the receipt of a document, and the bytes of any message with its PDF.
import type { Kysely, Transaction } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import { documentProblems, receipt as receiptSchema } from '@talaan/contract/documents.ts'
import type { receiptMail } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { table as wireTable } from '@talaan/contract/reports.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { codeOfDigest } from '@talaan/ledger/proof/code.ts'
import { instant } from '../platform/clock.ts'
import type { RowOf, Tables } from '../platform/db/tables.ts'
import type { Environment } from '../platform/env/env.ts'
import { retryJob } from '../platform/jobs/queue.ts'
import { messageId, rawMessage, receiptSubject, receiptText } from '../platform/mail.ts'
import type { RawMessage } from '../platform/mail.ts'
import { deliveryColumns, deliveryOf } from '../platform/outbox.ts'
import type { Message } from '../platform/outbox.ts'
import { withLinks } from './question-links.ts'
import { fileName } from '../print/file-name.ts'
import { certificateFromJson, certificateName, certificatesToPdf } from '../print/certificate.ts'
import { receiptToPdf, tableToPdf } from '../print/pdf.ts'

type Db = Kysely<Tables>
type OutboxRow = RowOf<'outbox'>
type Sender = Pick<Environment, 'mailFrom' | 'publicUrl'>

type NewReceipt = {
  documentId: string
  to: string
  receipt: Receipt
  /** env.mailFrom */
  mailFrom: string
  /** Milliseconds, from the clock. */
  now: number
}

/** The receipt e-mail of a recorded document; a document has one. */
export const receiptMessage = ({ documentId, to, receipt, mailFrom, now }: NewReceipt): Message => ({
  topic: 'receipt',
  document_id: documentId,
  recipient: to,
  subject: receiptSubject(receipt),
  body: receiptText(receipt),
  message_id: messageId('receipt', documentId, mailFrom),
  now,
})

/** The state of a document's receipt; null if none was requested. */
export async function receiptMailOf(db: Db, documentId: string): Promise<z.infer<typeof receiptMail> | null> {
  const row = await receiptRows(db, documentId)
    .innerJoin('job', 'job.id', 'outbox.id')
    .select(['recipient', 'subject', ...deliveryColumns])
    .executeTakeFirst()
  return row === undefined ? null : { to: row.recipient, subject: row.subject, ...deliveryOf(row) }
}

/** The bytes of the message as sent, or as it would be. */
export async function receiptEml(db: Db, documentId: string, env: Sender): Promise<Buffer | undefined> {
  const row = await receiptRows(db, documentId).selectAll().executeTakeFirst()
  return row && (await messageOf(db, row, env)).bytes
}

/** Retries now, with a fresh retry count. A sent message is not sent again. */
export async function retryReceipt(trx: Transaction<Tables>, documentId: string, now: number): Promise<void> {
  const row = await receiptRows(trx, documentId).select('id').executeTakeFirst()
  if (row === undefined) throw new Refusal(documentProblems.noReceipt)
  await retryJob(trx, row.id, now)
}

const receiptRows = (db: Db, documentId: string) =>
  db.selectFrom('outbox').where('document_id', '=', documentId).where('topic', '=', 'receipt')

/**
 * A message with the document as recorded. If it has been voided since, its PDF says so, and the message has another id: mailboxes show
 * only the first of two messages with the same id.
 */
export async function messageOf(db: Db, row: OutboxRow, { mailFrom, publicUrl }: Sender): Promise<RawMessage> {
  const document =
    row.document_id === null
      ? undefined
      : await db
          .selectFrom('document')
          .leftJoin('document_void', 'document_void.document_id', 'document.id')
          .leftJoin('entry', (join) => join.onRef('entry.document_id', '=', 'document.id').on('reverses', 'is', null))
          .select(['document.receipt', 'document.recorded_at as recordedAt', 'document_void.voided_at as voidedAt'])
          .select('entry.hash')
          .where('document.id', '=', row.document_id)
          .executeTakeFirstOrThrow()
  return rawMessage({
    from: mailFrom,
    to: row.recipient,
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    subject: row.subject,
    text: row.topic === 'question' ? await withLinks(db, row.body, publicUrl) : row.body,
    messageId: idOf(row.message_id, document?.voidedAt ?? null),
    writtenAt: instant(row.created_at),
    ...(document && { attachment: await printed(document, publicUrl) }),
    ...(row.certificate_id !== null && { attachment: await certificate(db, row.certificate_id) }),
    ...(row.report_run_id !== null && { attachment: await report(db, row.report_run_id) }),
    ...(row.topic === 'statement' && { attachment: await statement(db, row) }),
  })
}

const idOf = (messageId: string, voidedAt: string | null): string =>
  voidedAt === null ? messageId : messageId.replace('<', '<void.')

/** The certificate as it was issued. */
async function certificate(db: Db, id: string) {
  const { content, issuedAt } = await db
    .selectFrom('certificate_issued')
    .select(['content', 'issued_at as issuedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const form = certificateFromJson(content)
  const bytes = await certificatesToPdf([form], { printedAt: instant(issuedAt), author: form.payor.name })
  return { name: certificateName(form), type: 'application/pdf', bytes }
}

/** The file of a report, as it was made. */
async function report(db: Db, runId: string) {
  const run = await db
    .selectFrom('report_run')
    .select(['file_name as name', 'file_type as type', 'content as bytes'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  return { name: run.name ?? '', type: run.type ?? '', bytes: run.bytes ?? Buffer.alloc(0) }
}

/** The statement of account as it was when it was queued. */
async function statement(db: Db, { id, created_at: at }: OutboxRow) {
  const { content, by } = await db
    .selectFrom('customer_message')
    .leftJoin('users', 'users.id', 'sent_by')
    .select(['content', 'users.client_id as by'])
    .where('customer_message.id', '=', id)
    .executeTakeFirstOrThrow()
  const table = wireTable.parse(content)
  const bytes = await tableToPdf(table, { printedAt: instant(at), printedBy: by ?? '' })
  return { name: fileName(table, 'pdf'), type: 'application/pdf', bytes }
}

type Recorded = { receipt: unknown; recordedAt: string; voidedAt: string | null; hash: string | null }

async function printed({ receipt, recordedAt, voidedAt, hash }: Recorded, publicUrl: string | null) {
  const document: Receipt = { ...receiptSchema.parse(receipt), status: voidedAt === null ? 'recorded' : 'void' }
  const bytes = await receiptToPdf(document, {
    printedAt: instant(voidedAt ?? recordedAt),
    ...(hash !== null && { proof: { code: codeOfDigest(hash), publicUrl } }),
  })
  return { name: fileName(document, 'pdf'), type: 'application/pdf', bytes }
}
