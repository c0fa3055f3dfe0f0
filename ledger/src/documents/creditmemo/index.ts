// The credit memo as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { creditMemoFields } from './fields.ts'
import { creditMemoFacts, creditMemoStated, postCreditMemo } from './posting.ts'
import { creditMemoReceipt } from './receipt.ts'
import { creditmemoWords } from './words.ts'

export const creditmemo: DocumentType<typeof creditMemoFields, 'items' | 'credited'> = {
  ...creditmemoWords,
  fields: creditMemoFields,
  facts: creditMemoFacts,
  post: postCreditMemo,
  stated: creditMemoStated,
  receipt: creditMemoReceipt,
}
