// The columns of a petty cash voucher file, and of a cash advance file.
import { dayColumn, emailColumn, memoColumn, pricesColumn, supplierColumn } from '../import/columns.ts'
import { purchaseColumns, vatPrintedColumn } from '../purchase-lines/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'

const examples: Readonly<Record<string, string>> = {
  type: 'Transportation (fare, parking, toll)',
  description: 'Taxi to the bank',
  amount: '180.00',
}

export const pettyCashTemplate: ImportTemplate = {
  records: { kind: 'pettycash' },
  columns: [
    { key: 'number', title: 'Receipt no.', also: ['OR no.', 'Number', 'Invoice no.'], example: '8812' },
    { key: 'paidTo', title: 'Paid to', also: ['Payee', 'Received by'], example: 'Juan, messenger' },
    { ...supplierColumn(false), example: '' },
    { key: 'fund', title: 'Fund', also: ['Petty cash fund'], required: true, example: '1020' },
    dayColumn('Voucher date'),
    pricesColumn,
    ...purchaseColumns.map((column) => ({ ...column, example: examples[column.key] ?? '' })),
    vatPrintedColumn,
    { key: 'advance', title: 'Liquidates advance', also: ['Advance', 'Cash advance'], example: '' },
    emailColumn,
    memoColumn,
  ],
}

export const cashAdvanceTemplate: ImportTemplate = {
  records: { kind: 'pettycash' },
  plural: 'Cash advances',
  columns: [
    {
      key: 'paidTo',
      title: 'Received by',
      also: ['Paid to', 'Employee', 'Taken by'],
      required: true,
      example: 'Juan, messenger',
    },
    { key: 'fund', title: 'Fund', also: ['Petty cash fund'], required: true, example: '1020' },
    dayColumn('Voucher date'),
    { key: 'amount', title: 'Amount', also: ['Cash advance'], required: true, example: '500.00' },
    emailColumn,
    memoColumn,
  ],
}
