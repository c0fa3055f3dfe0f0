// The columns of a file of cheques.
import { dayColumn, emailColumn, memoColumn, pricesColumn, supplierColumn } from '../import/columns.ts'
import { purchaseColumns } from '../purchase-lines/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'

export const chequeTemplate: ImportTemplate = {
  records: { kind: 'cheque' },
  columns: [
    { key: 'number', title: 'Cheque no.', also: ['Check no.', 'Number'], required: true, example: '0000123' },
    { key: 'from', title: 'Bank account', also: ['From account', 'Bank'], required: true, example: '1031' },
    { key: 'payee', title: 'Pay to the order of', also: ['Payee', 'Paid to'], example: '' },
    supplierColumn(false),
    dayColumn('Voucher date'),
    { key: 'chequeDay', title: 'Cheque date', example: '' },
    {
      key: 'bill',
      title: 'Bill',
      also: ['Bill no.', "Supplier's invoice no.", 'Applied to'],
      example: 'BL-2026-000001',
    },
    pricesColumn,
    ...purchaseColumns.map((column) => (column.key === 'amount' ? column : { ...column, example: '' })),
    { key: 'withheld', title: 'Tax withheld', also: ['EWT'], example: '' },
    emailColumn,
    memoColumn,
  ],
}
