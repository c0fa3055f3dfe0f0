// The deadline of a return: a dated rule for the form, moved to the next working day when offices are closed, or by a
// circular.
import { addDays, addMonths, daysBetween, endOfMonth, formatDay, monthOf, startOfMonth } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { Duty, Period } from './forms.ts'

export const efpsGroups = ['', 'A', 'B', 'C', 'D', 'E'] as const
export type EfpsGroup = (typeof efpsGroups)[number]

/** A day of a month after the period, 31 being the last of any month; or a number of days after the period. */
export type DeadlineRule = {
  form: Duty
  /** '' applies to every group without a row of its own. */
  efpsGroup: EfpsGroup
  /** For periods that end on or after this date. */
  validFrom: Day
  monthsAfter: number | null
  dayOfMonth: number | null
  /** Another day for the period that ends in December. */
  decemberDay: number | null
  daysAfter: number | null
  source: string
}

export type NonWorkingDay = { day: Day; name: string; source: string }

/** A moved deadline of one period: the form, the last day of the period, and the new deadline. */
export type MovedDeadline = { form: string; period: Day; due: Day; source: string }

export type DeadlineFacts = {
  rules: readonly DeadlineRule[]
  closed: readonly NonWorkingDay[]
  moved: readonly MovedDeadline[]
  efpsGroup: EfpsGroup
  /** The annual meeting, 'MM-DD', from which the days of the GIS are counted. */
  annualMeeting?: string
}

export type Deadline = {
  /** By the rule, before closed offices or a circular moved it. */
  raw: Day
  due: Day
  /** The reason for the date. */
  why: string
}

/** The deadline of a duty for a period; undefined when no rule is in force for it. */
export function deadlineOf(
  form: Duty,
  period: Period,
  { rules, closed, moved, efpsGroup, annualMeeting = '' }: DeadlineFacts,
): Deadline | undefined {
  const rule = ruleOf(form, period.to, rules, efpsGroup)
  if (rule === undefined) return undefined
  const meeting = form === 'GIS' && annualMeeting !== '' ? `${period.to.slice(0, 4)}-${annualMeeting}` : period.to
  const raw = rawDay(rule, meeting)
  const override = moved.find((one) => one.form === form && one.period === period.to)
  if (override !== undefined) return { raw, due: override.due, why: `Changed to this date: ${override.source}` }
  const due = nextWorkingDay(raw, closed)
  const name = closed.find(({ day }) => day === raw)?.name ?? (isWeekend(raw) ? 'not a working day' : '')
  return {
    raw,
    due,
    why: due === raw ? rule.source : `${formatDay(raw)} is ${name}, so the next working day applies. ${rule.source}`,
  }
}

/** The row for the group if there is one, else the general row; of several in force the latest. */
function ruleOf(form: Duty, to: Day, rules: readonly DeadlineRule[], group: EfpsGroup): DeadlineRule | undefined {
  const inForce = (of: EfpsGroup) =>
    rules
      .filter((rule) => rule.form === form && rule.efpsGroup === of && rule.validFrom <= to)
      .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]
  return (group === '' ? undefined : inForce(group)) ?? inForce('')
}

function rawDay({ monthsAfter, dayOfMonth, decemberDay, daysAfter }: DeadlineRule, to: Day): Day {
  if (daysAfter !== null) return addDays(to, daysAfter)
  const month = addMonths(monthOf(to), monthsAfter ?? 0)
  const own = decemberDay !== null && to.slice(5, 7) === '12' ? decemberDay : (dayOfMonth ?? 1)
  const day = addDays(startOfMonth(month), own - 1)
  return monthOf(day) === month ? day : endOfMonth(month)
}

/** A deadline on a day when offices are closed moves to the next open day. */
export function nextWorkingDay(day: Day, closed: readonly NonWorkingDay[]): Day {
  const off = new Set(closed.map((one) => one.day))
  let next = day
  while (isWeekend(next) || off.has(next)) next = addDays(next, 1)
  return next
}

/** Saturday or Sunday; 1 January 2000 was a Saturday. */
export function isWeekend(day: Day): boolean {
  const since = ((daysBetween('2000-01-01', day) % 7) + 7) % 7
  return since < 2
}
