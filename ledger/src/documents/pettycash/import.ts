// Petty cash vouchers from a spreadsheet: rows with the same receipt number and payee are one voucher, else each row is
// one.
import { cellsAt, cellsOf, nobody } from '../import/cells.ts'
import { pricesIn } from '../import/cells.ts'
import { purchaseLineCells, purchaseLineIn } from '../purchase-lines/import.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { pettyCashTemplate } from './columns.ts'

const ofVoucher = ['number', 'party', 'paidTo', 'fund', 'day', 'email', 'prices', 'vatPrinted', 'advance', 'memo']

export const pettyCashImport: ImportMapping = {
  ...pettyCashTemplate,
  together: ['number', 'party', 'paidTo'],
  label: ['number', 'party', 'paidTo'],
  parties: ['party'],
  documents: ['advance'],
  documentTypes: ['pettycash'],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(ofVoucher, 'voucher')
    const payee = cells.party('party', '')
    const day = cells.day('day', 'Enter the date of the voucher.')
    const fields = {
      nature: 'expense',
      email: text('email'),
      fund: cells.money('fund', 'Enter the account of the petty cash fund.').code,
      paidTo: text('paidTo'),
      partyId: payee?.id ?? null,
      externalNo: text('number'),
      day,
      priceMode: pricesIn(cells),
      vatPrinted: cells.amountIf('vatPrinted'),
      lines: cells.rows.map((row) => purchaseLineIn(cells, row, { names, payee, day })),
      advance: text('advance') === '' ? null : (cells.document('advance', 0, { what: 'cash advance' })?.id ?? nobody),
      memo: text('memo'),
    }
    const lines = { rows: cells.rows, columns: purchaseLineCells, usual: 'type' }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists: { lines }, usual: 'paidTo' }) }
  },
}

const head = {
  email: 'email',
  partyId: 'party',
  externalNo: 'number',
  paidTo: 'paidTo',
  fund: 'fund',
  day: 'day',
  priceMode: 'prices',
  vatPrinted: 'vatPrinted',
  advance: 'advance',
  memo: 'memo',
}
