// The company's registrations as dated rows: VAT, income tax, withholding. Documents and returns use those of their own date.
import { firstDay, formatDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import type { Period } from './calendar/forms.ts'

/** Each kind, with its values. */
export const registrationWords = {
  vat: { label: 'VAT', values: { yes: 'VAT-registered', no: 'Not VAT-registered' } },
  income_tax: {
    label: 'Income tax',
    values: {
      regular: 'Corporation, regular rate',
      small: 'Small corporation, lower rate',
      graduated: 'Individual, graduated rates',
      eight_percent: 'Individual, 8% of sales',
    },
  },
  deduction: {
    label: 'Deductions for income tax',
    values: { itemized: 'Itemized deductions', osd: 'Optional standard deduction (OSD)' },
  },
  mixed_income: {
    label: 'Compensation income of the owner',
    values: { no: 'None, or not an individual', yes: 'Compensation and business income' },
  },
  withhold_at: {
    label: 'Expanded withholding tax',
    values: { bill: 'Withheld with the bill', payment: 'Withheld with the payment' },
  },
  top_agent: {
    label: 'Top withholding agent',
    values: { yes: 'On the BIR list', no: 'Not on the BIR list' },
  },
} as const
export type RegistrationKind = keyof typeof registrationWords
export const registrationKinds = Object.keys(registrationWords) as RegistrationKind[]

export type IncomeTax = keyof (typeof registrationWords)['income_tax']['values']

export type Registration = { kind: RegistrationKind; value: string; validFrom: Day }

/** The registrations in force on a date. */
export type Registered = {
  vatRegistered: boolean
  /** If not registered on the date, a later date from which the company is; else null. */
  vatFrom: Day | null
  /** The date from which the company is a top withholding agent, also a later one; null if it is none. */
  topAgentFrom: Day | null
  withholdAt: 'bill' | 'payment'
  incomeTax: IncomeTax
}

/** `rows` has one row for each kind and date, in any order. */
export function registeredOn(rows: readonly Registration[], day: Day): Registered {
  const vatRegistered = valueOn(rows, 'vat', day) === 'yes'
  const topAgent = inForce(rows, 'top_agent', day)
  return {
    vatRegistered,
    vatFrom: vatRegistered ? null : nextFrom(rows, 'vat', day),
    topAgentFrom: topAgent?.value === 'yes' ? topAgent.validFrom : nextFrom(rows, 'top_agent', day),
    withholdAt: valueOn(rows, 'withhold_at', day) === 'payment' ? 'payment' : 'bill',
    incomeTax: (valueOn(rows, 'income_tax', day) ?? 'regular') as IncomeTax,
  }
}

/** The income tax of a taxpayer; a rate of the other type of taxpayer counts as the usual rate of its own type. */
export function incomeTaxOn(
  { taxpayer, history }: { taxpayer: 'corporation' | 'individual'; history: readonly Registration[] },
  day: Day,
): IncomeTax {
  const { incomeTax } = registeredOn(history, day)
  return incomeTaxes[taxpayer].includes(incomeTax) ? incomeTax : incomeTaxes[taxpayer][0]
}

/** The deduction in force at the end of a period; without a row it is the itemized one (NIRC section 34(L)). */
export const deductionOn = (rows: readonly Registration[], day: Day): 'itemized' | 'osd' =>
  valueOn(rows, 'deduction', day) === 'osd' ? 'osd' : 'itemized'

export const hasMixedIncome = (rows: readonly Registration[], day: Day): boolean =>
  valueOn(rows, 'mixed_income', day) === 'yes'

/**
 * The annual income tax return for a year that ends on a day. 1701A is for individuals with income from business only
 * who chose the 8% rate or the standard deduction (RMC 17-2019).
 */
export function annualReturn(
  its: { taxpayer: 'corporation' | 'individual'; history: readonly Registration[] },
  day: Day,
): '1702-RT' | '1701' | '1701A' {
  if (its.taxpayer === 'corporation') return '1702-RT'
  if (hasMixedIncome(its.history, day)) return '1701'
  return incomeTaxOn(its, day) === 'eight_percent' || deductionOn(its.history, day) === 'osd' ? '1701A' : '1701'
}

/** The rates of each type of taxpayer, the usual one first. */
export const incomeTaxes: Record<'corporation' | 'individual', readonly [IncomeTax, ...IncomeTax[]]> = {
  corporation: ['regular', 'small'],
  individual: ['graduated', 'eight_percent'],
}

/** Whether the company has a value on any date of a period. */
export const hasIn = (rows: readonly Registration[], kind: RegistrationKind, value: string, { from, to }: Period) =>
  valueOn(rows, kind, from) === value ||
  rows.some((row) => row.kind === kind && row.value === value && from < row.validFrom && row.validFrom <= to)

/**
 * The lines that a return counts: each line is in the return of the registration on its own date. VAT is imposed on
 * persons registered or required to register (NIRC section 105), percentage tax on those who are not (section 116). The
 * VAT return of a quarter without registration, which nobody files, therefore counts no line and only passes on what is
 * carried over. A reversal dated without registration of a document dated with it is in neither return: the sale was
 * never one with percentage tax.
 */
export function linesOf<Line extends { day: Day; reverses: boolean; document: { day: Day } }>(
  form: string,
  lines: readonly Line[],
  rows: readonly Registration[],
): readonly Line[] {
  const isRegistered = (day: Day) => registeredOn(rows, day).vatRegistered
  if (form === '2550Q') return lines.filter(({ day }) => isRegistered(day))
  if (form !== '2551Q') return lines
  return lines.filter(({ day, reverses, document }) => !isRegistered(day) && !(reverses && isRegistered(document.day)))
}

/** Why a line cannot have VAT, and what to choose. */
export function notVatRegistered(
  { name, vatFrom = null }: { name: string; vatFrom?: Day | null },
  choice = 'VAT-exempt or Not subject to VAT',
): string {
  return vatFrom === null
    ? `${name} is not VAT-registered. Choose ${choice}.`
    : `${name} is VAT-registered from ${formatDay(vatFrom)}. Choose ${choice} for earlier dates.`
}

/** 'Always', or '1 Jul 2026'. */
export const sinceWords = (validFrom: Day): string => (validFrom === firstDay ? 'Always' : formatDay(validFrom))

/** The row in force on a date; undefined before the first. */
export function inForce(rows: readonly Registration[], kind: RegistrationKind, day: Day): Registration | undefined {
  return rows.reduce<Registration | undefined>(
    (found, row) =>
      row.kind === kind && row.validFrom <= day && (found === undefined || found.validFrom < row.validFrom)
        ? row
        : found,
    undefined,
  )
}

const valueOn = (rows: readonly Registration[], kind: RegistrationKind, day: Day) => inForce(rows, kind, day)?.value

function nextFrom(rows: readonly Registration[], kind: RegistrationKind, day: Day): Day | null {
  const later = rows.filter((row) => row.kind === kind && row.value === 'yes' && row.validFrom > day)
  return later.map(({ validFrom }) => validFrom).toSorted()[0] ?? null
}
