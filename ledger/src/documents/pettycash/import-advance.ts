// Petty cash advances from a spreadsheet: each row is the advance of one person, liquidated by a voucher later.
import { cellsAt, cellsOf } from '../import/cells.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { cashAdvanceTemplate } from './columns.ts'

export const cashAdvanceImport: ImportMapping = {
  ...cashAdvanceTemplate,
  together: [],
  label: ['paidTo', 'day'],
  parties: [],
  documents: [],
  documentTypes: [],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    const fields = {
      nature: 'advance',
      email: text('email'),
      fund: cells.money('fund', 'Enter the account of the petty cash fund.').code,
      paidTo: text('paidTo'),
      day: cells.day('day', 'Enter the date of the cash advance.'),
      amount: cells.amount('amount', { missing: 'Enter the amount.' }),
      memo: text('memo'),
    }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, usual: 'paidTo' }) }
  },
}

const head = { email: 'email', fund: 'fund', paidTo: 'paidTo', day: 'day', amount: 'amount', memo: 'memo' }
