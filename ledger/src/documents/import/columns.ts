// Columns shared by files of several types.
import type { ImportColumn } from './mapping.ts'

export const memoColumn: ImportColumn = { key: 'memo', title: 'Memo', also: ['Remarks', 'Notes'], example: '' }

export const rateColumn: ImportColumn = { key: 'rate', title: 'Rate', also: ['Exchange rate'], example: '' }

export const dayColumn = (also: string): ImportColumn => ({
  key: 'day',
  title: 'Date',
  also: ['Day', also],
  required: true,
  example: '2026-03-16',
})

export const emailColumn: ImportColumn = {
  key: 'email',
  title: 'Receipt e-mail',
  also: ['Email', 'E-mail'],
  example: 'payables@example.com',
}

export const supplierColumn = (required: boolean): ImportColumn => ({
  key: 'party',
  title: 'Supplier',
  also: ['Supplier TIN', 'Vendor', 'TIN', 'Supplier name', 'Payee TIN'],
  required,
  example: '000-000-000',
})

export const pricesColumn: ImportColumn = {
  key: 'prices',
  title: 'Amounts',
  also: ['Prices', 'Price mode'],
  example: 'inclusive',
}

export const referenceColumn: ImportColumn = {
  key: 'reference',
  title: 'Reference no.',
  also: ['Reference'],
  example: 'TRX-8812',
}
