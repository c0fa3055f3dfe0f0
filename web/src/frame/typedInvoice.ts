// What was typed on the invoice, keystroke for keystroke, and how it becomes the fields that are judged and recorded.
// A draft keeps { typed }; a review sends fieldsOf(typed), the input of the invoice's schema with money in minor units.
import { partyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { addDays, formatDay, parseTypedDay } from '@talaan/ledger/day.ts'
import type { Day } from '@talaan/ledger/day.ts'
import type { Total } from '@talaan/ledger/documents/kind.ts'
import { invoiceFields, invoiceFigures } from '@talaan/ledger/documents/invoice.ts'
import { parseTypedQuantity } from '@talaan/ledger/fields.ts'
import { parseTypedAmount } from '@talaan/ledger/money.ts'
import type { Money } from '@talaan/ledger/money.ts'
import { vatClasses, type VatRate } from '@talaan/ledger/tax.ts'
import { z } from 'zod'

const text = z.string().catch('')

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
  email: text,
  /** Whose e-mail address it is, when the form filled it in; '' when it was typed. */
  emailFrom: text,
  party: partyRow.nullable().catch(null),
  partySearch: text,
  /** The party the form was opened with, so that a reload does not pick it again over a later choice. */
  arrivedWith: text,
  externalNo: text,
  day: text,
  terms: text,
  dueDay: text,
  priceMode: z.enum(['inclusive', 'exclusive']).catch('inclusive'),
  lines: z.array(typedLine).catch([]),
  memo: text,
})
export type TypedInvoice = z.output<typeof typedInvoice>
export type HeadField = 'email' | 'partySearch' | 'externalNo' | 'day' | 'terms' | 'dueDay' | 'priceMode' | 'memo'

/** What an invoice recorded after this one starts with. */
export type CarriedOver = Pick<TypedInvoice, 'day' | 'priceMode'> & Pick<TypedLine, 'vatClass' | 'account'>

export function emptyInvoice(today: Day, carried: Partial<CarriedOver> = {}): TypedInvoice {
  const { day = formatDay(today), priceMode = 'inclusive', vatClass = 'vatable', account = '' } = carried
  return {
    email: '',
    emailFrom: '',
    party: null,
    partySearch: '',
    arrivedWith: '',
    externalNo: '',
    day,
    terms: '',
    dueDay: '',
    priceMode,
    lines: [emptyLine('1', { vatClass, account })],
    memo: '',
  }
}

export function carriedOver({ day, priceMode, lines }: TypedInvoice): CarriedOver {
  const last = lines.findLast((line) => !isEmptyLine(line)) ?? lines[0]
  return { day, priceMode, vatClass: last?.vatClass ?? 'vatable', account: last?.account ?? '' }
}

/** A line nobody has typed on; its quantity of 1, tax and account are only proposed. */
export function isEmptyLine({ description, quantity, unitPrice, discount }: TypedLine): boolean {
  return [description, unitPrice, discount].every((typed) => typed.trim() === '') && ['', '1'].includes(quantity.trim())
}

/** Nothing typed that would be missed. */
export function isBlank(typed: TypedInvoice): boolean {
  const { email, emailFrom, party, partySearch, externalNo, terms, dueDay, memo, lines } = typed
  const texts = [emailFrom === '' ? email : '', partySearch, externalNo, terms, dueDay, memo]
  return party === null && texts.every((typedText) => typedText.trim() === '') && lines.every(isEmptyLine)
}

/** What was typed as a draft kept it, or null when the draft holds something else. */
export function restored(fields: Record<string, unknown>): TypedInvoice | null {
  const read = typedInvoice.safeParse(fields.typed)
  return read.success ? withEmptyLine(read.data) : null
}

export type Change =
  | { type: 'restore'; typed: TypedInvoice }
  | { type: 'head'; field: HeadField; value: string }
  | { type: 'party'; party: TypedInvoice['party'] }
  | { type: 'arrive'; party: NonNullable<TypedInvoice['party']> }
  | { type: 'line'; id: string; field: LineField; value: string }
  | { type: 'removeLine'; id: string }
  | { type: 'copyCell'; id: string; field: LineField }
  | { type: 'copyLine'; id: string }

/** What is typed after a change; the grid always ends in one empty line. */
export function changed(typed: TypedInvoice, change: Change): TypedInvoice {
  switch (change.type) {
    case 'restore':
      return change.typed
    case 'head':
      return headChanged(typed, change.field, change.value)
    case 'party':
      return change.party === null ? { ...typed, party: null } : withParty(typed, change.party)
    case 'arrive':
      return { ...withParty(typed, change.party), arrivedWith: change.party.id }
    case 'line':
      return lineChanged(typed, change.id, { [change.field]: change.value })
    case 'removeLine':
      return withEmptyLine({ ...typed, lines: typed.lines.filter(({ id }) => id !== change.id) })
    case 'copyCell': {
      const above = lineAbove(typed, change.id)
      return above ? lineChanged(typed, change.id, { [change.field]: above[change.field] }) : typed
    }
    case 'copyLine': {
      const above = lineAbove(typed, change.id)
      return above ? lineChanged(typed, change.id, { ...above, id: change.id }) : typed
    }
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
  const unread: FieldMistake[] = []
  const rows = typed.lines.flatMap((line, row) => (isEmptyLine(line) ? [] : [row]))
  const { dueDay: due } = dueDayOf(typed, today)

  const fields = {
    email: typed.email.trim(),
    partyId: typed.party?.id ?? '',
    externalNo: typed.externalNo,
    day: dayOf(typed.day, today, ['day']),
    dueDay: typed.dueDay.trim() === '' ? due : dayOf(typed.dueDay, dueBase(typed, today), ['dueDay']),
    terms: typed.terms,
    priceMode: typed.priceMode,
    lines: rows.map((row, i) => {
      const line = typed.lines[row] as TypedLine
      const quantity = parseTypedQuantity(line.quantity)
      if (!quantity.ok) unread.push({ path: ['lines', i, 'quantity'], message: quantity.message })
      return {
        description: line.description,
        quantity: quantity.ok ? quantity.quantity : '',
        unitPrice: amountOf(line.unitPrice, ['lines', i, 'unitPrice']),
        ...discountOf(line.discount, i),
        vatClass: line.vatClass,
        account: line.account,
      }
    }),
    memo: typed.memo,
  }

  const judged = invoiceFields.safeParse(fields)
  const unreadAt = new Set(unread.map(({ path }) => path.join('.')))
  const issues = (judged.error?.issues ?? []).map(({ path, message }) => ({
    path: path.filter((part) => typeof part !== 'symbol'),
    message,
  }))
  const mistakes = [...unread, ...issues.filter(({ path }) => !unreadAt.has(path.join('.')))]
  return { fields, rows, mistakes: onScreen(mistakes, rows).toSorted((a, b) => placeOf(a) - placeOf(b)) }

  function dayOf(typedDay: string, from: Day, path: string[]): string {
    const read = parseTypedDay(typedDay, from)
    if (read.ok) return read.day
    unread.push({ path, message: read.message })
    return ''
  }
  function amountOf(typedAmount: string, path: (string | number)[]): string {
    const read = parseTypedAmount(typedAmount)
    if (read.ok) return read.amount.toString()
    unread.push({ path, message: read.message })
    return ''
  }
  function discountOf(discount: string, i: number): { discountPercent: string | null; discountAmount: string | null } {
    const read = readDiscount(discount)
    if (read === null) return { discountPercent: null, discountAmount: null }
    if (read.unit === 'percent') return { discountPercent: read.percent, discountAmount: null }
    return { discountPercent: null, discountAmount: amountOf(discount, ['lines', i, 'discountAmount']) }
  }
}

/** Mistakes named by the lines that were sent, renamed by the rows of the screen; both discounts share one box. */
export function onScreen(mistakes: readonly FieldMistake[], rows: readonly number[]): FieldMistake[] {
  return mistakes.map(({ path: [...path], message }) => {
    if (path[0] === 'fields') path.shift()
    const [first, index, field] = path
    if (first === 'partyId') return { path: ['party'], message }
    if (first !== 'lines' || typeof index !== 'number') return { path, message }
    const named = field === 'discountPercent' || field === 'discountAmount' ? 'discount' : field
    return { path: ['lines', rows[index] ?? 0, ...(named === undefined ? [] : [named])], message }
  })
}

/** Where on the sheet a mistake stands, from the top. */
function placeOf({ path: [first, row, field] }: FieldMistake): number {
  const head = ['email', 'party', 'externalNo', 'day', 'terms', 'dueDay', 'priceMode', 'lines', 'memo'].indexOf(
    String(first),
  )
  const cell = ['description', 'quantity', 'unitPrice', 'discount', 'vatClass', 'account'].indexOf(String(field))
  return head * 10_000 + (typeof row === 'number' ? row * 10 + cell : 0)
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

/** When the invoice is due: as typed, else as the terms say ('30 days', 'COD'), else not said. */
export function dueDayOf(typed: TypedInvoice, today: Day): { dueDay: Day | null; from: 'typed' | 'terms' | null } {
  if (typed.dueDay.trim() !== '') {
    const read = parseTypedDay(typed.dueDay, dueBase(typed, today))
    return { dueDay: read.ok ? read.day : null, from: 'typed' }
  }
  const day = parseTypedDay(typed.day, today)
  const days = termDays(typed.terms)
  return day.ok && days !== null ? { dueDay: addDays(day.day, days), from: 'terms' } : { dueDay: null, from: null }
}

/** The day a typed due day counts from: +30 means thirty days after the invoice. */
export function dueBase({ day, dueDay }: TypedInvoice, today: Day): Day {
  const read = parseTypedDay(day, today)
  return read.ok && dueDay.trim().startsWith('+') ? read.day : today
}

function termDays(terms: string): number | null {
  if (/^(cod|cash|cash on delivery|due on receipt)$/i.test(terms.trim())) return 0
  const days = /^(?:net\s*)?(\d{1,3})(?:\s*(?:d|days?|-day terms?))?$/i.exec(terms.trim())?.[1]
  return days === undefined ? null : Number(days)
}

function headChanged(typed: TypedInvoice, field: HeadField, value: string): TypedInvoice {
  if (field === 'email') return { ...typed, email: value, emailFrom: '' }
  if (field === 'partySearch') return { ...typed, partySearch: value, party: null }
  return { ...typed, [field]: value }
}

/** The receipt goes to the customer's address unless another one was typed. */
function withParty(typed: TypedInvoice, party: NonNullable<TypedInvoice['party']>): TypedInvoice {
  const ours = typed.email.trim() === '' || typed.emailFrom !== ''
  const filled = ours ? { email: party.email ?? '', emailFrom: party.email ? party.name : '' } : {}
  return { ...typed, party, partySearch: party.name, ...filled }
}

function lineChanged(typed: TypedInvoice, id: string, change: Partial<TypedLine>): TypedInvoice {
  const at = typed.lines.findIndex((line) => line.id === id)
  const lines = typed.lines.map((line) => (line.id === id ? { ...line, ...change } : line))
  const [changedLine, last] = [lines[at], lines.at(-1)]
  // The empty line at the end proposes the tax and account of the line above it, for as long as it is empty.
  if (changedLine && last && at === lines.length - 2 && isEmptyLine(last)) {
    lines[lines.length - 1] = { ...last, vatClass: changedLine.vatClass, account: changedLine.account }
  }
  return withEmptyLine({ ...typed, lines })
}

function withEmptyLine(typed: TypedInvoice): TypedInvoice {
  const last = typed.lines.at(-1)
  if (last && isEmptyLine(last)) return typed
  const next = 1 + Math.max(0, ...typed.lines.map(({ id }) => Number(id) || 0))
  return { ...typed, lines: [...typed.lines, emptyLine(String(next), last)] }
}

function emptyLine(id: string, { vatClass, account }: Partial<TypedLine> = {}): TypedLine {
  return {
    id,
    description: '',
    quantity: '1',
    unitPrice: '',
    discount: '',
    vatClass: vatClass ?? 'vatable',
    account: account ?? '',
  }
}

function lineAbove({ lines }: TypedInvoice, id: string): TypedLine | undefined {
  const at = lines.findIndex((line) => line.id === id)
  return at > 0 ? lines[at - 1] : undefined
}
