// Periods and deadlines of the tax calendar; weekdays of 2026 were checked in a calendar.
import { expect, test } from 'vitest'
import { obligations } from './calendar.ts'
import type { Registrations } from './calendar.ts'
import { deadlineOf, isWeekend, nextWorkingDay } from './deadlines.ts'
import type { DeadlineFacts, DeadlineRule } from './deadlines.ts'
import { formatPeriod, monthsOf, periodOf, quarterNo, shifted, startOfTaxYear } from './forms.ts'
import type { Duty } from './forms.ts'
import type { RegistrationKind } from '../registrations.ts'
import { standardDeadlines, standardNonWorkingDays } from './standard.ts'

const facts: DeadlineFacts = { rules: standardDeadlines, closed: standardNonWorkingDays, moved: [], efpsGroup: '' }
const dueOf = (duty: Duty, day: string, more: Partial<DeadlineFacts> = {}, fiscalYearEnd = 12) => {
  const deadline = deadlineOf(duty, periodOf(duty, day, fiscalYearEnd), { ...facts, ...more })
  return deadline && [deadline.raw, deadline.due]
}

test.each<[Duty, string, string, string]>([
  ['0619-E', '2026-01-15', '2026-02-10', '2026-02-10'],
  ['2550Q', '2026-02-01', '2026-04-25', '2026-04-27'],
  ['2551Q', '2026-06-30', '2026-07-25', '2026-07-27'],
  ['SLSP', '2026-09-30', '2026-10-25', '2026-10-26'],
  ['1601-EQ', '2026-05-01', '2026-07-31', '2026-07-31'],
  ['QAP', '2026-12-31', '2027-01-31', '2027-02-01'],
  ['2307', '2026-03-31', '2026-04-20', '2026-04-20'],
  ['1604-E', '2025-06-01', '2026-03-01', '2026-03-02'],
  ['1702Q', '2026-03-31', '2026-05-30', '2026-06-01'],
  ['1701Q', '2026-01-01', '2026-05-15', '2026-05-15'],
  ['1701Q', '2026-09-30', '2026-11-15', '2026-11-16'],
  ['TWA', '2026-05-01', '2026-07-31', '2026-07-31'],
  ['1600-VT', '2026-03-31', '2026-04-10', '2026-04-10'],
  ['1702-RT', '2025-12-31', '2026-04-15', '2026-04-15'],
  ['1701A', '2025-12-31', '2026-04-15', '2026-04-15'],
  ['Books', '2025-12-31', '2026-01-15', '2026-01-15'],
])('%s for %s is due on %s, and with closed offices on %s', (duty, day, raw, due) => {
  expect(dueOf(duty, day)).toEqual([raw, due])
})

test('an eFPS group has its own deadlines, and rows without a group apply to all', () => {
  expect(dueOf('0619-E', '2026-01-15', { efpsGroup: 'A' })).toEqual(['2026-02-15', '2026-02-16'])
  expect(dueOf('0619-E', '2026-01-15', { efpsGroup: 'E' })).toEqual(['2026-02-11', '2026-02-11'])
  expect(dueOf('SLSP', '2026-03-31', { efpsGroup: 'C' })).toEqual(['2026-04-30', '2026-04-30'])
  expect(dueOf('2550Q', '2026-03-31', { efpsGroup: 'C' })).toEqual(['2026-04-25', '2026-04-27'])
})

test('a later row applies to periods that end on or after its date', () => {
  const later = { ...standardDeadlines.find(({ form }) => form === '2550Q')!, validFrom: '2026-06-30', dayOfMonth: 20 }
  const rules = [...standardDeadlines, later]
  expect(dueOf('2550Q', '2026-03-31', { rules })).toEqual(['2026-04-25', '2026-04-27'])
  expect(dueOf('2550Q', '2026-06-30', { rules })).toEqual(['2026-07-20', '2026-07-20'])
  expect(dueOf('2550Q', '2017-03-31')).toBeUndefined()
})

test('a circular moves the deadline of one period, with the reason', () => {
  const moved = [{ form: '2550Q', period: '2026-03-31', due: '2026-05-04', source: 'RMC 1-2026' }]
  const deadline = deadlineOf('2550Q', periodOf('2550Q', '2026-03-31', 12), { ...facts, moved })
  expect(deadline).toEqual({ raw: '2026-04-25', due: '2026-05-04', why: 'Changed to this date: RMC 1-2026' })
})

test('a deadline moves past consecutive weekends and holidays', () => {
  expect(isWeekend('2026-03-14')).toBe(true)
  expect(isWeekend('2026-03-16')).toBe(false)
  const closed = [{ day: '2026-04-27', name: 'A holiday', source: 'Proclamation' }]
  expect(nextWorkingDay('2026-04-25', closed)).toBe('2026-04-28')
  // 30 and 31 December, New Year's Day, and a weekend.
  expect(nextWorkingDay('2026-12-30', standardNonWorkingDays)).toBe('2027-01-04')
})

test('quarters follow the taxable year for VAT and income tax, and the calendar year for withholding', () => {
  expect(periodOf('2550Q', '2026-05-15', 12)).toEqual({ from: '2026-04-01', to: '2026-06-30' })
  expect(periodOf('2550Q', '2026-05-15', 7)).toEqual({ from: '2026-05-01', to: '2026-07-31' })
  expect(periodOf('1601-EQ', '2026-05-15', 7)).toEqual({ from: '2026-04-01', to: '2026-06-30' })
  expect(periodOf('ITR', '2026-05-15', 6)).toEqual({ from: '2025-07-01', to: '2026-06-30' })
  expect(startOfTaxYear('2026-07-01', 6)).toBe('2026-07-01')
  expect(quarterNo({ from: '2026-05-01', to: '2026-07-31' }, 7)).toBe(4)
  expect(shifted({ from: '2026-01-01', to: '2026-03-31' }, -1)).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(monthsOf({ from: '2024-01-01', to: '2024-03-31' }).map(({ to }) => to)).toEqual([
    '2024-01-31',
    '2024-02-29',
    '2024-03-31',
  ])
  expect(formatPeriod({ from: '2025-12-01', to: '2026-02-28' })).toBe('December 2025 to February 2026')
  expect(formatPeriod({ from: '2026-04-01', to: '2026-06-30' })).toBe('April to June 2026')
})

const registrations: Registrations = {
  history: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }],
  taxpayer: 'corporation',
  fiscalYearEnd: 12,
  uncollectedFrom: null,
  unpaidFrom: null,
  minimumTaxFrom: null,
  withholdingAgent: true,
  withholdsVat: false,
  payrollFrom: null,
  vatWithheldFrom: null,
  withholdsFinalTax: false,
}
const nonVat = [{ kind: 'vat', value: 'no', validFrom: '1990-01-01' }] as const
const year = { from: '2026-01-01', to: '2026-12-31' }
const counted = (its: Partial<Registrations>) => {
  const counts: Record<string, number> = {}
  for (const { duty } of obligations({ ...registrations, ...its }, { ...facts, ...year }))
    counts[duty] = (counts[duty] ?? 0) + 1
  return counts
}

test('a year of a VAT-registered corporation that withholds', () => {
  const shared = { '1601-EQ': 4, QAP: 4, '2307': 4, '1604-E': 1, '0619-E': 8, '1702Q': 3, '1702-RT': 1, Books: 1 }
  expect(counted({})).toEqual({ '2550Q': 4, SLSP: 4, ...shared })
  expect(counted({ history: nonVat })).toEqual({ '2551Q': 4, ...shared })
  const listed = { kind: 'top_agent', value: 'yes', validFrom: '2026-07-01' } as const
  expect(counted({ history: [...registrations.history, listed] })).toEqual({ '2550Q': 4, SLSP: 4, TWA: 1, ...shared })
  expect(counted({ withholdsVat: true })).toEqual({ '2550Q': 4, SLSP: 4, '1600-VT': 12, '2306': 1, ...shared })
})

test('from the month of the first bill with VAT withheld, it is remitted with 1600-VT and certified with 2306', () => {
  const { '1600-VT': monthly, '2306': certificates } = counted({ vatWithheldFrom: '2026-10-31' })
  expect([monthly, certificates]).toEqual([3, 1])
  expect(counted({ vatWithheldFrom: '2027-01-05' })['1600-VT']).toBeUndefined()
})

test('from the month of the first payroll, tax on compensation is due, for December on 15 January', () => {
  const { '1601-C': monthly, '1604-C': yearly, '2316': certificates } = counted({ payrollFrom: '2026-03-15' })
  expect([monthly, yearly, certificates]).toEqual([10, 1, 1])
  expect(dueOf('1601-C', '2026-03-31')).toEqual(['2026-04-10', '2026-04-10'])
  expect(dueOf('1601-C', '2026-03-31', { efpsGroup: 'C' })).toEqual(['2026-04-13', '2026-04-13'])
  expect(dueOf('1601-C', '2025-12-31')).toEqual(['2026-01-15', '2026-01-15'])
  expect(dueOf('1601-C', '2025-12-31', { efpsGroup: 'C' })).toEqual(['2026-01-13', '2026-01-13'])
  expect(dueOf('1604-C', '2026-12-31')).toEqual(['2027-01-31', '2027-02-01'])
})

test('an individual who withholds nothing and chose 8% has few returns to file', () => {
  const its = {
    history: [...nonVat, { kind: 'income_tax', value: 'eight_percent', validFrom: '1990-01-01' }],
    withholdingAgent: false,
    taxpayer: 'individual',
  } as const
  expect(counted(its)).toEqual({ '1701Q': 3, '1701A': 1, Books: 1 })
})

test('an individual with itemized deductions or compensation income files 1701, and the others 1701A', () => {
  const annual = (...chosen: [RegistrationKind, string][]) => {
    const history = [...nonVat, ...chosen.map(([kind, value]) => ({ kind, value, validFrom: '2026-01-01' }))]
    const found = obligations({ ...registrations, taxpayer: 'individual', history }, { ...facts, ...year })
    return found.map(({ duty }) => duty).filter((duty) => ['ITR', '1701', '1701A', '1702-RT'].includes(duty))
  }
  expect(annual()).toEqual(['1701'])
  expect(annual(['deduction', 'osd'])).toEqual(['1701A'])
  expect(annual(['income_tax', 'eight_percent'])).toEqual(['1701A'])
  expect(annual(['income_tax', 'eight_percent'], ['mixed_income', 'yes'])).toEqual(['1701'])
})

test('the annual return of a year before its form had boxes keeps its old row', () => {
  const old = { ...standardDeadlines.find(({ form }) => form === '1702-RT'), form: 'ITR' } as DeadlineRule
  const rules = standardDeadlines.map((rule) => (rule.form === '1702-RT' ? { ...rule, validFrom: '2026-06-30' } : rule))
  const due = (to: string) =>
    obligations(registrations, { ...facts, rules: [...rules, old], from: `${to}-01-01`, to: `${to}-12-31` })
      .map(({ duty }) => duty)
      .filter((duty) => duty === 'ITR' || duty === '1702-RT')
  expect([due('2025'), due('2026')]).toEqual([['ITR'], ['1702-RT']])
})

test('in the quarter of a VAT registration both returns are due, before it the one and after it the other', () => {
  const history = [...nonVat, { kind: 'vat', value: 'yes', validFrom: '2026-05-15' } as const]
  const due = obligations({ ...registrations, history }, { ...facts, ...year })
  const ends = (form: string) => due.filter(({ duty }) => duty === form).map(({ period }) => period.to)
  expect(ends('2551Q')).toEqual(['2026-03-31', '2026-06-30'])
  expect(ends('2550Q')).toEqual(['2026-06-30', '2026-09-30', '2026-12-31'])
})

test('the earliest deadline comes first', () => {
  const dues = obligations(registrations, { ...facts, ...year }).map(({ due }) => due)
  expect(dues).toEqual(dues.toSorted())
})
