// Invoices from a spreadsheet: a row is a line, and rows with the same number and customer are one invoice.
import { cellsAt, cellsOf, nobody, pricesIn } from '../import/cells.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { saleLineCells, saleLineIn } from '../sale-lines/import.ts'
import { invoiceTemplate } from './columns.ts'
import { zeroRatingWords } from './fields.ts'

/** Columns for the whole invoice; a later line may leave them empty, but not contradict them. */
const ofInvoice = ['number', 'numberTo', 'zeroRating', 'customer', 'day', 'due', 'terms', 'email', 'prices', 'memo']

export const invoiceImport: ImportMapping = {
  ...invoiceTemplate,
  together: ['number', 'customer'],
  label: ['number', 'customer'],
  parties: ['customer'],
  documents: [],
  documentTypes: [],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(ofInvoice, 'invoice')
    const fields = {
      email: text('email'),
      partyId: cells.party('customer', 'Enter the TIN or the name of the customer.')?.id ?? nobody,
      externalNo: text('number'),
      externalNoTo: text('numberTo'),
      zeroRating: cells.oneOf('zeroRating', zeroRatingWords, { usual: '' }),
      day: cells.day('day', 'Enter the date of the invoice.'),
      dueDay: cells.dayIf('due'),
      terms: text('terms'),
      priceMode: pricesIn(cells),
      lines: cells.rows.map((row) => saleLineIn(cells, row, '4010')),
      memo: text('memo'),
    }
    const lines = { rows: cells.rows, columns: saleLineCells, usual: 'description' }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists: { lines }, usual: 'number' }) }
  },
}

const head = {
  email: 'email',
  partyId: 'customer',
  externalNo: 'number',
  externalNoTo: 'numberTo',
  zeroRating: 'zeroRating',
  day: 'day',
  dueDay: 'due',
  terms: 'terms',
  priceMode: 'prices',
  memo: 'memo',
}
