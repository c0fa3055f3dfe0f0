// The bill as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { billFields } from './fields.ts'
import { billFacts, billStated, postBill } from './posting.ts'
import { billReceipt } from './receipt.ts'
import { billWords } from './words.ts'

export const bill: DocumentType<typeof billFields, 'items'> = {
  ...billWords,
  fields: billFields,
  facts: billFacts,
  post: postBill,
  stated: billStated,
  receipt: billReceipt,
}
