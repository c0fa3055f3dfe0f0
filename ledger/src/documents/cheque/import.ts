// Cheques from a spreadsheet: rows with the same number and account are one cheque. The rows name the paid bills, or a
// purpose.
import { cellsAt, cellsOf, nobody } from '../import/cells.ts'
import { pricesIn } from '../import/cells.ts'
import { purchaseLineCells, purchaseLineIn } from '../purchase-lines/import.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { chequeTemplate } from './columns.ts'

const ofCheque = ['number', 'account', 'payee', 'party', 'day', 'chequeDay', 'prices', 'email', 'memo']

export const chequeImport: ImportMapping = {
  ...chequeTemplate,
  together: ['number', 'from'],
  label: ['number', 'payee', 'party'],
  parties: ['party'],
  documents: ['bill'],
  documentTypes: ['bill', 'opening'],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(
      ofCheque.map((column) => (column === 'account' ? 'from' : column)),
      'cheque',
    )
    const party = cells.party('party', '')
    const day = cells.day('day', 'Enter the date of the voucher.')
    const bills = cells.rows.filter((row) => text('bill', row) !== '')
    const paysBills = bills.length > 0
    if (paysBills)
      for (const row of cells.rows.filter((one) => !bills.includes(one)))
        cells.say(
          row,
          'bill',
          'The other rows of this cheque pay bills. Enter a bill number in this row too, or use another cheque number.',
        )
    else
      for (const row of cells.rows)
        if (text('withheld', row) !== '')
          cells.say(
            row,
            'withheld',
            'The tax on an expense is calculated from its ATC. Clear this cell, or enter the bill number.',
          )
    const fields = {
      email: text('email'),
      partyId: party?.id ?? null,
      payee: text('payee') === '' ? (party?.name ?? '') : text('payee'),
      day,
      account: cells.money('from', 'Enter the bank account the cheque is drawn on.').code,
      chequeNo: text('number'),
      chequeDay: cells.dayIf('chequeDay'),
      pays: paysBills ? 'bills' : 'direct',
      rows: bills.map((row) => ({
        documentId:
          party === undefined
            ? nobody
            : (cells.document('bill', row, { what: 'bill', partyId: party.id })?.id ?? nobody),
        pay: cells.amount('amount', { row, missing: 'Enter the amount paid.' }),
        withheld: cells.amount('withheld', { row }),
        atc: text('atc', row) === '' ? null : text('atc', row).toUpperCase(),
      })),
      priceMode: pricesIn(cells),
      lines: paysBills ? [] : cells.rows.map((row) => purchaseLineIn(cells, row, { names, payee: party, day })),
      memo: text('memo'),
    }
    const lists = {
      lines: { rows: cells.rows, columns: purchaseLineCells, usual: 'type' },
      rows: { rows: bills, columns: rowColumns, usual: 'bill' },
    }
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists, usual: 'number' }) }
  },
}

const head = {
  email: 'email',
  partyId: 'party',
  payee: 'payee',
  day: 'day',
  account: 'from',
  chequeNo: 'number',
  chequeDay: 'chequeDay',
  priceMode: 'prices',
  memo: 'memo',
}

const rowColumns = { documentId: 'bill', pay: 'amount', withheld: 'withheld', atc: 'atc' }
