// The collection receipt as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentKind } from '../type.ts'
import { collectionFields } from './fields.ts'
import { collectionMentions, postCollection } from './posting.ts'
import { collectionReceipt } from './receipt.ts'
import { collectionWords } from './words.ts'

export const collection: DocumentKind<typeof collectionFields> = {
  ...collectionWords,
  fields: collectionFields,
  mentions: collectionMentions,
  post: postCollection,
  receipt: collectionReceipt,
}
