// Converts a row of a file to a sale line.
import { vatClassWords } from '../../tax/vat.ts'
import type { Cells } from '../import/cells.ts'

/** Maps errors of a line's rule to cells. */
export const saleLineCells: Readonly<Record<string, string>> = {
  description: 'description',
  quantity: 'quantity',
  unitPrice: 'price',
  discountPercent: 'discount',
  discountAmount: 'discount',
  vatClass: 'vat',
  account: 'account',
}

/** A line as sent by the form, with `usual` as the default account. */
export function saleLineIn(cells: Cells, row: number, usual: string): Record<string, unknown> {
  const { text } = cells
  const discount = text('discount', row)
  const percent = /^([\d.]+) ?%$/.exec(discount)?.[1]
  return {
    description: text('description', row),
    quantity: text('quantity', row) === '' ? '1' : text('quantity', row).replaceAll(',', ''),
    unitPrice: cells.unitPrice('price', { row, missing: 'Enter the unit price.' }),
    discountPercent: percent ?? null,
    discountAmount: percent === undefined ? cells.amountIf('discount', row) : null,
    vatClass: cells.oneOf('vat', vatClassWords, { row, usual: 'vatable' }),
    account: cells.account('account', row) || usual,
  }
}
