// What can be imported from a spreadsheet.
import { billImport } from './bill.ts'
import { chequeImport } from './cheque.ts'
import { invoiceImport } from './invoice.ts'
import type { ImportMapping } from './mapping.ts'
import { depositImport, transferImport, withdrawalImport } from './money.ts'
import { partyImport } from './party.ts'
import { pettyCashImport } from './pettycash.ts'
import { collectionImport, paymentImport } from './settling.ts'

export const importKinds = [
  'invoice',
  'collection',
  'bill',
  'pettycash',
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
  collection: collectionImport,
  bill: billImport,
  pettycash: pettyCashImport,
  payment: paymentImport,
  cheque: chequeImport,
  deposit: depositImport,
  withdrawal: withdrawalImport,
  transfer: transferImport,
  customer: partyImport('customer'),
  supplier: partyImport('supplier'),
}
