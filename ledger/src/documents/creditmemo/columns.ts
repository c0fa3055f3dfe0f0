// The columns of a file of credit memos.
import { accounts } from '../../accounts/chart.ts'
import { dayColumn, emailColumn, memoColumn, pricesColumn } from '../import/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'
import { customerColumn, saleColumns } from '../sale-lines/columns.ts'

export const creditMemoTemplate: ImportTemplate = {
  records: { kind: 'creditmemo' },
  columns: [
    {
      key: 'number',
      title: 'Credit memo no.',
      also: ['Credit memo number', 'CM no.', 'Number'],
      required: true,
      example: '000017',
    },
    customerColumn,
    {
      key: 'invoice',
      title: 'Invoice credited',
      also: ['Invoice', 'Invoice no.', 'Applied to', 'Credit of'],
      example: 'SI-2026-000001',
    },
    dayColumn('Credit memo date'),
    {
      key: 'reason',
      title: 'Reason',
      also: ['Reason', 'Why'],
      required: true,
      example: 'Returned, wet on delivery',
    },
    emailColumn,
    { ...pricesColumn, title: 'Prices' },
    ...saleColumns({ title: 'Account', code: accounts.salesReturns }).map((column) =>
      column.key === 'quantity' ? { ...column, example: '2' } : column,
    ),
    memoColumn,
  ],
}
