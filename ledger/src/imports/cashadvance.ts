// Cash advances from petty cash by a spreadsheet: each row is what one person took, to be accounted for by a voucher later.
import { cellsAt, cellsOf } from './cells.ts'
import { dayColumn, emailColumn, memoColumn } from './columns.ts'
import type { ImportMapping } from './mapping.ts'

export const cashAdvanceImport: ImportMapping = {
  records: { kind: 'pettycash' },
  plural: 'Cash advances',
  together: [],
  label: ['paidTo', 'day'],
  ...{ parties: [], documents: [], documentKinds: [] },
  columns: [
    {
      key: 'paidTo',
      title: 'Taken by',
      also: ['Paid to', 'Employee', 'Received by'],
      required: true,
      example: 'Juan, messenger',
    },
    { key: 'fund', title: 'Fund', also: ['Petty cash fund'], required: true, example: '1020' },
    dayColumn('Voucher date'),
    { key: 'amount', title: 'Amount', also: ['Cash advance'], required: true, example: '500.00' },
    emailColumn(false),
    memoColumn,
  ],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    const fields = {
      nature: 'advance',
      email: text('email'),
      fund: cells.money('fund', 'Enter the petty cash fund, by its account.').code,
      paidTo: text('paidTo'),
      day: cells.day('day', 'Enter the day the cash was taken.'),
      amount: cells.amount('amount', { missing: 'Enter the amount.' }),
      memo: text('memo'),
    }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, usual: 'paidTo' }) }
  },
}

const head = { email: 'email', fund: 'fund', paidTo: 'paidTo', day: 'day', amount: 'amount', memo: 'memo' }
