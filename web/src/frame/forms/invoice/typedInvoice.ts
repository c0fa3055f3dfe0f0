// What was typed on the invoice, keystroke for keystroke, and how it becomes the fields that are judged and recorded.
// A draft keeps { typed }; a review sends fieldsOf(typed), the input of the invoice's schema with money in minor units.
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { invoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { dueBase, dueDayOf } from '../../fields/due.ts'
import { filledRows, rowsChanged, withEmptyRow, type RowChange } from '../../runtime/rows.ts'
import { inOrder, judgeTyped, readTyped, text } from '../../runtime/typed.ts'
import {
  isEmptyLine,
  onScreen,
  recordedSaleLine,
  saleCells,
  saleLines,
  saleLinesAgain,
  saleLinesOf,
  typedSaleLine,
} from '../../fields/typedSale.ts'
import type { TypedSaleLine } from '../../fields/typedSale.ts'
import { arrived, isNobody, nobody, whomSet, whomTyped, withParty } from '../../runtime/whom.ts'

export const typedInvoice = z.object({
  ...whomTyped,
  externalNo: text,
  day: text,
  terms: text,
  dueDay: text,
  priceMode: z.catch(z.enum(['inclusive', 'exclusive']), 'inclusive'),
  lines: z.catch(z.array(typedSaleLine), []),
  memo: text,
  /** The customer that something was proposed for, the document it came from, and the terms it had. */
  proposedFor: text,
  proposedFrom: text,
  proposedTerms: text,
})
export type TypedInvoice = z.output<typeof typedInvoice>
export type HeadField = 'email' | 'partySearch' | 'externalNo' | 'day' | 'terms' | 'dueDay' | 'priceMode' | 'memo'

/** What an invoice recorded after this one starts with. */
export type CarriedOver = Pick<TypedInvoice, 'day' | 'priceMode'> & Pick<TypedSaleLine, 'vatClass' | 'account'>

export function emptyInvoice(today: Day, carried: Partial<CarriedOver> = {}): TypedInvoice {
  const { day = formatDay(today), priceMode = 'inclusive', vatClass = 'vatable', account = '' } = carried
  return {
    ...nobody,
    externalNo: '',
    day,
    terms: '',
    dueDay: '',
    priceMode,
    lines: [{ ...saleLines.empty('1'), vatClass, account }],
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

const recorded = z.object({
  ...{ email: text, terms: text, memo: text },
  priceMode: z.enum(['inclusive', 'exclusive']),
  lines: z.array(recordedSaleLine).check(z.minLength(1)),
})

/** A copy of a recorded invoice, of today. */
export function like(fields: Record<string, unknown>, party: PartyRow | null, today: Day): TypedInvoice | null {
  const read = recorded.safeParse(fields)
  if (!read.success) return null
  const { lines, ...head } = read.data
  const typed = { ...emptyInvoice(today), ...head, lines: withEmptyRow(saleLinesAgain(lines), saleLines) }
  return party === null ? typed : { ...withParty(typed, party), proposedFor: party.id }
}

const lastFields = z.object({
  terms: z.catch(z.string(), ''),
  lines: z.array(z.pick(typedSaleLine, { account: true })).check(z.minLength(1)),
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

/** Nothing typed that would be missed. */
export function isBlank(typed: TypedInvoice): boolean {
  const { externalNo, terms, dueDay, memo, lines } = typed
  const texts = [externalNo, terms, dueDay, memo]
  return isNobody(typed) && texts.every((typedText) => typedText.trim() === '') && lines.every(isEmptyLine)
}

/** What was typed as a draft kept it, or null when the draft holds something else. */
export function restored(fields: Record<string, unknown>): TypedInvoice | null {
  const read = typedInvoice.safeParse(fields.typed)
  return read.success ? { ...read.data, lines: withEmptyRow(read.data.lines, saleLines) } : null
}

export type Change =
  | { type: 'restore'; typed: TypedInvoice }
  | { type: 'head'; field: HeadField; value: string }
  | { type: 'party'; party: TypedInvoice['party'] }
  | { type: 'arrive'; party: NonNullable<TypedInvoice['party']> }
  | RowChange<TypedSaleLine>

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
      return { ...typed, lines: rowsChanged(typed.lines, change, saleLines) }
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
  const rows = filledRows(typed.lines, saleLines)
  const { dueDay: due } = dueDayOf(typed, today)

  const fields = {
    email: typed.email.trim(),
    partyId: typed.party?.id ?? '',
    externalNo: typed.externalNo,
    day: read.day(typed.day, ['day']),
    dueDay: typed.dueDay.trim() === '' ? due : read.day(typed.dueDay, ['dueDay'], dueBase(typed, today)),
    terms: typed.terms,
    priceMode: typed.priceMode,
    lines: saleLinesOf(typed.lines, rows, read),
    memo: typed.memo,
  }
  const mistakes = onScreen(judgeTyped(invoiceFields, fields, read.unread), rows)
  return { fields, rows, mistakes: inOrder(mistakes, headOrder, saleCells) }
}

const headOrder = ['email', 'party', 'externalNo', 'day', 'terms', 'dueDay', 'priceMode', 'lines', 'memo']
