// The lines of a sale as they are printed.
import { vatClassWords } from '../../tax/vat.ts'
import type { Receipt } from '../receipt.ts'
import type { SaleLine } from './fields.ts'
import type { Computed } from './figures.ts'

/** The lines as they are printed. */
export function printedLines(lines: readonly SaleLine[], { amounts }: Pick<Computed, 'amounts'>): Receipt['lines'] {
  return lines.map((line, i) => ({
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    vatClass: vatClassWords[line.vatClass],
    amount: amounts[i]?.amount ?? 0n,
  }))
}
