// A register of two employees, calculated by hand.
import { expect, test } from 'vitest'
import { entryText, facts, mistakes, posting } from '../../../test/facts.ts'
import { z } from '../../core/zod.ts'
import { figuresFrom } from '../../payroll/figures.ts'
import type { EmployeeFact, FactKey, Facts } from '../facts.ts'
import { payrollFields } from './fields.ts'
import { payroll } from './index.ts'

const noFigures = figuresFrom(() => 0n)

const ana: EmployeeFact = {
  no: 'E-001',
  lastName: 'Cruz',
  firstName: 'Ana',
  middleName: 'Reyes',
  tin: '123-456-789-00000',
  hiredOn: '2024-01-02',
  separatedOn: null,
  minimumWage: false,
  minimumWageUntil: null,
  paid: [],
  previous: null,
}
const ben: EmployeeFact = { ...ana, no: 'E-002', lastName: 'Diaz', firstName: 'Ben', middleName: '', minimumWage: true }

const anaPaid = {
  employee: 'e-001',
  basic: '3000000',
  overtime: '200000',
  allowances: '100000',
  exemptAllowances: '50000',
  deMinimis: '150000',
  sss: '150000',
  philhealth: '75000',
  pagibig: '20000',
  tax: '145750',
  deductions: '100000',
  net: '3009250',
  sssEmployer: '303000',
  philhealthEmployer: '75000',
  pagibigEmployer: '20000',
}
const benPaid = {
  employee: 'E-002',
  basic: '1600000',
  holiday: '70000',
  sss: '80000',
  philhealth: '40000',
  pagibig: '20000',
  sssEmployer: '163000',
  philhealthEmployer: '40000',
  pagibigEmployer: '20000',
}
const typed = { day: '2026-03-15', payPeriod: 'March 2026', lines: [anaPaid, benPaid] }
const given = (employees: readonly EmployeeFact[] = [ana, ben], like: Partial<Facts<FactKey>> = {}) => ({
  ...facts(),
  employees: new Map(employees.map((one) => [one.no, one])),
  ...like,
})
const resultOf = (fields: object = {}, like = given()) =>
  payroll.post(payrollFields.parse({ ...typed, ...fields }), like)

test('a payroll register posts pay, contributions, tax and net pay', () => {
  const made = posting(resultOf())
  expect(entryText(made.entry)).toBe(
    'Dr 6010 50,200.00 | Dr 6020 1,500.00 | Dr 6030 6,210.00 | Cr 2146 1,457.50 | Cr 2150 6,960.00 | Cr 2151 2,300.00 | Cr 2152 800.00 | Cr 2020 1,000.00 | Cr 2160 45,392.50',
  )
  expect([made.entry.journal, made.total, made.externalNo, made.warnings]).toEqual(['GJ', 4_539_250n, 'March 2026', []])
})

test('a refund of more tax than is withheld reduces the tax payable', () => {
  const made = posting(resultOf({ lines: [{ ...benPaid, tax: '-50000' }] }))
  expect(entryText(made.entry)).toContain('Dr 2146 500.00')
})

test('the pay of each employee follows from the stored fields, so that returns and lists include it', () => {
  const stored = z.encode(payrollFields, payrollFields.parse(typed))
  expect(payroll.stated?.(stored)[1]).toEqual({
    effect: 'payroll',
    employee: 'E-002',
    figures: {
      ...noFigures,
      basic: 1_600_000n,
      holiday: 70_000n,
      sss: 80_000n,
      philhealth: 40_000n,
      pagibig: 20_000n,
      sssEmployer: 163_000n,
      philhealthEmployer: 40_000n,
      pagibigEmployer: 20_000n,
    },
  })
})

test.each([
  [
    'net pay that does not add up',
    { lines: [{ ...anaPaid, net: '3000000' }] },
    given(),
    'E-001 Cruz, Ana Reyes: the net pay entered is 30,000.00, but the other amounts give 30,092.50. Talaan will record 30,092.50.',
  ],
  [
    'another control total',
    { controlNet: '4539300' },
    given(),
    'The lines add up to 45,392.50 net pay, but the control total is 45,393.00. The difference is -0.50.',
  ],
  [
    'tax that differs from the table',
    { lines: [{ ...anaPaid, tax: '100000', net: null }] },
    given(),
    'E-001 Cruz, Ana Reyes: tax withheld is 1,000.00, but the withholding tax table gives 1,457.50 for the month.',
  ],
  [
    'benefits above the ceiling without tax',
    { lines: [{ ...benPaid, thirteenth: '14000000' }] },
    given(),
    'E-002 Diaz, Ben: tax withheld is 0.00, but the withholding tax table gives 5,208.33 for the month.',
  ],
  [
    'an employee without a TIN',
    {},
    given([{ ...ana, tin: '' }, ben]),
    'E-001 Cruz, Ana Reyes has no TIN. The annual alphalist requires the TIN of every employee.',
  ],
  [
    'an employee who has left',
    { lines: [benPaid] },
    given([{ ...ben, separatedOn: '2026-02-28' }]),
    'E-002 Diaz, Ben was separated on 28 Feb 2026, before the date of this payroll. Check whether this is final pay.',
  ],
])('a payroll register with %s is recorded with a warning', (_, fields, like, sentence) => {
  expect(posting(resultOf(fields, like)).warnings).toEqual([sentence])
})

test.each([
  [
    'names an employee who is not registered',
    { lines: [{ ...benPaid, employee: 'E-009' }] },
    given(),
    'lines.0.employee: E-009 is not registered. Register the employee first, or correct the number.',
  ],
  [
    'names an employee twice',
    { lines: [benPaid, benPaid] },
    given(),
    'lines.1.employee: E-002 is in the register twice. Combine the amounts on one line.',
  ],
  [
    'is dated before the employee was hired',
    { lines: [benPaid] },
    given([{ ...ben, hiredOn: '2026-04-01' }]),
    "lines.0.employee: E-002 Diaz, Ben was hired on 1 Apr 2026, after the date of this payroll. Correct the payroll date, or the date hired in the employee's record.",
  ],
  [
    'deducts more than the pay',
    { lines: [{ ...benPaid, deductions: '2000000' }] },
    given(),
    'lines.0.deductions: The deductions of E-002 exceed the pay by 4,700.00. Correct one of them.',
  ],
  [
    'is for a period that is recorded',
    {},
    given([ana, ben], { sameExternalNo: { number: 'PR-2026-000001', day: '2026-03-15' } }),
    'payPeriod: The payroll of March 2026 is already recorded as PR-2026-000001. Void that register first, or enter another period.',
  ],
  [
    'charges salaries to an asset',
    { salaryAccount: '1120' },
    given(),
    'salaryAccount: Choose an active expense or cost account, such as 6010.',
  ],
  [
    'credits deductions to open items',
    { deductionsAccount: '1130' },
    given(),
    'deductionsAccount: Choose an active receivable or payable account without open items, such as 2020 or 1120.',
  ],
  [
    'has no pay',
    { lines: [{ employee: 'E-002' }] },
    given(),
    'lines: The gross pay is 0.00, so there is nothing to record. Enter the pay.',
  ],
])('a payroll register is refused if it %s', (_, fields, like, sentence) => {
  expect(mistakes(resultOf(fields, like))).toEqual([sentence])
})

test('the printed register lists the employees with their net pay', () => {
  const parsed = payrollFields.parse(typed)
  const printed = payroll.receipt(parsed, given(), posting(resultOf()), 'PR-2026-000001')
  expect(printed.tables?.[0]?.rows).toEqual([
    ['E-001 Cruz, Ana Reyes', '35,000.00', '1,457.50', '3,450.00', '30,092.50'],
    ['E-002 Diaz, Ben', '16,700.00', '0.00', '1,400.00', '15,300.00'],
    ['Total', '51,700.00', '1,457.50', '4,850.00', '45,392.50'],
  ])
})
