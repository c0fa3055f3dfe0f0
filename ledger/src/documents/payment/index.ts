// The bills payment as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { paymentFields } from './fields.ts'
import { paymentFacts, paymentStated, postPayment } from './posting.ts'
import { paymentReceipt } from './receipt.ts'
import { paymentWords } from './words.ts'

export const payment: DocumentType<typeof paymentFields, 'money' | 'items' | 'leaves'> = {
  ...paymentWords,
  fields: paymentFields,
  facts: paymentFacts,
  post: postPayment,
  stated: paymentStated,
  receipt: paymentReceipt,
}
