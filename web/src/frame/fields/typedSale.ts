// The typed lines of a sale, on an invoice or a credit memo.
import { parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { saleFigures } from '@talaan/ledger/documents/sale-lines/figures.ts'
import { parseTypedQuantity } from '@talaan/ledger/core/fields.ts'
import { formatUnitPrice, parseTypedAmount, parseTypedUnitPrice } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { DiscountReason } from '@talaan/ledger/tax/statutory-discount.ts'
import { vatClassWords, type VatRate } from '@talaan/ledger/tax/vat.ts'
import { accountField, choiceField, textField, typedAmount, type Path, type Reading } from '../runtime/field.ts'
import { grid } from '../runtime/grid.ts'

/** An empty line suggests the VAT and the account of the line above. */
export const saleLines = grid(
  {
    description: textField(),
    quantity: textField(
      {},
      {
        empty: () => '1',
        isBlank: (quantity) => ['', '1'].includes(quantity.trim()),
        read: (quantity, read, path) => read.quantity(quantity, path),
      },
    ),
    unitPrice: textField(
      {},
      {
        read: (typed, read, path) => read.unitPrice(typed, path),
        fromRecorded: (price) => (typeof price === 'string' && price !== '0' ? formatUnitPrice(price) : ''),
      },
    ),
    /** '10%' or an amount. */
    discount: textField({ sentAs: null }),
    vatClass: choiceField(vatClassWords),
    account: accountField(),
  },
  {
    suggested: ({ vatClass, account }) => ({ vatClass, account }),
    readRow: ({ discount }, read, path) => sentDiscount(discount, read, path),
    names: { discountPercent: 'discount', discountAmount: 'discount' },
    fromRecorded: ({ discountPercent, discountAmount }) => ({
      discount: typeof discountPercent === 'string' ? `${discountPercent}%` : typedAmount(discountAmount),
    }),
  },
)
export type TypedSaleLine = ReturnType<typeof saleLines.empty>

function sentDiscount(typed: string, read: Reading, path: Path) {
  const discount = readDiscount(typed)
  if (discount === null) return { discountPercent: null, discountAmount: null }
  if (discount.unit === 'percent') return { discountPercent: discount.percent, discountAmount: null }
  return { discountPercent: null, discountAmount: read.amount(typed, [...path, 'discountAmount']) }
}

/** The amounts of the lines; a line that can't be read has no amount. */
export function figuresOf(
  typed: {
    day: string
    priceMode: 'inclusive' | 'exclusive'
    lines: readonly TypedSaleLine[]
    discountFor?: DiscountReason
  },
  { today, vatRates }: { today: Day; vatRates: readonly VatRate[] },
): { amounts: (Money | null)[]; totals: Total[]; total: Money } {
  const readable = typed.lines.map(readLine)
  const lines = readable.filter((line) => line !== null)
  const day = parseTypedDay(typed.day, today)
  const figures = saleFigures(
    { day: day.ok ? day.day : today, priceMode: typed.priceMode, lines, discountFor: typed.discountFor ?? '' },
    { vatRates },
  )
  let next = 0
  return { ...figures, amounts: readable.map((line) => (line === null ? null : (figures.amounts[next++] ?? null))) }
}

function readLine(line: TypedSaleLine) {
  const quantity = parseTypedQuantity(line.quantity)
  const price = parseTypedUnitPrice(line.unitPrice)
  const discount = readDiscount(line.discount)
  if (!quantity.ok || !price.ok || price.price.startsWith('-')) return null
  if (discount?.unit === 'percent' && !/^(\d{1,2}(\.\d{1,2})?|100)$/.test(discount.percent)) return null
  const off = discount?.unit === 'amount' ? parseTypedAmount(line.discount) : null
  if (off !== null && (!off.ok || off.amount < 0n)) return null
  return {
    quantity: quantity.quantity,
    unitPrice: price.price,
    discountPercent: discount?.unit === 'percent' ? discount.percent : null,
    discountAmount: off?.ok ? off.amount : null,
    vatClass: line.vatClass,
  }
}

function readDiscount(typed: string): { unit: 'percent'; percent: string } | { unit: 'amount' } | null {
  if (typed.trim() === '') return null
  const percent = /^([\d.]+)\s*%$/.exec(typed.trim())?.[1]
  return percent === undefined ? { unit: 'amount' } : { unit: 'percent', percent }
}
