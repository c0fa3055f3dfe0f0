// The columns of a file of invoices.
import { dayColumn, emailColumn, memoColumn, pricesColumn } from '../import/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'
import { customerColumn, saleColumns } from '../sale-lines/columns.ts'

export const invoiceTemplate: ImportTemplate = {
  records: { kind: 'invoice' },
  columns: [
    {
      key: 'number',
      title: 'Invoice no.',
      also: ['Invoice number', 'Number', 'SI no.'],
      required: true,
      example: '000101',
    },
    { key: 'numberTo', title: 'Last invoice no.', example: '' },
    customerColumn,
    dayColumn('Invoice date'),
    { key: 'due', title: 'Due date', also: ['Due'], example: '2026-04-15' },
    { key: 'terms', title: 'Terms', example: 'Net 30' },
    emailColumn,
    { ...pricesColumn, title: 'Prices' },
    ...saleColumns({ title: 'Income account', code: '4010' }),
    { key: 'zeroRating', title: 'Zero-rated because', example: '' },
    memoColumn,
  ],
}
