// The deadlines and holidays of a new company. An accountant adds rows; nothing else depends on these constants.
import type { Day } from '../../core/date.ts'
import type { DeadlineRule, EfpsGroup, NonWorkingDay } from './deadlines.ts'
import type { Duty } from './forms.ts'

const since: Day = '2018-01-01'

export const standardDeadlines: readonly DeadlineRule[] = [
  onDay('0619-E', 1, 10, 'RR 11-2018; RMC 73-2018: the 10th of the month after'),
  ...byGroup('0619-E', { A: 15, B: 14, C: 13, D: 12, E: 11 }, 'RMC 73-2018; RR 26-2002: the date for each eFPS group'),
  onDay('1601-EQ', 1, 31, 'RR 11-2018: the last day of the month after the quarter'),
  onDay('QAP', 1, 31, 'RR 11-2018: with form 1601-EQ'),
  onDay('2307', 1, 20, 'RR 2-98, section 2.58: the 20th of the month after the quarter'),
  onDay('1604-E', 3, 1, 'RR 11-2018: 1 March of the following year'),
  onDay('TWA', 1, 31, 'RR 31-2020: 31 July and 31 January'),
  onDay('1600-VT', 1, 10, 'RR 2-98 as amended: the 10th of the following month'),
  {
    ...onDay(
      '1601-C',
      1,
      10,
      'RR 2-98, section 2.81, as amended by RR 11-2018: the 10th of the following month; for December, 15 January',
    ),
    decemberDay: 15,
  },
  ...byGroup(
    '1601-C',
    { A: 15, B: 14, C: 13, D: 12, E: 11 },
    'RR 26-2002: the date for each eFPS group. For December, check the BIR calendar',
  ),
  onDay('1604-C', 1, 31, 'RR 11-2018: 31 January of the following year'),
  onDay('2316', 1, 31, 'RR 2-98, section 2.83.1, as amended by RR 11-2018: 31 January of the following year'),
  onDay('0619-F', 1, 10, 'RR 11-2018; RMC 73-2018: the 10th of the month after'),
  ...byGroup('0619-F', { A: 15, B: 14, C: 13, D: 12, E: 11 }, 'RMC 73-2018; RR 26-2002: the date for each eFPS group'),
  onDay('1601-FQ', 1, 31, 'RR 11-2018: the last day of the month after the quarter'),
  onDay('QAP-F', 1, 31, 'RR 11-2018: with form 1601-FQ'),
  onDay('2306', 1, 31, 'RR 2-98, section 2.58(B): 31 January of the following year'),
  onDay('1604-F', 1, 31, 'RR 11-2018: 31 January of the following year'),
  onDay('2550Q', 1, 25, 'NIRC section 114(A): 25 days after the quarter'),
  onDay('2551Q', 1, 25, 'NIRC section 128(A): 25 days after the quarter'),
  onDay('SLSP', 1, 25, 'RR 16-2005; RR 1-2012: the 25th of the month after the quarter'),
  ...byGroup('SLSP', { A: 30, B: 30, C: 30, D: 30, E: 30 }, 'RR 16-2005; RR 1-2012: the 30th for eFPS filers'),
  inDays('1702Q', 60, 'NIRC section 77(B): 60 days after the quarter'),
  onDay('1701Q', 2, 15, 'NIRC section 74: 15 May, 15 August and 15 November'),
  onDay('1702-RT', 4, 15, 'NIRC section 77(B): the 15th day of the fourth month after the year'),
  onDay('1701', 4, 15, 'NIRC section 51(C)(1): 15 April'),
  onDay('1701A', 4, 15, 'NIRC section 51(C)(1): 15 April'),
  onDay('Books', 1, 15, 'RMC 3-2023: 15 days after the taxable year'),
  inDays('Inventory', 30, 'RR V-1, section 13; RMC 57-2015: 30 days after the taxable year'),
  onDay('2000', 1, 5, 'NIRC section 200(B): the 5th of the following month'),
  inDays('AFS', 120, 'Revised SRC Rule 68: 120 days after the fiscal year; check the SEC circular of the year'),
  inDays('GIS', 30, 'RA 11232, section 177: 30 days after the annual meeting'),
  onDay('Permit', 1, 20, 'RA 7160, section 167: 20 January'),
  onDay('LBT', 1, 20, 'RA 7160, section 167: the first 20 days of January, April, July and October'),
  onDay('Renewals', 1, 31, 'As stated on your certificate; 31 January until you change it'),
]

const regular = 'RA 9492; check the proclamation for the year'

/** Holidays with a fixed date; movable ones, such as Holy Week and the Islamic feasts, are added each year. */
const fixedHolidays: readonly (readonly [monthDay: string, name: string, source: string])[] = [
  ['01-01', "New Year's Day", regular],
  ['04-09', 'Araw ng Kagitingan', regular],
  ['05-01', 'Labor Day', regular],
  ['06-12', 'Independence Day', regular],
  ['08-21', 'Ninoy Aquino Day', regular],
  ['11-01', "All Saints' Day", regular],
  ['11-30', 'Bonifacio Day', regular],
  ['12-08', 'Feast of the Immaculate Conception', 'RA 10966'],
  ['12-25', 'Christmas Day', regular],
  ['12-30', 'Rizal Day', regular],
  ['12-31', 'Last Day of the Year', regular],
]

const years = [2024, 2025, 2026, 2027, 2028, 2029, 2030]

export const standardNonWorkingDays: readonly NonWorkingDay[] = years.flatMap((year) =>
  fixedHolidays.map(([monthDay, name, source]) => ({ day: `${year}-${monthDay}`, name, source })),
)

function onDay(form: Duty, monthsAfter: number, dayOfMonth: number, source: string): DeadlineRule {
  return { form, efpsGroup: '', validFrom: since, monthsAfter, dayOfMonth, decemberDay: null, daysAfter: null, source }
}

function inDays(form: Duty, daysAfter: number, source: string): DeadlineRule {
  return {
    form,
    efpsGroup: '',
    validFrom: since,
    monthsAfter: null,
    dayOfMonth: null,
    decemberDay: null,
    daysAfter,
    source,
  }
}

function byGroup(form: Duty, days: Record<Exclude<EfpsGroup, ''>, number>, source: string): DeadlineRule[] {
  return (Object.entries(days) as [Exclude<EfpsGroup, ''>, number][]).map(([efpsGroup, day]) => ({
    ...onDay(form, 1, day, source),
    efpsGroup,
  }))
}
