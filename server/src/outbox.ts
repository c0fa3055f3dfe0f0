// Mail leaves through the outbox: a row written with the document it tells of, sent after the commit, sent once.
import type { Transaction } from 'kysely'
import type { Receipt } from '@talaan/ledger/receipt.ts'
import { timestamp } from './clock.ts'
import { messageId, receiptSubject, receiptText } from './mail.ts'
import type { Tables } from './tables.ts'

/** Puts the receipt of a document into the outbox, once, in the transaction that records the document. */
export async function queueReceipt(
  trx: Transaction<Tables>,
  { documentId, to, receipt, mailFrom, now }: {
    documentId: string
    to: string
    receipt: Receipt
    /** env.mailFrom */
    mailFrom: string
    /** Milliseconds, from the clock. */
    now: number
  },
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: crypto.randomUUID(),
      topic: 'receipt',
      document_id: documentId,
      recipient: to,
      subject: receiptSubject(receipt),
      body: receiptText(receipt),
      message_id: messageId('receipt', documentId, mailFrom),
      created_at: timestamp(now),
      run_at: timestamp(now),
    })
    .execute()
}
