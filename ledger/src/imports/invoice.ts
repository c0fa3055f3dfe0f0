// Invoices from a spreadsheet: a row is a line, and rows with the same number and customer are one invoice.
import { vatClassWords } from '../tax.ts'
import { cellsAt, cellsOf, nobody } from './cells.ts'
import { dayColumn, emailColumn, memoColumn, pricesColumn, pricesIn } from './columns.ts'
import type { ImportMapping } from './mapping.ts'

/** Columns that belong to the invoice; a line may leave them out, but not say something else. */
const ofInvoice = ['number', 'customer', 'day', 'due', 'terms', 'email', 'prices', 'memo']

export const invoiceImport: ImportMapping = {
  records: { kind: 'invoice' },
  together: ['number', 'customer'],
  label: ['number', 'customer'],
  parties: ['customer'],
  documents: [],
  documentKinds: [],
  columns: [
    {
      key: 'number',
      title: 'Invoice no.',
      also: ['Invoice number', 'Number', 'SI no.'],
      required: true,
      example: '000101',
    },
    {
      key: 'customer',
      title: 'Customer',
      also: ['Customer TIN', 'TIN', 'Customer name'],
      required: true,
      example: '000-000-000',
    },
    dayColumn('Invoice date'),
    { key: 'due', title: 'Due date', also: ['Due'], example: '2026-04-15' },
    { key: 'terms', title: 'Terms', example: 'Net 30' },
    emailColumn(true),
    { ...pricesColumn, title: 'Prices' },
    {
      key: 'description',
      title: 'Description',
      also: ['Item', 'Particulars'],
      required: true,
      example: 'Bond paper, A4',
    },
    { key: 'quantity', title: 'Quantity', also: ['Qty'], example: '10' },
    { key: 'price', title: 'Unit price', also: ['Price', 'Amount'], required: true, example: '112.00' },
    { key: 'discount', title: 'Discount', example: '' },
    { key: 'vat', title: 'VAT', also: ['VAT class', 'Tax'], example: 'Vatable' },
    { key: 'account', title: 'Income account', also: ['Account'], example: '4010' },
    memoColumn,
  ],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(ofInvoice, 'invoice')
    const lines = cells.rows.map((row) => {
      const discount = text('discount', row)
      const percent = /^([\d.]+) ?%$/.exec(discount)?.[1]
      return {
        description: text('description', row),
        quantity: text('quantity', row) === '' ? '1' : text('quantity', row).replaceAll(',', ''),
        unitPrice: cells.amount('price', { row, missing: 'Enter the unit price.' }),
        discountPercent: percent ?? null,
        discountAmount: percent === undefined ? cells.amountIf('discount', row) : null,
        vatClass: cells.oneOf('vat', vatClassWords, { row, usual: 'vatable' }),
        account: cells.account('account', row) || '4010',
      }
    })
    const fields = {
      email: text('email'),
      partyId: cells.party('customer', 'Enter the TIN or the name of the customer.')?.id ?? nobody,
      externalNo: text('number'),
      day: cells.day('day', 'Enter the date of the invoice.'),
      dueDay: cells.dayIf('due'),
      terms: text('terms'),
      priceMode: pricesIn(cells),
      lines,
      memo: text('memo'),
    }
    return {
      fields,
      mistakes: cells.mistakes,
      cellOf: cellsAt({ head, lists: { lines: { rows: cells.rows, columns, usual: 'description' } }, usual: 'number' }),
    }
  },
}

const head = {
  ...{ email: 'email', partyId: 'customer', externalNo: 'number', day: 'day', dueDay: 'due' },
  ...{ terms: 'terms', priceMode: 'prices', memo: 'memo' },
}
const columns = {
  ...{ description: 'description', quantity: 'quantity', unitPrice: 'price', discountPercent: 'discount' },
  ...{ discountAmount: 'discount', vatClass: 'vat', account: 'account' },
}
