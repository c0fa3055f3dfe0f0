// The deposit as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentKind } from '../type.ts'
import { depositFields } from './fields.ts'
import { depositMentions, postDeposit } from './posting.ts'
import { depositReceipt } from './receipt.ts'
import { depositWords } from './words.ts'

export const deposit: DocumentKind<typeof depositFields> = {
  ...depositWords,
  fields: depositFields,
  mentions: depositMentions,
  post: postDeposit,
  receipt: depositReceipt,
}
