// A day is a calendar date in Manila, written 'YYYY-MM-DD'; it never becomes a Date and has no time zone.
import { z } from './zod.ts'

/** A calendar date, 'YYYY-MM-DD'. Days compare with < and > as the strings they are. */
export type Day = string

/** A calendar month, 'YYYY-MM'. */
export type Month = string

export const firstDay: Day = '1990-01-01'
export const lastDay: Day = '2100-12-31'

/** A real calendar date from 1 January 1990 to 31 December 2100; anything else is refused with its reason. */
export const day = z
  .string('Enter a date, for example 2026-03-15.')
  .check(
    z.refine((text) => dayMistake(text) === null, { error: (issue) => dayMistake(String(issue.input)) ?? undefined }),
  )
  .register(z.globalRegistry, { format: 'date' })

/** A calendar month in the same range, 'YYYY-MM'. */
export const month = z.string('Enter a month, for example 2026-03.').check(
  z.refine((text) => /^\d{4}-\d{2}$/.test(text) && dayMistake(`${text}-01`) === null, {
    error: 'Enter a month from 1990-01 to 2100-12, for example 2026-03.',
  }),
)

export type TypedDay = { ok: true; day: Day } | { ok: false; message: string }

/**
 * Reads a date as bookkeepers type it. A bare number is a day of this month; `3-15` and `0315` put the month first,
 * `15/3` the day; `+5`, `-10` and `t-10` count from today; t is today, y yesterday, m and h the first and last day of
 * this month. An impossible order is refused, not swapped: a person who gets away with 3/15 would be misread at 3/4.
 */
export function parseTypedDay(text: string, today: Day): TypedDay {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const { year, month: thisMonth } = parts(today)
  if (typed === '') return no('Enter a date, for example 15 Mar 2026, 3-15 or t for today.')

  const step = /^t? ?([+-]) ?(\d{1,5})$/.exec(typed)
  if (step) return checked(addDays(today, Number(`${step[1]}${step[2]}`)))
  if (typed === 't') return checked(today)
  if (typed === 'y') return checked(addDays(today, -1))
  if (typed === 'm') return checked(startOfMonth(monthOf(today)))
  if (typed === 'h') return checked(endOfMonth(monthOf(today)))

  const bare = /^\d{1,2}$/.exec(typed)
  if (bare) return checked(write(year, thisMonth, Number(typed)))
  const monthDay = /^(\d{2})(\d{2})$/.exec(typed)
  if (monthDay) return checked(write(year, Number(monthDay[1]), Number(monthDay[2])))
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(typed)
  if (iso && (iso[2] !== '' || typed.length === 8))
    return checked(write(Number(iso[1]), Number(iso[3]), Number(iso[4])))

  const dashed = /^(\d{1,2})-(\d{1,2})(?:-(\d{4}|\d{2}))?$/.exec(typed)
  if (dashed) {
    const [first, second] = [Number(dashed[1]), Number(dashed[2])]
    if (first > 12 && second <= 12) {
      return no(`There is no month ${first}; with a dash, the month comes first: ${second}-${first}.`)
    }
    return checked(write(fullYear(dashed[3], year), first, second))
  }
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(typed)
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])]
    if (second > 12 && first <= 12) {
      return no(`There is no month ${second}; with a slash, the day comes first: ${second}/${first}.`)
    }
    return checked(write(fullYear(slashed[3], year), second, first))
  }

  const dayFirst = /^(\d{1,2})[ -]?([a-z]{3,9})\.?(?:,?[ -]?(\d{4}|\d{2}))?$/.exec(typed)
  const monthFirst = /^([a-z]{3,9})\.? ?(\d{1,2})(?:(?:, ?| )(\d{4}|\d{2}))?$/.exec(typed)
  const words = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : []
  const named =
    words[1] === undefined ? 0 : monthNames.findIndex((name) => name.toLowerCase().startsWith(words[1] ?? '')) + 1
  if (named > 0) return checked(write(fullYear(words[2], year), named, Number(words[0])))
  return no('This is not a date. Enter a date like 15 Mar 2026, 2026-03-15, 3-15 or 15/3.')

  function checked(written: Day): TypedDay {
    const mistake = dayMistake(written)
    return mistake === null ? { ok: true, day: written } : no(mistake)
  }
  function no(message: string): TypedDay {
    return { ok: false, message }
  }
}

/** '15 Mar 2026', which cannot confuse day and month. */
export function formatDay(d: Day): string {
  const { year, month: m, day: n } = parts(d)
  return `${n} ${monthName(m).slice(0, 3)} ${year}`
}

/** '15 March 2026', for headings of reports. */
export function formatLongDay(d: Day): string {
  const { year, month: m, day: n } = parts(d)
  return `${n} ${monthName(m)} ${year}`
}

/** 'March 2026' */
export function formatMonth(m: Month): string {
  return `${monthName(Number(m.slice(5, 7)))} ${m.slice(0, 4)}`
}

/** 'Mar 2026' */
export const formatShortMonth = (m: Month): string => formatDay(startOfMonth(m)).slice('1 '.length)

export function monthOf(d: Day): Month {
  return d.slice(0, 7)
}

export function yearOf(d: Day): number {
  return Number(d.slice(0, 4))
}

export function startOfMonth(m: Month): Day {
  return `${m}-01`
}

export function endOfMonth(m: Month): Day {
  const [year, n] = [Number(m.slice(0, 4)), Number(m.slice(5, 7))]
  return write(year, n, daysInMonth(year, n))
}

/** The month `count` months later (earlier when negative). */
export function addMonths(m: Month, count: number): Month {
  const months = Number(m.slice(0, 4)) * 12 + Number(m.slice(5, 7)) - 1 + count
  return `${pad(Math.floor(months / 12), 4)}-${pad((((months % 12) + 12) % 12) + 1, 2)}`
}

/** The day `count` days later (earlier when negative). */
export function addDays(d: Day, count: number): Day {
  return fromNumber(toNumber(d) + count)
}

/** Days from `from` to `to`: 1 from today to tomorrow, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return toNumber(to) - toNumber(from)
}

/** -1, 0 or 1, for sorting. */
export function compare(a: Day, b: Day): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The Manila day of an instant, milliseconds since 1970 in UTC. Manila is UTC+8 all year. */
export function dayInManila(epochMs: number): Day {
  return fromNumber(Math.floor((epochMs + 8 * 3_600_000) / 86_400_000))
}

/** Why a text is not a valid date, or null. */
export function dayMistake(text: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return 'Enter a date, for example 2026-03-15.'
  const [year, m, n] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (m < 1 || m > 12) return `There is no month ${m}; check the date.`
  if (n < 1 || n > daysInMonth(year, m)) return `There is no ${n} ${monthName(m)} ${year}; check the date.`
  if (text < firstDay || text > lastDay) return 'The date must be between 1 Jan 1990 and 31 Dec 2100. Check the year.'
  return null
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

function monthName(m: number): string {
  return monthNames[m - 1] ?? ''
}

function daysInMonth(year: number, m: number): number {
  if (m === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return m === 4 || m === 6 || m === 9 || m === 11 ? 30 : 31
}

function fullYear(typed: string | undefined, thisYear: number): number {
  if (typed === undefined) return thisYear
  return typed.length === 2 ? 2000 + Number(typed) : Number(typed)
}

function parts(d: Day): { year: number; month: number; day: number } {
  return { year: Number(d.slice(0, 4)), month: Number(d.slice(5, 7)), day: Number(d.slice(8, 10)) }
}

function write(year: number, m: number, n: number): Day {
  return `${pad(year, 4)}-${pad(m, 2)}-${pad(n, 2)}`
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, '0')
}

// Days since 1 January 1970 in the proleptic Gregorian calendar; the method counts years from March, so that the
// leap day is the last of its year: https://howardhinnant.github.io/date_algorithms.html
function toNumber(d: Day): number {
  const { year, month: m, day: n } = parts(d)
  const y = m <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const dayOfYear = Math.floor((153 * (m > 2 ? m - 3 : m + 9) + 2) / 5) + n - 1
  const yearOfEra = y - era * 400
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function fromNumber(count: number): Day {
  const z0 = count + 719_468
  const era = Math.floor(z0 / 146_097)
  const dayOfEra = z0 - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const n = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  const m = shifted < 10 ? shifted + 3 : shifted - 9
  return write(yearOfEra + era * 400 + (m <= 2 ? 1 : 0), m, n)
}
