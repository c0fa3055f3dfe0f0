// Deposits from a spreadsheet, as listed from a passbook.
import { cellsAt, cellsOf, nobody } from '../import/cells.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { depositTemplate } from './columns.ts'

export const depositImport: ImportMapping = {
  ...depositTemplate,
  parties: [],
  together: ['reference', 'account'],
  label: ['reference', 'account'],
  documents: ['receipt'],
  documentTypes: ['collection', 'withdrawal', 'transfer', 'cheque', 'opening'],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(['reference', 'account', 'day', 'charge', 'rate', 'email', 'memo'], 'deposit')
    const receipts = cells.rows.filter((row) => text('receipt', row) !== '')
    const others = cells.rows.filter((row) => text('receipt', row) === '')
    for (const row of receipts)
      if (text('amount', row) !== '' || text('source', row) !== '')
        cells.say(
          row,
          text('amount', row) === '' ? 'source' : 'amount',
          'A receipt must be deposited in full. Clear this cell or the receipt number.',
        )
    const fields = {
      email: text('email'),
      day: cells.day('day', 'Enter the date of the deposit.'),
      account: cells.money('account', 'Enter the account the money was deposited into.').code,
      reference: text('reference'),
      receipts: receipts.map((row) => cells.document('receipt', row, { what: 'receipt' })?.id ?? nobody),
      others: others.map((row) => ({
        description: text('description', row),
        account: cells.account('source', row),
        amount: cells.amount('amount', { row, missing: 'Enter the amount deposited or the receipt number.' }),
      })),
      charge: cells.amount('charge'),
      rate: text('rate') === '' ? null : text('rate'),
      memo: text('memo'),
    }
    const lists = {
      others: {
        rows: others,
        columns: { description: 'description', account: 'source', amount: 'amount' },
        usual: 'source',
      },
      receipts: { rows: receipts, columns: {}, usual: 'receipt' },
    }
    const head = {
      email: 'email',
      day: 'day',
      account: 'account',
      reference: 'reference',
      charge: 'charge',
      rate: 'rate',
      memo: 'memo',
    }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists, usual: 'account' }) }
  },
}
