// The fund transfer as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { transferFields } from './fields.ts'
import { postTransfer, transferFacts, transferStated } from './posting.ts'
import { transferReceipt } from './receipt.ts'
import { transferWords } from './words.ts'

export const transfer: DocumentType<typeof transferFields, 'money'> = {
  ...transferWords,
  fields: transferFields,
  facts: transferFacts,
  post: postTransfer,
  stated: transferStated,
  receipt: transferReceipt,
}
