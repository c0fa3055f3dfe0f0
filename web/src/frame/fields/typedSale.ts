// The lines of a sale as they are typed, on an invoice or on the credit memo that takes it back.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { saleFigures } from '@talaan/ledger/documents/sale-lines/figures.ts'
import { parseTypedQuantity } from '@talaan/ledger/core/fields.ts'
import { formatMoney, money, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { vatClasses, type VatRate } from '@talaan/ledger/tax/vat.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import type { RowKind } from '../runtime/rows.ts'
import { onSheet, text, type readTyped } from '../runtime/typed.ts'

export const typedSaleLine = z.object({
  /** Only to tell the rows of the screen apart. */
  id: z.string(),
  description: text,
  quantity: text,
  unitPrice: text,
  /** '10%' or an amount. */
  discount: text,
  vatClass: z.catch(z.enum(vatClasses), 'vatable'),
  account: text,
})
export type TypedSaleLine = z.output<typeof typedSaleLine>

/** A line nobody has typed on; its quantity of 1, tax and account are only proposed. */
/** A line as it was recorded. */
export const recordedSaleLine = z.extend(
  z.pick(typedSaleLine, { description: true, quantity: true, vatClass: true, account: true }),
  {
    unitPrice: money,
    discountPercent: z.catch(z.nullable(z.string()), null),
    discountAmount: z.catch(z.nullable(money), null),
  },
)

/** Recorded lines as they would be typed. */
export const saleLinesAgain = (lines: readonly z.output<typeof recordedSaleLine>[]): TypedSaleLine[] =>
  lines.map(({ description, quantity, vatClass, account, unitPrice, discountPercent, discountAmount }, at) => ({
    ...{ id: String(at + 1), description, quantity, vatClass, account, unitPrice: formatMoney(unitPrice) },
    discount:
      discountPercent !== null ? `${discountPercent}%` : discountAmount === null ? '' : formatMoney(discountAmount),
  }))

export function isEmptyLine({ description, quantity, unitPrice, discount }: TypedSaleLine): boolean {
  return [description, unitPrice, discount].every((typed) => typed.trim() === '') && ['', '1'].includes(quantity.trim())
}

/** The filled rows as the schema of the lines takes them. */
export function saleLinesOf(
  lines: readonly TypedSaleLine[],
  rows: readonly number[],
  read: ReturnType<typeof readTyped>,
): Record<string, unknown>[] {
  return rows.map((row, i) => {
    const line = lines[row] as TypedSaleLine
    return {
      description: line.description,
      quantity: read.quantity(line.quantity, ['lines', i, 'quantity']),
      unitPrice: read.amount(line.unitPrice, ['lines', i, 'unitPrice']),
      ...discountOf(line.discount, i),
      vatClass: line.vatClass,
      account: line.account,
    }
  })

  function discountOf(typedDiscount: string, i: number) {
    const discount = readDiscount(typedDiscount)
    if (discount === null) return { discountPercent: null, discountAmount: null }
    if (discount.unit === 'percent') return { discountPercent: discount.percent, discountAmount: null }
    return { discountPercent: null, discountAmount: read.amount(typedDiscount, ['lines', i, 'discountAmount']) }
  }
}

export const saleCells = ['description', 'quantity', 'unitPrice', 'discount', 'vatClass', 'account']

/** Mistakes named by the lines that were sent, renamed by the rows of the screen; both discounts share one box. */
export function onScreen(mistakes: readonly FieldMistake[], rows: readonly number[]): FieldMistake[] {
  const names = { partyId: 'party', discountPercent: 'discount', discountAmount: 'discount' }
  return onSheet(mistakes, { names, rows: { lines: rows } })
}

/** What the lines come to as far as they can be read; a line that cannot has no amount yet. */
export function figuresOf(
  typed: { day: string; priceMode: 'inclusive' | 'exclusive'; lines: readonly TypedSaleLine[] },
  { today, vatRates }: { today: Day; vatRates: readonly VatRate[] },
): { amounts: (Money | null)[]; totals: Total[]; total: Money } {
  const readable = typed.lines.map(readLine)
  const lines = readable.filter((line) => line !== null)
  const day = parseTypedDay(typed.day, today)
  const figures = saleFigures({ day: day.ok ? day.day : today, priceMode: typed.priceMode, lines }, { vatRates })
  let next = 0
  return { ...figures, amounts: readable.map((line) => (line === null ? null : (figures.amounts[next++] ?? null))) }
}

function readLine(line: TypedSaleLine) {
  const quantity = parseTypedQuantity(line.quantity)
  const price = parseTypedAmount(line.unitPrice)
  const discount = readDiscount(line.discount)
  if (!quantity.ok || !price.ok || price.amount < 0n) return null
  if (discount?.unit === 'percent' && !/^(\d{1,2}(\.\d{1,2})?|100)$/.test(discount.percent)) return null
  const off = discount?.unit === 'amount' ? parseTypedAmount(line.discount) : null
  if (off !== null && (!off.ok || off.amount < 0n)) return null
  return {
    quantity: quantity.quantity,
    unitPrice: price.amount,
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

/** An empty line proposes the tax and the account of the line above. */
export const saleLines: RowKind<TypedSaleLine> = {
  isEmpty: isEmptyLine,
  empty: (id, above) => ({
    id,
    description: '',
    quantity: '1',
    unitPrice: '',
    discount: '',
    vatClass: above?.vatClass ?? 'vatable',
    account: above?.account ?? '',
  }),
}
