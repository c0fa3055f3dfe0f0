// The figures of an employee in a payroll register, and how they add up to gross, taxable and net pay.
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'

/** The columns of the register, in the order of the form, the spreadsheet and the print. */
export const payrollColumns = [
  { key: 'basic', label: 'Basic pay', part: 'pay' },
  { key: 'holiday', label: 'Holiday pay', part: 'pay' },
  { key: 'overtime', label: 'Overtime', part: 'pay' },
  { key: 'night', label: 'Night differential', part: 'pay' },
  { key: 'hazard', label: 'Hazard pay', part: 'pay' },
  { key: 'allowances', label: 'Taxable allowances', part: 'pay' },
  { key: 'exemptAllowances', label: 'Non-taxable allowances', part: 'pay' },
  { key: 'thirteenth', label: '13th month, other benefits', part: 'pay' },
  { key: 'deMinimis', label: 'De minimis', part: 'pay' },
  { key: 'sss', label: 'SSS', part: 'deduction' },
  { key: 'philhealth', label: 'PhilHealth', part: 'deduction' },
  { key: 'pagibig', label: 'Pag-IBIG', part: 'deduction' },
  { key: 'unionDues', label: 'Union dues', part: 'deduction' },
  { key: 'tax', label: 'Tax withheld', part: 'deduction' },
  { key: 'deductions', label: 'Other deductions', part: 'deduction' },
  { key: 'sssEmployer', label: 'SSS, employer', part: 'employer' },
  { key: 'philhealthEmployer', label: 'PhilHealth, employer', part: 'employer' },
  { key: 'pagibigEmployer', label: 'Pag-IBIG, employer', part: 'employer' },
] as const

export type PayrollKey = (typeof payrollColumns)[number]['key']
export type PayrollFigures = Record<PayrollKey, Money>

export const payrollKeys: readonly PayrollKey[] = payrollColumns.map(({ key }) => key)
const keysOf = (part: 'pay' | 'deduction') => payrollColumns.filter((one) => one.part === part).map(({ key }) => key)
const [pay, deducted] = [keysOf('pay'), keysOf('deduction')]

export const figuresFrom = (of: (key: PayrollKey) => Money): PayrollFigures =>
  Object.fromEntries(payrollKeys.map((key) => [key, of(key)])) as PayrollFigures

export const addedUp = (all: readonly PayrollFigures[]): PayrollFigures =>
  figuresFrom((key) => sum(all.map((one) => one[key])))

export const grossOf = (figures: PayrollFigures): Money => sum(pay.map((key) => figures[key]))
export const deductedFrom = (figures: PayrollFigures): Money => sum(deducted.map((key) => figures[key]))
export const netOf = (figures: PayrollFigures): Money => grossOf(figures) - deductedFrom(figures)

/** Mandatory contributions and union dues, employee's share: not taxable (NIRC section 32(B)(7)(f)). */
export const contributionsOf = ({ sss, philhealth, pagibig, unionDues }: PayrollFigures): Money =>
  sum([sss, philhealth, pagibig, unionDues])

/** Holiday, overtime, night shift and hazard pay, which are exempt for minimum wage earners (RR 11-2018). */
export const premiumsOf = ({ holiday, overtime, night, hazard }: PayrollFigures): Money =>
  sum([holiday, overtime, night, hazard])
