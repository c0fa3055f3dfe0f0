// A document of a template on a date: its own dates, no numbers of the first document, and its placeholders filled in.
import { addDays, daysBetween, formatMonth, monthOf } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { DocumentTypeName } from '../words.ts'

/** Types that can have templates and recur, in the order of lists. */
export const recurringTypes = ['invoice', 'bill', 'cheque', 'pettycash', 'transfer', 'journalvoucher'] as const
export type RecurringType = (typeof recurringTypes)[number]

export const recurs = (kind: DocumentTypeName): kind is RecurringType => recurringTypes.some((each) => each === kind)

/** A cheque needs the number of the leaf that is printed, so a person always confirms it. */
export const recordsItself = (kind: RecurringType): boolean => kind !== 'cheque'

/** The fields of a document as they are sent and stored. */
export type SentFields = Readonly<Record<string, unknown>>

/** Why a document cannot be a template, or null: it settles, corrects or revalues what only exists once. */
export function refusedAsTemplate(kind: DocumentTypeName, fields: SentFields): string | null {
  if (!recurs(kind)) return 'This type of document cannot be repeated.'
  const has = (name: string) => Array.isArray(fields[name]) && fields[name].length > 0
  if (kind === 'bill' && fields.nature === 'credit')
    return "A supplier's credit cannot be repeated. Record each credit separately."
  if (kind === 'cheque' && (fields.pays !== 'direct' || has('rows')))
    return 'This cheque pays other documents, so it cannot be repeated. Repeat the bill instead.'
  if (kind === 'pettycash' && typeof fields.advance === 'string')
    return 'This voucher liquidates a cash advance, so it cannot be repeated.'
  if (kind === 'journalvoucher' && (fields.revalues === true || typeof fields.reverses === 'string'))
    return 'This voucher revalues or reverses another entry, so it cannot be repeated.'
  if (kind === 'journalvoucher' && Array.isArray(fields.lines) && fields.lines.some(settles))
    return 'A line of this voucher settles another document, so it cannot be repeated.'
  return null
}
const settles = (line: unknown) => typeof (line as { settles?: unknown } | null)?.settles === 'string'

/** Fields that belong to one document only, and their values in the next one; undefined leaves a field out. */
const ownOf = {
  invoice: { externalNo: '', externalNoTo: '' },
  bill: { externalNo: '', creditOf: null, advances: [], vatPrinted: undefined },
  cheque: { chequeNo: '' },
  pettycash: { externalNo: '', vatPrinted: undefined },
  transfer: { reference: '' },
  journalvoucher: { reference: '' },
} as const satisfies Record<RecurringType, SentFields>

/** The names of the fields that a person adds to each document: its number and its reference. */
export const numberFields: readonly string[] = ['externalNo', 'externalNoTo', 'chequeNo', 'reference', 'vatPrinted']

/** Dates that move with the date of the document. */
const datesWithIt = ['dueDay', 'chequeDay', 'reverseOn'] as const

/**
 * The fields of the document on a date. A due date, a cheque date and a reversal date stay as many days after it as in
 * the template. `number` is the number of the document, with placeholders; '' for none.
 */
export function occurrenceFields(
  kind: RecurringType,
  fields: SentFields,
  { day, number = '' }: { day: Day; number?: string },
): Record<string, unknown> {
  const own: SentFields = ownOf[kind]
  const next: Record<string, unknown> = { ...(filledIn({ ...fields }, day) as Record<string, unknown>), day }
  for (const [name, value] of Object.entries(own)) {
    if (!(name in next)) continue
    if (value === undefined) delete next[name]
    else next[name] = value
  }
  for (const name of datesWithIt) {
    const [from, at] = [fields.day, fields[name]]
    if (typeof at === 'string' && typeof from === 'string') next[name] = addDays(day, daysBetween(from, at))
  }
  const written = filledIn(number, day) as string
  if (written === '') return next
  if (kind === 'bill' || kind === 'invoice' || kind === 'pettycash') return { ...next, externalNo: written }
  return kind === 'cheque' ? next : { ...next, reference: written }
}

/** Texts with {month} and {year} of a date, in values of any depth: 'Rent for {month} {year}'. */
export function filledIn(value: unknown, day: Day): unknown {
  if (typeof value === 'string') {
    const [month = '', year = ''] = formatMonth(monthOf(day)).split(' ')
    return value.replaceAll('{month}', month).replaceAll('{year}', year).replaceAll('{mm}', day.slice(5, 7))
  }
  if (Array.isArray(value)) return value.map((each) => filledIn(each, day))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, day)]))
}

/** After as many documents confirmed unchanged, a rule may record by itself. */
export const confirmedBeforeAutomatic = 3
