// The lines of a sale as they are printed.
import { formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { bearsVat, vatClassWords } from '../../tax/vat.ts'
import type { OpenItem } from '../facts.ts'
import type { Receipt } from '../receipt.ts'
import type { SaleLine } from './fields.ts'
import type { Computed } from './figures.ts'

export function printedLines(lines: readonly SaleLine[], { amounts }: Pick<Computed, 'amounts'>): Receipt['lines'] {
  return lines.map((line, i) => ({
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    vatClass: vatClassWords[line.vatClass],
    amount: amounts[i]?.amount ?? 0n,
  }))
}

type PriceMode = 'inclusive' | 'exclusive'

/** Whether prices include VAT, if a line has any. */
export const pricesFacts = ({
  lines,
  priceMode,
}: {
  lines: readonly SaleLine[]
  priceMode: PriceMode
}): Receipt['facts'] =>
  lines.some((line) => bearsVat(line.vatClass))
    ? [{ label: 'Prices', value: priceMode === 'inclusive' ? 'VAT-inclusive' : 'VAT-exclusive' }]
    : []

export const dueFacts = ({ terms, dueDay }: { terms: string; dueDay: Day | null }): Receipt['facts'] => [
  ...(terms === '' ? [] : [{ label: 'Terms', value: terms }]),
  ...(dueDay === null ? [] : [{ label: 'Due', value: formatDay(dueDay) }]),
]

/** The invoice of a memo: 'SI-2026-000001, 000123, 1 Mar 2026'. */
export const aboutInvoice = (label: string, item: OpenItem | undefined): Receipt['facts'] =>
  item === undefined
    ? []
    : [
        {
          label,
          value: [item.number, item.externalNo, formatDay(item.day)].filter((part) => part !== null).join(', '),
        },
      ]
