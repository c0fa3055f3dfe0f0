// Columns shared by files of collection receipts and of bills payments.
import { rateColumn } from '../import/columns.ts'
import type { ImportColumn } from '../import/mapping.ts'

export const methodColumn: ImportColumn = {
  key: 'method',
  title: 'Paid by',
  also: ['Method', 'Payment method'],
  example: 'Bank transfer',
}

export const referenceColumn: ImportColumn = {
  key: 'reference',
  title: 'Reference no.',
  also: ['Reference', 'Cheque no.'],
  example: 'TRX-8812',
}

export const chequeDayColumn: ImportColumn = { key: 'chequeDay', title: 'Cheque date', example: '' }

export const withheldColumn: ImportColumn = { key: 'withheld', title: 'Tax withheld', also: ['EWT'], example: '' }

export const atcColumn: ImportColumn = { key: 'atc', title: 'ATC', also: ['Withholding code'], example: '' }

export const creditColumn: ImportColumn = {
  key: 'credit',
  title: 'Credit used',
  also: ['Credit of', 'Use of credit', 'Advance used'],
  example: '',
}

/** For an account in foreign currency; the documents themselves are in pesos. */
export const foreignColumns: readonly ImportColumn[] = [
  { key: 'moved', title: 'Amount in foreign currency', also: ['Foreign amount', 'Amount in USD'], example: '' },
  rateColumn,
]

export const discountColumn: ImportColumn = { key: 'discount', title: 'Discount', example: '' }
