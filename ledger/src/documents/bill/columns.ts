// The columns of a file of bills, and of one of credits from suppliers.
import { dayColumn, emailColumn, memoColumn, pricesColumn, supplierColumn } from '../import/columns.ts'
import { purchaseColumns, vatPrintedColumn } from '../purchase-lines/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'

export const billTemplate: ImportTemplate = {
  records: { kind: 'bill' },
  columns: [
    {
      key: 'number',
      title: "Supplier's invoice no.",
      also: ['Invoice no.', 'Bill no.', 'Number'],
      required: true,
      example: '004567',
    },
    supplierColumn(true),
    dayColumn('Bill date'),
    { key: 'due', title: 'Due date', also: ['Due'], example: '2026-04-15' },
    { key: 'terms', title: 'Terms', example: 'Net 30' },
    emailColumn,
    pricesColumn,
    ...purchaseColumns,
    vatPrintedColumn,
    { key: 'advance', title: 'Use of advance', also: ['Advance', 'Advance used'], example: '' },
    { key: 'used', title: 'Amount used', also: ['Advance amount'], example: '' },
    memoColumn,
  ],
}

export const supplierCreditTemplate: ImportTemplate = {
  records: { kind: 'bill' },
  plural: 'Credits from suppliers',
  columns: [
    {
      key: 'number',
      title: "Supplier's credit no.",
      also: ["Supplier's credit number", 'Credit memo no.', 'Credit note no.', 'Number'],
      required: true,
      example: 'CN-0031',
    },
    supplierColumn(true),
    {
      key: 'bill',
      title: 'Bill credited',
      also: ['Bill', 'Bill no.', 'Applied to', 'Credit of'],
      example: 'BL-2026-000001',
    },
    dayColumn('Credit date'),
    emailColumn,
    pricesColumn,
    ...purchaseColumns,
    vatPrintedColumn,
    memoColumn,
  ],
}
