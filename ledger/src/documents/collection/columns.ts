// The columns of a file of collection receipts.
import { dayColumn, emailColumn, memoColumn } from '../import/columns.ts'
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
import { receiptNoLabel } from './words.ts'

export const collectionTemplate: ImportTemplate = {
  records: { kind: 'collection' },
  columns: [
    { key: 'number', title: 'Receipt no.', also: [receiptNoLabel, 'CR no.', 'OR no.', 'Number'], example: '000231' },
    {
      key: 'party',
      title: 'Customer',
      also: ['Customer TIN', 'TIN', 'Customer name', 'Supplier'],
      required: true,
      example: '000-000-000',
    },
    dayColumn('Receipt date'),
    { key: 'account', title: 'Into account', also: ['Account', 'Deposited to'], required: true, example: '1010' },
    methodColumn,
    referenceColumn,
    chequeDayColumn,
    { key: 'chequeBank', title: 'Cheque drawn on', also: ['Drawn on'], example: '' },
    { key: 'document', title: 'Invoice', also: ['Invoice no.', 'Applied to'], example: 'SI-2026-000001' },
    creditColumn,
    { key: 'refund', title: 'Supplier advance refunded', also: ['Returned'], example: '' },
    { key: 'amount', title: 'Amount', also: ['Amount paid', 'Amount received'], required: true, example: '1,100.00' },
    withheldColumn,
    atcColumn,
    { key: 'vatWithheld', title: 'VAT withheld', example: '' },
    discountColumn,
    { key: 'charge', title: 'Bank charge', example: '' },
    ...foreignColumns,
    emailColumn,
    memoColumn,
  ],
}
