// The columns of a file of withdrawals.
import { dayColumn, emailColumn, memoColumn, rateColumn, referenceColumn, supplierColumn } from '../import/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'

export const withdrawalTemplate: ImportTemplate = {
  records: { kind: 'withdrawal' },
  columns: [
    referenceColumn,
    { key: 'account', title: 'From account', also: ['Account', 'Bank account'], required: true, example: '1031' },
    dayColumn('Withdrawal date'),
    supplierColumn(false),
    {
      key: 'description',
      title: 'Description',
      also: ['Particulars', 'Purpose'],
      required: true,
      example: 'Cash on hand',
    },
    { key: 'purpose', title: 'For account', also: ['Other account', 'Debit'], required: true, example: '1010' },
    { key: 'amount', title: 'Amount', required: true, example: '5,000.00' },
    { key: 'vat', title: 'VAT invoice', also: ['VAT'], example: 'no' },
    { key: 'category', title: 'Purchase of', also: ['Category'], example: '' },
    rateColumn,
    emailColumn,
    memoColumn,
  ],
}
