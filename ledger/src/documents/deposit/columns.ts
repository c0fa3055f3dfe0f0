// The columns of a file of deposits.
import { dayColumn, emailColumn, memoColumn, rateColumn, referenceColumn } from '../import/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'

export const depositTemplate: ImportTemplate = {
  records: { kind: 'deposit' },
  columns: [
    {
      ...referenceColumn,
      title: 'Deposit slip no.',
      also: ['Slip no.', 'Reference', 'Reference no.'],
      example: '5512',
    },
    { key: 'account', title: 'Into account', also: ['Account', 'Bank account'], required: true, example: '1031' },
    dayColumn('Deposit date'),
    { key: 'receipt', title: 'Receipt', also: ['Collection receipt', 'Receipt no.'], example: 'CR-2026-000001' },
    { key: 'description', title: 'Description', also: ['Particulars'], example: '' },
    { key: 'source', title: 'From account', also: ['Other account', 'Credit'], example: '' },
    { key: 'amount', title: 'Amount', example: '' },
    { key: 'charge', title: 'Charge', also: ['Bank charge'], example: '' },
    rateColumn,
    emailColumn,
    memoColumn,
  ],
}
