// The year-end entry as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { yearEndFields } from './fields.ts'
import { postYearEnd, yearEndFacts } from './posting.ts'
import { yearEndReceipt } from './receipt.ts'
import { yearendWords } from './words.ts'

export const yearend: DocumentType<typeof yearEndFields, 'yearEnd'> = {
  ...yearendWords,
  fields: yearEndFields,
  facts: yearEndFacts,
  post: postYearEnd,
  receipt: yearEndReceipt,
  isVoidedOnItsDay: true,
}
