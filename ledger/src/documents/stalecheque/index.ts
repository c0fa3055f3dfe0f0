// The stale cheque as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { staleChequeFields } from './fields.ts'
import { postStaleCheque, staleChequeFacts } from './posting.ts'
import { staleChequeReceipt } from './receipt.ts'
import { stalechequeWords } from './words.ts'

export const stalecheque: DocumentType<typeof staleChequeFields, 'money' | 'leaves'> = {
  ...stalechequeWords,
  fields: staleChequeFields,
  facts: staleChequeFacts,
  post: postStaleCheque,
  receipt: staleChequeReceipt,
}
