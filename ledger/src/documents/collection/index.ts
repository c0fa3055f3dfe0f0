// The collection receipt as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { collectionFields } from './fields.ts'
import { collectionFacts, collectionStated, postCollection } from './posting.ts'
import { collectionReceipt } from './receipt.ts'
import { collectionWords } from './words.ts'

export const collection: DocumentType<typeof collectionFields, 'money' | 'items'> = {
  ...collectionWords,
  fields: collectionFields,
  facts: collectionFacts,
  post: postCollection,
  stated: collectionStated,
  receipt: collectionReceipt,
}
