// The calendar of due returns, by the company's registrations: it is calculated from dated rows and never stored.
import type { Day } from '../../core/date.ts'
import { deadlineOf } from './deadlines.ts'
import type { Deadline, DeadlineFacts } from './deadlines.ts'
import { duties, monthsOf, periodOf, quarterNo, shifted } from './forms.ts'
import type { Duty, OtherDuty, Period } from './forms.ts'
import { annualReturn, hasIn, incomeTaxOn } from '../registrations.ts'
import type { FilingProfile } from '../returns/worksheet.ts'

export type Registrations = Omit<FilingProfile, 'incomeTax' | 'deduction' | 'mixedIncome' | 'annualBefore'> & {
  withholdingAgent: boolean
  /** The other duties that apply, and the annual meeting as 'MM-DD'; none without choices. */
  others?: readonly OtherDuty[]
  annualMeeting?: string
  /** The date of the first payroll register; null without any. */
  payrollFrom: Day | null
  /** The first date on which VAT was withheld from a supplier; null if it never was. */
  vatWithheldFrom: Day | null
}

export type Obligation = Deadline & { duty: Duty; period: Period }

/** The duties whose periods end in a date range, sorted by deadline. */
export function obligations(
  registrations: Registrations,
  { from, to, ...facts }: DeadlineFacts & { from: Day; to: Day },
): Obligation[] {
  const found: Obligation[] = []
  for (const duty of duties) {
    let period = periodOf(duty, from, registrations.fiscalYearEnd)
    for (; period.to <= to; period = shifted(period, 1)) {
      if (!applies(duty, period, registrations)) continue
      if (duty === 'ITR' && deadlineOf(annualReturn(registrations, period.to), period, facts) !== undefined) continue
      const deadline = deadlineOf(duty, period, facts)
      if (deadline !== undefined) found.push({ duty, period, ...deadline })
    }
  }
  const place = (duty: Duty) => duties.indexOf(duty)
  return found.toSorted((a, b) => (a.due === b.due ? place(a.duty) - place(b.duty) : a.due < b.due ? -1 : 1))
}

/**
 * Whether a taxpayer with these registrations has the duty for the period. For a period in which the company registers
 * for VAT, both the VAT and the percentage tax return are due.
 */
export function applies(duty: Duty, period: Period, its: Registrations): boolean {
  switch (duty) {
    case '2550Q':
    case 'SLSP':
      return hasIn(its.history, 'vat', 'yes', period)
    case '2551Q':
      // With the 8% option on gross sales there is no percentage tax (NIRC section 24(A)(2)(b)).
      return hasIn(its.history, 'vat', 'no', period) && incomeTaxOn(its, period.to) !== 'eight_percent'
    case '0619-E':
      // The third month is remitted with the quarter's return (RMC 73-2018).
      return its.withholdingAgent && monthsOf(periodOf('1601-EQ', period.to, 12)).at(-1)?.to !== period.to
    case '1601-EQ':
    case 'QAP':
    case '2307':
    case '1604-E':
      return its.withholdingAgent
    case 'TWA':
      return hasIn(its.history, 'top_agent', 'yes', period)
    case '1600-VT':
      return withholdsVatIn(period, its)
    case '1601-C':
    case '1604-C':
    case '2316':
      return its.payrollFrom !== null && its.payrollFrom <= period.to
    case '0619-F':
      return its.withholdsFinalTax && monthsOf(periodOf('1601-FQ', period.to, 12)).at(-1)?.to !== period.to
    case '1601-FQ':
    case 'QAP-F':
    case '1604-F':
      return its.withholdsFinalTax
    case '2306':
      // Also of VAT withheld from non-residents (RMO 13-2025).
      return its.withholdsFinalTax || withholdsVatIn(period, its)
    case '1702Q':
    case '1701Q':
      // The last quarter is declared with the annual return (NIRC sections 74 and 75).
      return (its.taxpayer === 'corporation') === (duty === '1702Q') && quarterNo(period, its.fiscalYearEnd) < 4
    case '1702-RT':
    case '1701':
    case '1701A':
      return annualReturn(its, period.to) === duty
    case 'ITR':
      // The annual return of years before its form had boxes here: it is due where that form has no deadline.
      return true
    case 'Books':
      return true
    case 'GIS':
      // Its period is the month of the annual meeting (Revised Corporation Code, section 177).
      return chosen(its, duty) && period.to.slice(5, 7) === its.annualMeeting?.slice(0, 2)
    case 'Inventory':
    case '2000':
    case 'AFS':
    case 'Permit':
    case 'LBT':
    case 'Renewals':
      return chosen(its, duty)
  }
}

const chosen = ({ others = [] }: Registrations, duty: OtherDuty): boolean => others.includes(duty)

/** As registered, or from the month in which a bill first withheld VAT. */
const withholdsVatIn = ({ to }: Period, { withholdsVat, vatWithheldFrom }: Registrations): boolean =>
  withholdsVat || (vatWithheldFrom !== null && vatWithheldFrom <= to)
