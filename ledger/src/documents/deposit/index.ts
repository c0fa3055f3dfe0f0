// The deposit as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { depositFields } from './fields.ts'
import { depositFacts, depositStated, postDeposit } from './posting.ts'
import { depositReceipt } from './receipt.ts'
import { depositWords } from './words.ts'

export const deposit: DocumentType<typeof depositFields, 'money' | 'items'> = {
  ...depositWords,
  fields: depositFields,
  facts: depositFacts,
  post: postDeposit,
  stated: depositStated,
  receipt: depositReceipt,
}
