// The withdrawal as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { withdrawalFields } from './fields.ts'
import { postWithdrawal, withdrawalFacts, withdrawalStated } from './posting.ts'
import { withdrawalReceipt } from './receipt.ts'
import { withdrawalWords } from './words.ts'

export const withdrawal: DocumentType<typeof withdrawalFields, 'money'> = {
  ...withdrawalWords,
  fields: withdrawalFields,
  facts: withdrawalFacts,
  post: postWithdrawal,
  stated: withdrawalStated,
  receipt: withdrawalReceipt,
}
