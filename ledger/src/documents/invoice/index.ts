// The invoice as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { invoiceFields } from './fields.ts'
import { invoiceFacts, invoiceStated, postInvoice } from './posting.ts'
import { invoiceReceipt } from './receipt.ts'
import { invoiceWords } from './words.ts'

export const invoice: DocumentType<typeof invoiceFields> = {
  ...invoiceWords,
  fields: invoiceFields,
  facts: invoiceFacts,
  post: postInvoice,
  stated: invoiceStated,
  receipt: invoiceReceipt,
}
