// All worked examples of the documentation, posted by the rules that post the real documents. The page takes what came of them
// (postedExamples.ts, made by scripts/examples.ts), so that it brings the rules along for none of them.
import { lineVectors, spread, typedVectors, vatVectors } from './arithmetic.ts'
import { creditMemoExamples, invoiceExamples, voidExample } from './examples.ts'
import { chequeExamples, depositExamples, transferExamples, withdrawalExamples } from './moneyExamples.ts'
import { billExamples, pettyCashExamples } from './purchaseExamples.ts'
import { collectionExamples, paymentExamples } from './settlingExamples.ts'

export const workedExamples = () => ({
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
