// An inquiry as typed, its conversion for sending, and whether leaving the page would lose input.
import { inquiry, type Inquiry } from '@talaan/contract/contact.ts'
import { type Day, parseTypedDay } from '@talaan/ledger/core/date.ts'

export type Typed = Record<Exclude<keyof Inquiry, 'topic'>, string> & { topic: Inquiry['topic'] }
export type Field = keyof Typed
export type Mistakes = Partial<Record<Field, string>>

export const blank: Typed = {
  name: '',
  company: '',
  email: '',
  topic: 'general',
  message: '',
  bugDescription: '',
  timeEncountered: '',
  dateEncountered: '',
}

/** The next inquiry keeps the sender but not the question. */
export const afterSending = ({ name, company, email }: Typed): Typed => ({ ...blank, name, company, email })

/** The topic alone is easily chosen again, so it does not count as input. */
export const isTyped = (typed: Typed, before: Typed): boolean =>
  fields.some((field) => field !== 'topic' && typed[field].trim() !== before[field].trim())

export function checked(typed: Typed, today: Day): { inquiry: Inquiry } | { mistakes: Mistakes } {
  const read = inquiry.safeParse(asSent(typed, today))
  return read.success ? { inquiry: read.data } : { mistakes: mistakesOf(read.error.issues) }
}

/** The first mistake of each field. */
export function mistakesOf(found: readonly { path: readonly PropertyKey[]; message: string }[]): Mistakes {
  const mistakes: Mistakes = {}
  for (const { path, message } of found) {
    const field = fields.find((each) => each === path[0])
    if (field !== undefined) mistakes[field] ??= message
  }
  return mistakes
}

export const firstMistake = (mistakes: Mistakes): Field | undefined =>
  fields.find((field) => mistakes[field] !== undefined)

/** In the order of the fields on the page. */
const fields = Object.keys(blank) as Field[]

/** Bug details that were typed before the topic changed stay on the page but are not sent. */
function asSent({ bugDescription, timeEncountered, dateEncountered, ...general }: Typed, today: Day): object {
  const common = { ...general, name: general.name.trim() || undefined, email: general.email.trim() }
  if (general.topic === 'general') return common
  const day = parseTypedDay(dateEncountered, today)
  return {
    ...common,
    bugDescription: bugDescription.trim() || undefined,
    timeEncountered: timeEncountered || undefined,
    dateEncountered: day.ok ? day.day : dateEncountered.trim() || undefined,
  }
}
