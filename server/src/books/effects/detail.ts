// The terms, the address and the printed receipt number for the loose-leaf books, and the recipient of the receipt.
import { sql } from 'kysely'
import { rowInto } from '../../platform/db/one-statement.ts'
import { messageRows } from '../../platform/outbox.ts'
import { receiptMessage } from '../mail.ts'
import type { StatedInBooks } from './effect.ts'

export const detail: StatedInBooks<'detail'> = {
  write([stated], { documentId, receipt, mailFrom, now }) {
    const { terms, receiptTo, receiptNo } = stated ?? { terms: '', receiptTo: '', receiptNo: '' }
    const address = receipt.party?.address ?? ''
    if (terms === '' && receiptTo === '' && receiptNo === '' && address === '') return undefined
    const mail =
      receiptTo === '' ? undefined : messageRows(receiptMessage({ documentId, to: receiptTo, receipt, mailFrom, now }))
    return {
      detail: rowInto('document_detail', {
        document_id: documentId,
        terms,
        party_address: address,
        receipt_to: receiptTo,
        receipt_no: receiptNo,
      }),
      ...(mail !== undefined && {
        mail_job: rowInto('job', mail.job),
        mail: rowInto('outbox', mail.message),
      }),
    }
  },

  async stored(db, stated) {
    const rows = await db
      .selectFrom('document_detail')
      .select(['document_id as documentId', 'terms', 'receipt_to as receiptTo', 'receipt_no as receiptNo'])
      .where(sql<boolean>`document_id = any(${stated.map(({ documentId }) => documentId)}::uuid[])`)
      .execute()
    // A row may exist only for the address, which is that of the printed document.
    return rows
      .filter(({ terms, receiptTo, receiptNo }) => terms !== '' || receiptTo !== '' || receiptNo !== '')
      .map(({ documentId, ...own }) => ({ documentId, effect: { effect: 'detail' as const, ...own } }))
  },

  questions: {
    'every requested receipt is queued or sent': sql`
      select 'Document ' || number || ' has a receipt to be e-mailed, but no e-mail for it is in the outbox.' as problem
      from document_detail join document on document.id = document_id
      where receipt_to <> ''
        and not exists (select from outbox where outbox.document_id = document.id and topic = 'receipt') limit 20`,
  },
}
