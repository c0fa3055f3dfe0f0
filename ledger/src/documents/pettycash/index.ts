// The petty cash voucher as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { pettyCashFields } from './fields.ts'
import { pettyCashFacts, pettyCashStated, postPettyCash } from './posting.ts'
import { pettyCashReceipt } from './receipt.ts'
import { pettycashWords } from './words.ts'

export const pettycash: DocumentType<typeof pettyCashFields, 'money' | 'items'> = {
  ...pettycashWords,
  fields: pettyCashFields,
  facts: pettyCashFacts,
  post: postPettyCash,
  stated: pettyCashStated,
  receipt: pettyCashReceipt,
}
