// The opening balance as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { openingFields } from './fields.ts'
import { openingFacts, postOpening } from './posting.ts'
import { openingReceipt } from './receipt.ts'
import { openingWords } from './words.ts'

export const opening: DocumentType<typeof openingFields, 'money'> = {
  ...openingWords,
  fields: openingFields,
  facts: openingFacts,
  post: postOpening,
  receipt: openingReceipt,
}
