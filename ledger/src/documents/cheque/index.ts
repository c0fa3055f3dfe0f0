// The cheque as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { chequeFields } from './fields.ts'
import { chequeFacts, chequeStated, postCheque } from './posting.ts'
import { chequeReceipt } from './receipt.ts'
import { chequeWords } from './words.ts'

export const cheque: DocumentType<typeof chequeFields, 'money' | 'items' | 'leaves'> = {
  ...chequeWords,
  fields: chequeFields,
  facts: chequeFacts,
  post: postCheque,
  stated: chequeStated,
  receipt: chequeReceipt,
}
