// The rhythm of a recurring document: every few days, weeks, months, quarters or years, from a first date to an end.
import { addDays, addMonths, daysBetween, endOfMonth, formatDay, monthOf, startOfMonth } from '../../core/date.ts'
import { day } from '../../core/date.ts'
import type { Day, Month } from '../../core/date.ts'
import { fieldSet } from '../../core/fields.ts'
import { z } from '../../core/zod.ts'
import { isWeekend, nextWorkingDay } from '../../tax/calendar/deadlines.ts'
import type { NonWorkingDay } from '../../tax/calendar/deadlines.ts'

export const rhythmUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type RhythmUnit = (typeof rhythmUnits)[number]

export const rhythmUnitWords = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  year: 'years',
} satisfies Record<RhythmUnit, string>

/** The day within a month; days and weeks are counted from the first date. */
export const rhythmPlaces = ['date', 'last', 'firstWorking', 'lastWorking'] as const
export type RhythmPlace = (typeof rhythmPlaces)[number]

export const rhythmPlaceWords = {
  date: 'The day of the first date',
  last: 'The last day of the month',
  firstWorking: 'The first working day of the month',
  lastWorking: 'The last working day of the month',
} satisfies Record<RhythmPlace, string>

export const maximumTimes = 999

export const rhythm = fieldSet({
  every: z
    .int('Enter a whole number, for example 1.')
    .check(z.minimum(1, 'Enter at least 1.'), z.maximum(99, 'Enter at most 99.')),
  unit: z.enum(rhythmUnits, 'Choose days, weeks, months, quarters or years.'),
  place: z.enum(rhythmPlaces, 'Choose the day of the month.'),
  begins: day,
  /** The last possible date; null has no end. */
  ends: z._default(z.nullable(day), null),
  /** The number of documents; null has no limit. */
  times: z._default(
    z.nullable(
      z
        .int('Enter the number of documents to create.')
        .check(z.minimum(1, 'Enter at least 1.'), z.maximum(maximumTimes, `Enter at most ${maximumTimes}.`)),
    ),
    null,
  ),
}).check(
  z.refine(({ begins, ends }) => ends === null || ends >= begins, {
    path: ['ends'],
    error: 'The end is before the first date. Correct one of them.',
  }),
  z.refine(({ ends, times }) => ends === null || times === null, {
    path: ['times'],
    error: 'Choose an end date or a number of documents, not both.',
  }),
)
export type Rhythm = z.output<typeof rhythm>

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

/**
 * The first date after the last one, or of all if there was none; null once the rhythm has ended. `made` is the number
 * of documents already made. By months, each period has one date: a date that a holiday moved is not repeated. A day
 * that a month does not have is its last day; the next month has its own again.
 */
export function nextOccurrence(
  { every, unit, place, begins, ends, times }: Rhythm,
  { last, made, closed }: { last: Day | null; made: number; closed: readonly NonWorkingDay[] },
): Day | null {
  if (times !== null && made >= times) return null
  const next =
    unit === 'day' || unit === 'week'
      ? nextOfDays(every * (unit === 'week' ? 7 : 1), { begins, last })
      : nextOfMonths(every * monthsOf[unit], { place, begins, last, closed })
  return ends !== null && next > ends ? null : next
}

function nextOfDays(step: number, { begins, last }: { begins: Day; last: Day | null }): Day {
  if (last === null || last < begins) return begins
  return addDays(begins, (Math.floor(daysBetween(begins, last) / step) + 1) * step)
}

function nextOfMonths(
  step: number,
  {
    place,
    begins,
    last,
    closed,
  }: { place: RhythmPlace; begins: Day; last: Day | null; closed: readonly NonWorkingDay[] },
): Day {
  const first = monthOf(begins)
  const passed = last === null ? -1 : monthsBetween(first, monthOf(last))
  // The place of the first month may be before the first date.
  for (let nth = passed < 0 ? 0 : Math.floor(passed / step) + 1; ; nth += 1) {
    const on = placedIn(addMonths(first, nth * step), { place, begins, closed })
    if (on >= begins) return on
  }
}

function placedIn(
  of: Month,
  { place, begins, closed }: { place: RhythmPlace; begins: Day; closed: readonly NonWorkingDay[] },
): Day {
  const end = endOfMonth(of)
  if (place === 'firstWorking') return nextWorkingDay(startOfMonth(of), closed)
  if (place === 'lastWorking') return lastWorkingDay(end, closed)
  const on = `${of}-${begins.slice(8)}`
  return place === 'last' || on > end ? end : on
}

function lastWorkingDay(end: Day, closed: readonly NonWorkingDay[]): Day {
  let on = end
  while (isWeekend(on) || closed.some(({ day: off }) => off === on)) on = addDays(on, -1)
  return on
}

const monthsBetween = (from: Month, to: Month): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** 'Every month on the last working day', 'Every 2 weeks from 6 Nov 2026'. */
export function rhythmWords({ every, unit, place, begins }: Rhythm): string {
  const often = every === 1 ? `Every ${unit}` : `Every ${every} ${rhythmUnitWords[unit]}`
  if (unit === 'day') return often
  if (unit === 'week') return `${often} from ${formatDay(begins)}`
  if (place === 'date') {
    const date = Number(begins.slice(8))
    return unit === 'year' ? `${often} on ${formatDay(begins).replace(/ \d{4}$/, '')}` : `${often} on day ${date}`
  }
  return `${often} on the ${{ last: 'last day', firstWorking: 'first working day', lastWorking: 'last working day' }[place]}`
}
