// The columns of a file of fund transfers.
import { dayColumn, emailColumn, memoColumn, rateColumn, referenceColumn } from '../import/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'

export const transferTemplate: ImportTemplate = {
  records: { kind: 'transfer' },
  columns: [
    referenceColumn,
    { key: 'from', title: 'From account', also: ['From', 'Source'], required: true, example: '1031' },
    { key: 'to', title: 'To account', also: ['To', 'Receiving account'], required: true, example: '1032' },
    dayColumn('Transfer date'),
    { key: 'amount', title: 'Amount', required: true, example: '10,000.00' },
    rateColumn,
    {
      key: 'inverse',
      title: 'Inverse rate',
      also: ['Inverse rate', 'Exchange rate, inverse'],
      example: '',
    },
    { key: 'received', title: 'Amount received', also: ['Received'], example: '' },
    { key: 'fee', title: 'Fee', also: ['Bank charge', 'Charge'], example: '' },
    { key: 'feeFrom', title: 'Fee charged to', example: '' },
    { key: 'arrived', title: 'Received', also: ['Arrived'], example: 'yes' },
    emailColumn,
    memoColumn,
  ],
}
