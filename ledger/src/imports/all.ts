// What can be imported from a spreadsheet.
import { billImport } from '../documents/bill/import.ts'
import { cashAdvanceImport } from '../documents/pettycash/import-advance.ts'
import { chequeImport } from '../documents/cheque/import.ts'
import { creditMemoImport } from './creditmemo.ts'
import { invoiceImport } from './invoice.ts'
import type { ImportMapping } from './mapping.ts'
import { depositImport, transferImport, withdrawalImport } from './money.ts'
import { partyImport } from './party.ts'
import { pettyCashImport } from '../documents/pettycash/import.ts'
import { collectionImport, paymentImport } from './settling.ts'
import { supplierCreditImport } from '../documents/bill/import-credit.ts'

export const importKinds = [
  'invoice',
  'creditmemo',
  'collection',
  'bill',
  'suppliercredit',
  'pettycash',
  'cashadvance',
  'payment',
  'cheque',
  'deposit',
  'withdrawal',
  'transfer',
  'customer',
  'supplier',
] as const
export type ImportKind = (typeof importKinds)[number]

export const importMappings: Readonly<Record<ImportKind, ImportMapping>> = {
  invoice: invoiceImport,
  creditmemo: creditMemoImport,
  collection: collectionImport,
  bill: billImport,
  suppliercredit: supplierCreditImport,
  pettycash: pettyCashImport,
  cashadvance: cashAdvanceImport,
  payment: paymentImport,
  cheque: chequeImport,
  deposit: depositImport,
  withdrawal: withdrawalImport,
  transfer: transferImport,
  customer: partyImport('customer'),
  supplier: partyImport('supplier'),
}
