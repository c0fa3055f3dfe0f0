// How a row of a file becomes a line of a sale.
import { vatClassWords } from '../../tax/vat.ts'
import type { Cells } from '../import/cells.ts'

/** Where the mistakes of a line's rule belong. */
export const saleLineCells: Readonly<Record<string, string>> = {
  description: 'description',
  quantity: 'quantity',
  unitPrice: 'price',
  discountPercent: 'discount',
  discountAmount: 'discount',
  vatClass: 'vat',
  account: 'account',
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
