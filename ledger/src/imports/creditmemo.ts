// Credit memos to customers from a spreadsheet: a row is a line, and rows with the same number and customer are one memo.
import { accounts } from '../accounts/chart.ts'
import { cellsAt, cellsOf, nobody } from './cells.ts'
import { dayColumn, emailColumn, memoColumn, pricesColumn, pricesIn } from './columns.ts'
import type { ImportMapping } from './mapping.ts'
import { customerColumn, saleColumns, saleLineCells, saleLineIn } from './sale-columns.ts'

const ofMemo = ['number', 'customer', 'invoice', 'day', 'reason', 'email', 'prices', 'memo']

export const creditMemoImport: ImportMapping = {
  records: { kind: 'creditmemo' },
  together: ['number', 'customer'],
  label: ['number', 'customer'],
  parties: ['customer'],
  documents: ['invoice'],
  documentKinds: ['invoice', 'opening'],
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
      title: 'Invoice it is about',
      also: ['Invoice', 'Invoice no.', 'Applied to', 'Credit of'],
      example: 'SI-2026-000001',
    },
    dayColumn('Credit memo date'),
    {
      key: 'reason',
      title: 'Why it is credited',
      also: ['Reason', 'Why'],
      required: true,
      example: 'Returned, wet on delivery',
    },
    emailColumn(true),
    { ...pricesColumn, title: 'Prices' },
    ...saleColumns({ title: 'Account', code: accounts.salesReturns }).map((column) =>
      column.key === 'quantity' ? { ...column, example: '2' } : column,
    ),
    memoColumn,
  ],

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
  ...{ email: 'email', partyId: 'customer', creditOf: 'invoice', externalNo: 'number', day: 'day' },
  ...{ reason: 'reason', priceMode: 'prices', memo: 'memo' },
}
