// The dates of a report: entered, chosen by the name of a period, or the usual ones.
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { reportProblems } from '@talaan/contract/reports.ts'
import type { ReportPeriod, ReportQuery } from '@talaan/contract/reports.ts'
import { monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import {
  allPeriodNames,
  dateNamed,
  dateNames,
  fiscalYearAround,
  nameOfPeriod,
  periodNamed,
} from '@talaan/ledger/core/periods.ts'
import type { PeriodName } from '@talaan/ledger/core/periods.ts'
import type { CompanyCalendar } from '../../books/fiscal-years.ts'
import type { ReportDates } from './report.ts'

type Chosen = Pick<ReportQuery, 'period' | 'from' | 'to' | 'asOf'>
type Dates = { from?: Day; to?: Day; asOf?: Day }

/** The query with its dates, and the period that they are, or null for a report without dates of its own. */
export function withDates<Query extends Chosen>(
  dates: ReportDates | undefined,
  { period: name, ...query }: Query,
  calendar: CompanyCalendar,
): { query: Omit<Query, keyof Chosen> & Dates; period: ReportPeriod | null } {
  if (dates === undefined) {
    if (name !== undefined) throw badPeriod()
    return { query: query as Omit<Query, keyof Chosen> & Dates, period: null }
  }
  const period =
    dates.kind === 'period'
      ? chosenPeriod(dates.usual, { ...query, period: name }, calendar)
      : chosenDate(dates.usual, { ...query, period: name }, calendar)
  const { from, to } = period
  if (from > to) throw new Refusal(reportProblems.daysReversed)
  // Dates of the other kind stay, so that the report's own schema refuses them.
  const filled = dates.kind === 'period' ? { ...query, from, to } : { ...query, asOf: to }
  return { query: filled as Omit<Query, keyof Chosen> & Dates, period }
}

function chosenPeriod(usual: PeriodName, { period: name, from, to }: Chosen, calendar: CompanyCalendar): ReportPeriod {
  const named = (one: PeriodName): ReportPeriod => ({ name: one, ...periodNamed(one, calendar) })
  if (name !== undefined) return named(allPeriodNames.find((one) => one === name) ?? refused())
  if (from === undefined && to === undefined) {
    const period = named(usual)
    return hasBegun(period.to, calendar) ? period : named('this-month')
  }
  const until = to ?? calendar.today
  const since = from ?? startOfMonth(fiscalYearAround(monthOf(until), calendar.endsWith).from)
  return { name: nameOfPeriod({ from: since, to: until }, calendar) ?? 'custom', from: since, to: until }
}

/** The period of a report as of a date begins with its fiscal year. */
function chosenDate(
  usual: (typeof dateNames)[number],
  { period: name, asOf }: Chosen,
  calendar: CompanyCalendar,
): ReportPeriod {
  const upTo = (one: string, to: Day): ReportPeriod => ({
    name: one,
    from: startOfMonth(fiscalYearAround(monthOf(to), calendar.endsWith).from),
    to,
  })
  const named = (one: (typeof dateNames)[number]) => upTo(one, dateNamed(one, calendar))
  if (name !== undefined) return named(dateNames.find((one) => one === name) ?? refused())
  if (asOf !== undefined) return upTo(dateNames.find((one) => dateNamed(one, calendar) === asOf) ?? 'custom', asOf)
  const usually = named(usual)
  return hasBegun(usually.to, calendar) ? usually : named('today')
}

/** Books that begin this month have no finished period yet. */
const hasBegun = (to: Day, { booksFrom }: CompanyCalendar): boolean => booksFrom === null || booksFrom <= monthOf(to)

const badPeriod = () =>
  new Refusal(saying(common.badInput, 'This report cannot be shown for this period. Choose another period.'))
function refused(): never {
  throw badPeriod()
}
