// The due date of a document: typed, or calculated from its terms.
import { addDays, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { dayField, textField, type Reading } from '../runtime/field.ts'

type Due = { day: string; terms: string; dueDay: string }

/** The due date field; a copy gets its own due date, by the same terms. */
export const dueFields = (hint: string) => ({
  terms: textField({ label: 'Terms (optional)', hint: 'For example, 30 days or COD', passed: true }),
  dueDay: dayField({ label: 'Due date (optional)', hint, onCopy: 'clear', passed: true }),
})

/** The due date: as typed, or else from the terms ('30 days', 'COD'), or else none. */
export function dueDayOf(typed: Due, today: Day): { dueDay: Day | null; from: 'typed' | 'terms' | null } {
  if (typed.dueDay.trim() !== '') {
    const read = parseTypedDay(typed.dueDay, dueBase(typed, today))
    return { dueDay: read.ok ? read.day : null, from: 'typed' }
  }
  const day = parseTypedDay(typed.day, today)
  const days = termDays(typed.terms)
  return day.ok && days !== null ? { dueDay: addDays(day.day, days), from: 'terms' } : { dueDay: null, from: null }
}

/** The date to which a typed number of days is added: +30 means thirty days after the document's date. */
export function dueBase({ day, dueDay }: Pick<Due, 'day' | 'dueDay'>, today: Day): Day {
  const read = parseTypedDay(day, today)
  return read.ok && dueDay.trim().startsWith('+') ? read.day : today
}

/** The due date to send, or null. */
export const dueSent = (typed: Due, today: Day, read: Reading): string | null =>
  typed.dueDay.trim() === '' ? dueDayOf(typed, today).dueDay : read.day(typed.dueDay, ['dueDay'], dueBase(typed, today))

function termDays(terms: string): number | null {
  if (/^(cod|cash|cash on delivery|due on receipt)$/i.test(terms.trim())) return 0
  const days = /^(?:net\s*)?(\d{1,3})(?:\s*(?:d|days?|-day terms?))?$/i.exec(terms.trim())?.[1]
  return days === undefined ? null : Number(days)
}
