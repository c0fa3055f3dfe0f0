// Credits from suppliers by a spreadsheet: a row is a line, and rows with the same number and supplier are one credit.
import { cellsAt, cellsOf, nobody } from './cells.ts'
import {
  dayColumn,
  emailColumn,
  memoColumn,
  pricesColumn,
  pricesIn,
  purchaseColumns,
  purchaseLineCells,
  purchaseLineIn,
  supplierColumn,
  vatPrintedColumn,
} from './columns.ts'
import type { ImportMapping } from './mapping.ts'

const ofCredit = ['number', 'party', 'bill', 'day', 'email', 'prices', 'vatPrinted', 'memo']

export const supplierCreditImport: ImportMapping = {
  records: { kind: 'bill' },
  plural: 'Credits from suppliers',
  together: ['number', 'party'],
  label: ['number', 'party'],
  parties: ['party'],
  documents: ['bill'],
  documentKinds: ['bill'],
  columns: [
    {
      key: 'number',
      title: "Supplier's credit no.",
      also: ["Supplier's credit number", 'Credit memo no.', 'Credit note no.', 'Number'],
      required: true,
      example: 'CN-0031',
    },
    supplierColumn(true),
    {
      key: 'bill',
      title: 'Bill it is about',
      also: ['Bill', 'Bill no.', 'Applied to', 'Credit of'],
      example: 'BL-2026-000001',
    },
    dayColumn('Credit date'),
    emailColumn(true),
    pricesColumn,
    ...purchaseColumns,
    vatPrintedColumn,
    memoColumn,
  ],

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
  ...{ email: 'email', partyId: 'party', creditOf: 'bill', externalNo: 'number', day: 'day' },
  ...{ priceMode: 'prices', vatPrinted: 'vatPrinted', memo: 'memo' },
}
