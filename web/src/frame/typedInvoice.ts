// What was typed on the invoice, keystroke for keystroke, and how it becomes the fields that are judged and recorded.
// A draft keeps { typed }; a review sends fieldsOf(typed), the input of the invoice's schema with money in minor units.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/day.ts'
import type { Day } from '@talaan/ledger/day.ts'
import type { Total } from '@talaan/ledger/documents/kind.ts'
import { invoiceFields, invoiceFigures } from '@talaan/ledger/documents/invoice.ts'
import { parseTypedQuantity } from '@talaan/ledger/fields.ts'
import { parseTypedAmount } from '@talaan/ledger/money.ts'
import type { Money } from '@talaan/ledger/money.ts'
import { vatClasses, type VatRate } from '@talaan/ledger/tax.ts'
import { z } from 'zod'
import { dueBase, dueDayOf } from './due.ts'
import { filledRows, rowsChanged, withEmptyRow, type RowChange, type RowKind } from './rows.ts'
import { inOrder, judgeTyped, onSheet, readTyped, text } from './typed.ts'
import { arrived, isNobody, nobody, whomSet, whomTyped, withParty } from './whom.ts'

const typedLine = z.object({
  /** Only to tell the rows of the screen apart. */
  id: z.string(),
  description: text,
  quantity: text,
  unitPrice: text,
  /** '10%' or an amount. */
  discount: text,
  vatClass: z.enum(vatClasses).catch('vatable'),
  account: text,
})
export type TypedLine = z.output<typeof typedLine>
export type LineField = Exclude<keyof TypedLine, 'id'>

export const typedInvoice = z.object({
  ...whomTyped,
  externalNo: text,
  day: text,
  terms: text,
  dueDay: text,
  priceMode: z.enum(['inclusive', 'exclusive']).catch('inclusive'),
  lines: z.array(typedLine).catch([]),
  memo: text,
  /** The customer that something was proposed for, the document it came from, and the terms it had. */
  proposedFor: text,
  proposedFrom: text,
  proposedTerms: text,
})
export type TypedInvoice = z.output<typeof typedInvoice>
export type HeadField = 'email' | 'partySearch' | 'externalNo' | 'day' | 'terms' | 'dueDay' | 'priceMode' | 'memo'

/** What an invoice recorded after this one starts with. */
export type CarriedOver = Pick<TypedInvoice, 'day' | 'priceMode'> & Pick<TypedLine, 'vatClass' | 'account'>

export function emptyInvoice(today: Day, carried: Partial<CarriedOver> = {}): TypedInvoice {
  const { day = formatDay(today), priceMode = 'inclusive', vatClass = 'vatable', account = '' } = carried
  return {
    ...nobody,
    externalNo: '',
    day,
    terms: '',
    dueDay: '',
    priceMode,
    lines: [{ ...invoiceLines.empty('1'), vatClass, account }],
    memo: '',
    ...{ proposedFor: '', proposedFrom: '', proposedTerms: '' },
  }
}

export function carriedOver({ day, priceMode, lines }: TypedInvoice): CarriedOver {
  const last = lines.findLast((line) => !isEmptyLine(line)) ?? lines[0]
  return { day, priceMode, vatClass: last?.vatClass ?? 'vatable', account: last?.account ?? '' }
}

/** A like invoice: it has a number of its own, and its terms say anew when it is due. */
export const copied = (typed: TypedInvoice): TypedInvoice => ({ ...typed, externalNo: '', dueDay: '' })

const lastFields = z.object({
  terms: z.string().catch(''),
  lines: z.array(typedLine.pick({ account: true })).min(1),
})

/** Another customer: what was proposed for the one before goes with them, and what was typed stays. */
export const withoutLast = (typed: TypedInvoice, partyId: string): TypedInvoice => ({
  ...typed,
  terms: typed.proposedFrom !== '' && typed.terms === typed.proposedTerms ? '' : typed.terms,
  ...{ proposedFor: partyId, proposedFrom: '', proposedTerms: '' },
})

/** Proposes what the customer's last invoice had, where nothing is typed yet; not its VAT, which each paper says anew. */
export function withLast(typed: TypedInvoice, last: { number: string; fields: unknown }): TypedInvoice {
  const read = lastFields.safeParse(last.fields)
  if (!read.success || !typed.lines.every(isEmptyLine)) return typed
  const { terms, lines } = read.data
  return {
    ...typed,
    terms: typed.terms.trim() === '' ? terms : typed.terms,
    proposedTerms: terms,
    lines: typed.lines.map((line) => ({ ...line, account: lines[0]?.account ?? line.account })),
    proposedFrom: last.number,
  }
}

/** A line nobody has typed on; its quantity of 1, tax and account are only proposed. */
export function isEmptyLine({ description, quantity, unitPrice, discount }: TypedLine): boolean {
  return [description, unitPrice, discount].every((typed) => typed.trim() === '') && ['', '1'].includes(quantity.trim())
}

/** Nothing typed that would be missed. */
export function isBlank(typed: TypedInvoice): boolean {
  const { externalNo, terms, dueDay, memo, lines } = typed
  const texts = [externalNo, terms, dueDay, memo]
  return isNobody(typed) && texts.every((typedText) => typedText.trim() === '') && lines.every(isEmptyLine)
}

/** What was typed as a draft kept it, or null when the draft holds something else. */
export function restored(fields: Record<string, unknown>): TypedInvoice | null {
  const read = typedInvoice.safeParse(fields.typed)
  return read.success ? { ...read.data, lines: withEmptyRow(read.data.lines, invoiceLines) } : null
}

export type Change =
  | { type: 'restore'; typed: TypedInvoice }
  | { type: 'head'; field: HeadField; value: string }
  | { type: 'party'; party: TypedInvoice['party'] }
  | { type: 'arrive'; party: NonNullable<TypedInvoice['party']> }
  | RowChange<TypedLine>

/** What is typed after a change; the grid always ends in one empty line. */
export function changed(typed: TypedInvoice, change: Change): TypedInvoice {
  switch (change.type) {
    case 'restore':
      return change.typed
    case 'head':
      return whomSet(typed, { [change.field]: change.value })
    case 'party':
      return change.party === null ? { ...typed, party: null } : withParty(typed, change.party)
    case 'arrive':
      return arrived(typed, change.party)
    default:
      return { ...typed, lines: rowsChanged(typed.lines, change, invoiceLines) }
  }
}

/**
 * The fields of the invoice's schema, with every mistake that can be seen without asking: what cannot be read, then what
 * the schema says. Paths name the rows of the screen, not of the fields sent, which leave empty lines out.
 */
export function fieldsOf(
  typed: TypedInvoice,
  today: Day,
): { fields: Record<string, unknown>; rows: number[]; mistakes: FieldMistake[] } {
  const read = readTyped(today)
  const rows = filledRows(typed.lines, invoiceLines)
  const { dueDay: due } = dueDayOf(typed, today)

  const fields = {
    email: typed.email.trim(),
    partyId: typed.party?.id ?? '',
    externalNo: typed.externalNo,
    day: read.day(typed.day, ['day']),
    dueDay: typed.dueDay.trim() === '' ? due : read.day(typed.dueDay, ['dueDay'], dueBase(typed, today)),
    terms: typed.terms,
    priceMode: typed.priceMode,
    lines: rows.map((row, i) => {
      const line = typed.lines[row] as TypedLine
      return {
        description: line.description,
        quantity: read.quantity(line.quantity, ['lines', i, 'quantity']),
        unitPrice: read.amount(line.unitPrice, ['lines', i, 'unitPrice']),
        ...discountOf(line.discount, i),
        vatClass: line.vatClass,
        account: line.account,
      }
    }),
    memo: typed.memo,
  }
  const mistakes = onScreen(judgeTyped(invoiceFields, fields, read.unread), rows)
  return { fields, rows, mistakes: inOrder(mistakes, headOrder, cellOrder) }

  function discountOf(typedDiscount: string, i: number) {
    const discount = readDiscount(typedDiscount)
    if (discount === null) return { discountPercent: null, discountAmount: null }
    if (discount.unit === 'percent') return { discountPercent: discount.percent, discountAmount: null }
    return { discountPercent: null, discountAmount: read.amount(typedDiscount, ['lines', i, 'discountAmount']) }
  }
}

const headOrder = ['email', 'party', 'externalNo', 'day', 'terms', 'dueDay', 'priceMode', 'lines', 'memo']
const cellOrder = ['description', 'quantity', 'unitPrice', 'discount', 'vatClass', 'account']

/** Mistakes named by the lines that were sent, renamed by the rows of the screen; both discounts share one box. */
export function onScreen(mistakes: readonly FieldMistake[], rows: readonly number[]): FieldMistake[] {
  const names = { partyId: 'party', discountPercent: 'discount', discountAmount: 'discount' }
  return onSheet(mistakes, { names, rows: { lines: rows } })
}

/** What the invoice comes to as far as it can be read; a line that cannot has no amount yet. */
export function figuresOf(
  typed: TypedInvoice,
  { today, vatRates }: { today: Day; vatRates: readonly VatRate[] },
): { amounts: (Money | null)[]; totals: Total[]; total: Money } {
  const readable = typed.lines.map(readLine)
  const lines = readable.filter((line) => line !== null)
  const day = parseTypedDay(typed.day, today)
  const figures = invoiceFigures({ day: day.ok ? day.day : today, priceMode: typed.priceMode, lines }, { vatRates })
  let next = 0
  return { ...figures, amounts: readable.map((line) => (line === null ? null : (figures.amounts[next++] ?? null))) }
}

function readLine(line: TypedLine) {
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
export const invoiceLines: RowKind<TypedLine> = {
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
