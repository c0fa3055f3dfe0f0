// The types of spreadsheet imports.

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
  'payroll',
  'customer',
  'supplier',
] as const

export type ImportKind = (typeof importKinds)[number]
