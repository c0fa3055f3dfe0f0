// The removed allocation as one value, for the server and the tests. Dialogs take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { unapplyFields } from './fields.ts'
import { postUnapply, unapplyFacts, unapplyStated } from './posting.ts'
import { unapplyReceipt } from './receipt.ts'
import { unapplyWords } from './words.ts'

export const unapply: DocumentType<typeof unapplyFields, 'items' | 'allocation'> = {
  ...unapplyWords,
  fields: unapplyFields,
  facts: unapplyFacts,
  post: postUnapply,
  stated: unapplyStated,
  receipt: unapplyReceipt,
}
