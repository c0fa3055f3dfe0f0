// All worked examples of the documentation, posted by the rules of the product.
import type { PostedExamples } from '../../web/src/features/manual/documentation/example.ts'
import { lineVectors, spread, typedVectors, vatVectors } from './arithmetic.ts'
import { chequeExamples, depositExamples, transferExamples, withdrawalExamples } from './money.ts'
import { billExamples, pettyCashExamples } from './purchases.ts'
import { creditMemoExamples, invoiceExamples, voidExample } from './sales.ts'
import { collectionExamples, paymentExamples } from './settling.ts'

export const workedExamples = (): PostedExamples => ({
  typed: typedVectors(),
  lines: lineVectors(),
  vat: vatVectors(),
  spread: spread(),
  invoices: invoiceExamples(),
  voids: voidExample(),
  creditMemos: creditMemoExamples(),
  bills: billExamples(),
  pettyCash: pettyCashExamples(),
  collections: collectionExamples(),
  payments: paymentExamples(),
  deposits: depositExamples(),
  withdrawals: withdrawalExamples(),
  transfers: transferExamples(),
  cheques: chequeExamples(),
})
