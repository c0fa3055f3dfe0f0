// The bank adjustment as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { bankAdjustmentFields } from './fields.ts'
import { bankAdjustmentFacts, bankAdjustmentStated, postBankAdjustment } from './posting.ts'
import { bankAdjustmentReceipt } from './receipt.ts'
import { bankadjustmentWords } from './words.ts'

export const bankadjustment: DocumentType<typeof bankAdjustmentFields, 'money' | 'items'> = {
  ...bankadjustmentWords,
  fields: bankAdjustmentFields,
  facts: bankAdjustmentFacts,
  post: postBankAdjustment,
  stated: bankAdjustmentStated,
  receipt: bankAdjustmentReceipt,
}
