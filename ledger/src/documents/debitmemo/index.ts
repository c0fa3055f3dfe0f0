// The debit memo as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { debitMemoFields } from './fields.ts'
import { debitMemoFacts, debitMemoStated, postDebitMemo } from './posting.ts'
import { debitMemoReceipt } from './receipt.ts'
import { debitmemoWords } from './words.ts'

export const debitmemo: DocumentType<typeof debitMemoFields, 'items'> = {
  ...debitmemoWords,
  fields: debitMemoFields,
  facts: debitMemoFacts,
  post: postDebitMemo,
  stated: debitMemoStated,
  receipt: debitMemoReceipt,
}
