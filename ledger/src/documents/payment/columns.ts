// The columns of a file of bills payments.
import { dayColumn, emailColumn, memoColumn, supplierColumn } from '../import/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'
import {
  atcColumn,
  chequeDayColumn,
  creditColumn,
  discountColumn,
  foreignColumns,
  methodColumn,
  referenceColumn,
  withheldColumn,
} from '../settling/columns.ts'

export const paymentTemplate: ImportTemplate = {
  records: { kind: 'payment' },
  columns: [
    { key: 'number', title: 'Voucher no.', also: ['PV no.', 'Payment no.', 'Number'], example: '000087' },
    { ...supplierColumn(true), also: ['Supplier TIN', 'Vendor', 'TIN', 'Supplier name', 'Payee TIN', 'Customer'] },
    dayColumn('Payment date'),
    { key: 'account', title: 'From account', also: ['Account', 'Paid from'], required: true, example: '1031' },
    methodColumn,
    referenceColumn,
    chequeDayColumn,
    {
      key: 'document',
      title: 'Bill',
      also: ['Bill no.', "Supplier's invoice no.", 'Applied to'],
      example: 'BL-2026-000001',
    },
    { ...creditColumn, title: 'Advance used', also: ['Credit of', 'Use of credit', 'Credit used'] },
    { key: 'refund', title: 'Credit refunded', also: ['Refund', 'Refunded'], example: '' },
    { key: 'amount', title: 'Amount', also: ['Amount paid'], required: true, example: '1,120.00' },
    withheldColumn,
    atcColumn,
    discountColumn,
    { key: 'charge', title: 'Bank charge', example: '' },
    ...foreignColumns,
    emailColumn,
    memoColumn,
  ],
}
