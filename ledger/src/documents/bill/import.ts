// Bills from a spreadsheet: a row is a line, and rows with the same number and supplier are one bill.
import { cellsAt, cellsOf, nobody } from '../import/cells.ts'
import { pricesIn } from '../import/cells.ts'
import { purchaseLineCells, purchaseLineIn } from '../purchase-lines/import.ts'
import { creditTypes } from '../import/mapping.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { billTemplate } from './columns.ts'

const ofBill = ['number', 'party', 'day', 'due', 'terms', 'email', 'prices', 'vatPrinted', 'memo']

export const billImport: ImportMapping = {
  ...billTemplate,
  together: ['number', 'party'],
  label: ['number', 'party'],
  parties: ['party'],
  documents: ['advance'],
  documentTypes: creditTypes.supplierAdvances,

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(ofBill, 'bill')
    const payee = cells.party('party', 'Enter the TIN or the name of the supplier.')
    const day = cells.day('day', "Enter the date of the supplier's invoice.")
    const advances = cells.rows.filter((row) => text('advance', row) !== '' || text('used', row) !== '')
    const fields = {
      email: text('email'),
      partyId: payee?.id ?? nobody,
      externalNo: text('number'),
      day,
      dueDay: cells.dayIf('due'),
      terms: text('terms'),
      priceMode: pricesIn(cells),
      vatPrinted: cells.amountIf('vatPrinted'),
      lines: cells.rows.map((row) => purchaseLineIn(cells, row, { names, payee, day })),
      advances: advances.map((row) => ({
        documentId:
          payee === undefined
            ? nobody
            : (cells.document('advance', row, { what: 'advance', partyId: payee.id })?.id ?? nobody),
        amount: cells.amount('used', { row, missing: 'Enter the amount of the advance to apply.' }),
      })),
      memo: text('memo'),
    }
    const lines = { rows: cells.rows, columns: purchaseLineCells, usual: 'type' }
    const used = { rows: advances, columns: { documentId: 'advance', amount: 'used' }, usual: 'advance' }
    const lists = { lines, advances: used }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists, usual: 'number' }) }
  },
}

const head = {
  email: 'email',
  partyId: 'party',
  externalNo: 'number',
  day: 'day',
  dueDay: 'due',
  terms: 'terms',
  priceMode: 'prices',
  vatPrinted: 'vatPrinted',
  memo: 'memo',
}
