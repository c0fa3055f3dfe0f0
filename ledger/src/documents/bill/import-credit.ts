// Credits from suppliers by a spreadsheet: a row is a line, and rows with the same number and supplier are one credit.
import { cellsAt, cellsOf, nobody } from '../import/cells.ts'
import { pricesIn } from '../import/cells.ts'
import { purchaseLineCells, purchaseLineIn } from '../purchase-lines/import.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { supplierCreditTemplate } from './columns.ts'

const ofCredit = ['number', 'party', 'bill', 'day', 'email', 'prices', 'vatPrinted', 'memo']

export const supplierCreditImport: ImportMapping = {
  ...supplierCreditTemplate,
  together: ['number', 'party'],
  label: ['number', 'party'],
  parties: ['party'],
  documents: ['bill'],
  documentTypes: ['bill'],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(ofCredit, 'credit')
    const payee = cells.party('party', 'Enter the TIN or the name of the supplier.')
    const day = cells.day('day', "Enter the date of the supplier's credit.")
    const fields = {
      nature: 'credit',
      email: text('email'),
      partyId: payee?.id ?? nobody,
      creditOf:
        text('bill') === '' || payee === undefined
          ? null
          : (cells.document('bill', 0, { what: 'bill', partyId: payee.id })?.id ?? nobody),
      externalNo: text('number'),
      day,
      priceMode: pricesIn(cells),
      vatPrinted: cells.amountIf('vatPrinted'),
      lines: cells.rows.map((row) => purchaseLineIn(cells, row, { names, payee, day })),
      memo: text('memo'),
    }
    const lines = { rows: cells.rows, columns: purchaseLineCells, usual: 'type' }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists: { lines }, usual: 'number' }) }
  },
}

const head = {
  email: 'email',
  partyId: 'party',
  creditOf: 'bill',
  externalNo: 'number',
  day: 'day',
  priceMode: 'prices',
  vatPrinted: 'vatPrinted',
  memo: 'memo',
}
