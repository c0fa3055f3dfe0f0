// The usual periods of reports and lists, by the company's fiscal year.
import { addMonths, endOfMonth, monthOf, startOfMonth } from './date.ts'
import type { Day, Month } from './date.ts'

export type Period = { from: Day; to: Day }

/** Today, and the number of the fiscal year's last month: 12 for a calendar year. */
export type FiscalToday = { today: Day; endsWith: number }

export const periodNames = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'year-to-date',
  'last-year',
] as const
/** A budget is of the whole year; the twelve months that end with the last finished one are shown side by side. */
export const allPeriodNames = [...periodNames, 'this-year', 'twelve-months'] as const
export type PeriodName = (typeof allPeriodNames)[number]
export const periodWords: Record<PeriodName, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'year-to-date': 'Fiscal year to date',
  'last-year': 'Last fiscal year',
  'this-year': 'This fiscal year',
  'twelve-months': 'Last 12 months',
}

/** The dates of reports that are as of one date. */
export const dateNames = ['today', 'last-month', 'last-quarter', 'last-year'] as const
export type DateName = (typeof dateNames)[number]
export const dateWords: Record<DateName, string> = {
  today: 'Today',
  'last-month': 'End of last month',
  'last-quarter': 'End of last quarter',
  'last-year': 'End of last fiscal year',
}

/** The first and the last month of a month's fiscal year. */
export function fiscalYearAround(month: Month, endsWith: number): { from: Month; to: Month } {
  const to = addMonths(month, (endsWith - Number(month.slice(5, 7)) + 12) % 12)
  return { from: addMonths(to, -11), to }
}

/** The first month of a month's quarter, counted from the start of the fiscal year. */
export function fiscalQuarterOf(month: Month, endsWith: number): Month {
  return addMonths(month, -((Number(month.slice(5, 7)) - endsWith + 11) % 3))
}

/** The dates of a period. The fiscal year to date ends today, every other period with a whole month. */
export function periodNamed(name: PeriodName, { today, endsWith }: FiscalToday): Period {
  const month = monthOf(today)
  const quarter = fiscalQuarterOf(month, endsWith)
  const year = fiscalYearAround(month, endsWith).from
  switch (name) {
    case 'this-month':
      return months(month, 1)
    case 'last-month':
      return months(addMonths(month, -1), 1)
    case 'this-quarter':
      return months(quarter, 3)
    case 'last-quarter':
      return months(addMonths(quarter, -3), 3)
    case 'year-to-date':
      return { from: startOfMonth(year), to: today }
    case 'last-year':
      return months(addMonths(year, -12), 12)
    case 'this-year':
      return months(year, 12)
    case 'twelve-months':
      return months(addMonths(month, -12), 12)
  }
}

export const dateNamed = (name: DateName, calendar: FiscalToday): Day =>
  name === 'today' ? calendar.today : periodNamed(name, calendar).to

/** The first of the names that has these dates; undefined for dates that were chosen otherwise. */
export const nameOfPeriod = ({ from, to }: Period, calendar: FiscalToday): PeriodName | undefined =>
  periodNames.find((name) => {
    const named = periodNamed(name, calendar)
    return named.from === from && named.to === to
  })

const months = (first: Month, count: number): Period => ({
  from: startOfMonth(first),
  to: endOfMonth(addMonths(first, count - 1)),
})
