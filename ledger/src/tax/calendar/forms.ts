// The returns and other duties of a taxpayer, and their periods.
import { addMonths, endOfMonth, formatMonth, monthOf, startOfMonth } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'

/** Returns calculated box by box. */
export const worksheetForms = [
  '2550Q',
  '2551Q',
  '0619-E',
  '1601-EQ',
  '1600-VT',
  '0619-F',
  '1601-FQ',
  '1601-C',
  '1702Q',
  '1701Q',
  '1702-RT',
  '1701',
  '1701A',
] as const
export type WorksheetForm = (typeof worksheetForms)[number]

/** Duties besides tax returns, each with its choice in the settings. */
export const otherDuties = ['Inventory', '2000', 'AFS', 'GIS', 'Permit', 'LBT', 'Renewals'] as const
export type OtherDuty = (typeof otherDuties)[number]

/** All duties of the calendar: returns, lists, certificates, books, and those asked for in the settings. */
export const duties = [
  ...worksheetForms,
  '2307',
  'SLSP',
  'QAP',
  'TWA',
  '1604-E',
  'QAP-F',
  '2306',
  '1604-F',
  '1604-C',
  '2316',
  'ITR',
  'Books',
  ...otherDuties,
] as const
export type Duty = (typeof duties)[number]

export const isWorksheetForm = (duty: string): duty is WorksheetForm =>
  (worksheetForms as readonly string[]).includes(duty)

/**
 * The frequency, and the year that defines the quarters: the taxable year for VAT and income tax, the calendar year for
 * withholding.
 */
export type Frequency = 'month' | 'quarter' | 'calendar_quarter' | 'half_year' | 'calendar_year' | 'year'

export const dutyWords = {
  '2550Q': { title: 'Quarterly VAT Return', frequency: 'quarter' },
  '2551Q': { title: 'Quarterly Percentage Tax Return', frequency: 'quarter' },
  '0619-E': { title: 'Monthly Remittance of Expanded Withholding Tax', frequency: 'month' },
  '1601-EQ': { title: 'Quarterly Return of Expanded Withholding Tax', frequency: 'calendar_quarter' },
  '1600-VT': { title: 'Monthly Remittance of VAT Withheld', frequency: 'month' },
  '0619-F': { title: 'Monthly Remittance of Final Income Tax Withheld', frequency: 'month' },
  '1601-FQ': { title: 'Quarterly Return of Final Income Tax Withheld', frequency: 'calendar_quarter' },
  '1601-C': { title: 'Monthly Remittance of Tax Withheld on Compensation', frequency: 'month' },
  '1702Q': { title: 'Quarterly Income Tax Return of a Corporation', frequency: 'quarter' },
  '1701Q': { title: 'Quarterly Income Tax Return of an Individual', frequency: 'quarter' },
  '1702-RT': { title: 'Annual Income Tax Return of a Corporation', frequency: 'year' },
  '1701': { title: 'Annual Income Tax Return of an Individual', frequency: 'year' },
  '1701A': { title: 'Annual Income Tax Return of an Individual, Business Only', frequency: 'year' },
  '2307': { title: 'Certificates of Tax Withheld for Suppliers', frequency: 'calendar_quarter' },
  SLSP: { title: 'Summary Lists of Sales and Purchases', frequency: 'quarter' },
  QAP: { title: 'Quarterly Alphalist of Payees', frequency: 'calendar_quarter' },
  TWA: { title: 'List of Regular Suppliers of a Top Withholding Agent', frequency: 'half_year' },
  '1604-E': { title: 'Annual Return of Tax Withheld with Alphalist', frequency: 'calendar_year' },
  'QAP-F': { title: 'Quarterly Alphalist of Payees, Final Tax', frequency: 'calendar_quarter' },
  '2306': { title: 'Certificates of Final Tax for Payees', frequency: 'calendar_year' },
  '1604-F': { title: 'Annual Return of Final Tax Withheld with Alphalist', frequency: 'calendar_year' },
  '1604-C': { title: 'Annual Return of Tax Withheld on Compensation with Alphalist', frequency: 'calendar_year' },
  '2316': { title: 'Certificates of Compensation for Employees', frequency: 'calendar_year' },
  ITR: { title: 'Annual Income Tax Return and Financial Statements', frequency: 'year' },
  Books: { title: 'Binding and Registration of the Loose-leaf Books', frequency: 'year' },
  Inventory: { title: 'Annual Inventory List', frequency: 'year' },
  '2000': { title: 'Documentary Stamp Tax Return', frequency: 'month' },
  AFS: { title: 'Audited Financial Statements to the SEC', frequency: 'year' },
  GIS: { title: 'General Information Sheet to the SEC', frequency: 'month' },
  Permit: { title: 'Renewal of the Business Permit', frequency: 'calendar_year' },
  LBT: { title: 'Local Business Tax of the Quarter', frequency: 'calendar_quarter' },
  Renewals: { title: 'Renewal of Other Registrations', frequency: 'calendar_year' },
} as const satisfies Record<Duty, { title: string; frequency: Frequency }>

export type Period = { from: Day; to: Day }

const monthsIn = { month: 1, quarter: 3, calendar_quarter: 3, half_year: 6, calendar_year: 12, year: 12 } as const

/**
 * The period of a duty that contains a date. `fiscalYearEnd` is the month the taxable year ends with, 1 to 12;
 * withholding uses the calendar year whatever the taxable year is (RR 2-98, section 2.58).
 */
export function periodOf(duty: Duty, day: Day, fiscalYearEnd: number): Period {
  const { frequency } = dutyWords[duty]
  const length = monthsIn[frequency]
  const yearEnd = frequency === 'quarter' || frequency === 'year' ? fiscalYearEnd : 12
  const last = Number(day.slice(5, 7))
  // Months from the month of the date to the end of the period.
  const left = (((yearEnd - last) % length) + length) % length
  const end = addMonths(monthOf(day), left)
  return { from: startOfMonth(addMonths(end, 1 - length)), to: endOfMonth(end) }
}

/** The next period, or with -1 the previous one; the length stays the same. */
export function shifted({ from, to }: Period, count: number): Period {
  const length = monthsBetween(from, to)
  const first = addMonths(monthOf(from), count * length)
  return { from: startOfMonth(first), to: endOfMonth(addMonths(first, length - 1)) }
}

/** The months of a period, as periods. */
export function monthsOf({ from, to }: Period): Period[] {
  return Array.from({ length: monthsBetween(from, to) }, (_, i) => {
    const month = addMonths(monthOf(from), i)
    return { from: startOfMonth(month), to: endOfMonth(month) }
  })
}

/** The first day of the taxable year that contains a date. */
export function startOfTaxYear(day: Day, fiscalYearEnd: number): Day {
  return periodOf('ITR', day, fiscalYearEnd).from
}

/** Which quarter of its taxable year a period ends with, 1 to 4. */
export function quarterNo({ to }: Period, fiscalYearEnd: number): number {
  return Math.ceil(monthsBetween(startOfTaxYear(to, fiscalYearEnd), to) / 3)
}

/** 'June 2026' for a month, 'April to June 2026' for longer, with both years where they differ. */
export function formatPeriod({ from, to }: Period): string {
  const [first, last] = [formatMonth(monthOf(from)), formatMonth(monthOf(to))]
  if (first === last) return last
  return from.slice(0, 4) === to.slice(0, 4) ? `${first.slice(0, -5)} to ${last}` : `${first} to ${last}`
}

const monthsBetween = (from: Day, to: Day): number =>
  Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - Number(from.slice(0, 4)) * 12 - Number(from.slice(5, 7)) + 1
