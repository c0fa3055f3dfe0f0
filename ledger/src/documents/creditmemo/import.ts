// Credit memos to customers from a spreadsheet: a row is a line, and rows with the same number and customer are one memo.
import { accounts } from '../../accounts/chart.ts'
import { cellsAt, cellsOf, nobody, pricesIn } from '../import/cells.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { saleLineCells, saleLineIn } from '../sale-lines/import.ts'
import { creditMemoTemplate } from './columns.ts'

const ofMemo = ['number', 'customer', 'invoice', 'day', 'reason', 'email', 'prices', 'memo']

export const creditMemoImport: ImportMapping = {
  ...creditMemoTemplate,
  together: ['number', 'customer'],
  label: ['number', 'customer'],
  parties: ['customer'],
  documents: ['invoice'],
  documentTypes: ['invoice', 'opening'],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(ofMemo, 'credit memo')
    const customer = cells.party('customer', 'Enter the TIN or the name of the customer.')
    const fields = {
      email: text('email'),
      partyId: customer?.id ?? nobody,
      creditOf:
        text('invoice') === '' || customer === undefined
          ? null
          : (cells.document('invoice', 0, { what: 'invoice', partyId: customer.id })?.id ?? nobody),
      externalNo: text('number'),
      day: cells.day('day', 'Enter the date of the credit memo.'),
      reason: text('reason'),
      priceMode: pricesIn(cells),
      lines: cells.rows.map((row) => saleLineIn(cells, row, accounts.salesReturns)),
      memo: text('memo'),
    }
    const lines = { rows: cells.rows, columns: saleLineCells, usual: 'price' }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists: { lines }, usual: 'number' }) }
  },
}

const head = {
  email: 'email',
  partyId: 'customer',
  creditOf: 'invoice',
  externalNo: 'number',
  day: 'day',
  reason: 'reason',
  priceMode: 'prices',
  memo: 'memo',
}
