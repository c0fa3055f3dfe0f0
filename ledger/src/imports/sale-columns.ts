// The lines of a sale as files have them, for invoices and the credit memos that take them back.
import { vatClassWords } from '../tax/vat.ts'
import type { Cells } from './cells.ts'
import type { ImportColumn } from './mapping.ts'

export const customerColumn: ImportColumn = {
  key: 'customer',
  title: 'Customer',
  also: ['Customer TIN', 'TIN', 'Customer name'],
  required: true,
  example: '000-000-000',
}

export const saleColumns = (account: { title: string; code: string }): readonly ImportColumn[] => [
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
  { key: 'account', title: account.title, also: ['Account'], example: account.code },
]

/** Where the mistakes of a line's rule belong. */
export const saleLineCells: Readonly<Record<string, string>> = {
  ...{ description: 'description', quantity: 'quantity', unitPrice: 'price', discountPercent: 'discount' },
  ...{ discountAmount: 'discount', vatClass: 'vat', account: 'account' },
}

/** A line as the form sends it, to `usual` where no account is written. */
export function saleLineIn(cells: Cells, row: number, usual: string): Record<string, unknown> {
  const { text } = cells
  const discount = text('discount', row)
  const percent = /^([\d.]+) ?%$/.exec(discount)?.[1]
  return {
    description: text('description', row),
    quantity: text('quantity', row) === '' ? '1' : text('quantity', row).replaceAll(',', ''),
    unitPrice: cells.amount('price', { row, missing: 'Enter the unit price.' }),
    discountPercent: percent ?? null,
    discountAmount: percent === undefined ? cells.amountIf('discount', row) : null,
    vatClass: cells.oneOf('vat', vatClassWords, { row, usual: 'vatable' }),
    account: cells.account('account', row) || usual,
  }
}
