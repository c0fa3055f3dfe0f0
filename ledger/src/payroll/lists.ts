// What is made from the payroll of a month or a year: the register, the remittance lists, the year-end adjustment and the schedules
// of form 1604-C, as tables.
import { formatMonth } from '../core/date.ts'
import type { Month } from '../core/date.ts'
import { divideRounded, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { Column, Row, Table } from '../reports/table.ts'
import { employeeName, employeeTin } from './employee.ts'
import type { Employee, PreviousEmployer } from './employee.ts'
import { addedUp, grossOf, netOf, payrollColumns, premiumsOf } from './figures.ts'
import type { PayrollFigures } from './figures.ts'
import { isUntaxed } from './year.ts'
import type { EmployeeYear, PaidLine } from './year.ts'

type Company = Table['company']
type MonthList = {
  month: Month
  company: Company
  lines: readonly PaidLine[]
  employees: ReadonlyMap<string, Employee>
}

const text = (key: string, title: string, width = 3): Column => ({ key, title, kind: 'text', width })
const code = (key: string, title: string, width = 2): Column => ({ key, title, kind: 'code', width })
const amount = (key: string, title: string): Column => ({ key, title, kind: 'money', width: 2 })

/** The pay of a month, a row for each employee. */
export function registerTable({ month, company, lines, employees }: MonthList): Table {
  const money = [
    ...payrollColumns.filter(({ part }) => part === 'pay').map(({ key, label }) => ({ label, of: by(key) })),
    { label: 'Gross pay', of: grossOf },
    ...payrollColumns.filter(({ part }) => part === 'deduction').map(({ key, label }) => ({ label, of: by(key) })),
    { label: 'Net pay', of: netOf },
    ...payrollColumns.filter(({ part }) => part === 'employer').map(({ key, label }) => ({ label, of: by(key) })),
  ]
  const rows = byEmployee(lines, employees)
  return {
    name: `payroll-${month}`,
    title: 'Payroll of the Month',
    period: formatMonth(month),
    company,
    columns: [
      code('no', 'No.'),
      text('name', 'Name', 4),
      ...money.map(({ label }, at) => amount(`amount${at}`, label)),
    ],
    rows: [
      ...rows.map(({ no, name, figures }): Row => ({ cells: [no, name, ...money.map(({ of }) => of(figures))] })),
      totalRow(rows, 2, money),
    ],
    notes: [],
  }
}

const agencies = {
  sss: { title: 'SSS Contributions', number: 'SSS no.', own: 'sss', employer: 'sssEmployer', no: 'sssNo' },
  philhealth: {
    title: 'PhilHealth Contributions',
    number: 'PhilHealth no.',
    own: 'philhealth',
    employer: 'philhealthEmployer',
    no: 'philhealthNo',
  },
  pagibig: {
    title: 'Pag-IBIG Contributions',
    number: 'Pag-IBIG no.',
    own: 'pagibig',
    employer: 'pagibigEmployer',
    no: 'pagibigNo',
  },
} as const
export type Agency = keyof typeof agencies

/** The contributions of a month to one agency, shares of employee and employer. */
export function remittanceTable(agency: Agency, { month, company, lines, employees }: MonthList): Table {
  const { title, number, own, employer, no: numberOf } = agencies[agency]
  const money = [
    { label: 'Basic pay', of: by('basic') },
    { label: 'Employee share', of: by(own) },
    { label: 'Employer share', of: by(employer) },
    { label: 'Total', of: (figures: PayrollFigures) => figures[own] + figures[employer] },
  ]
  const rows = byEmployee(lines, employees).filter(({ figures }) => figures[own] !== 0n || figures[employer] !== 0n)
  const withoutNumber = rows.filter(({ no }) => (employees.get(no)?.[numberOf] ?? '') === '')
  return {
    name: `${agency}-${month}`,
    title,
    period: formatMonth(month),
    company,
    columns: [
      code('number', number),
      code('no', 'Employee no.'),
      text('name', 'Name', 4),
      ...money.map(({ label }, at) => amount(`amount${at}`, label)),
    ],
    rows: [
      ...rows.map(({ no, name, figures }): Row => ({
        cells: [employees.get(no)?.[numberOf] || null, no, name, ...money.map(({ of }) => of(figures))],
      })),
      totalRow(rows, 3, money),
    ],
    notes: [
      ...(agency === 'sss' ? ["The employer share includes the contribution for Employees' Compensation (EC)."] : []),
      ...(withoutNumber.length === 0
        ? []
        : [`No number is registered for ${withoutNumber.map(({ name }) => name).join('; ')}.`]),
    ],
  }
}

type YearList = { year: number; company: Company; years: readonly EmployeeYear[] }

/** The tax of the year of each employee, and what is still to withhold or to refund. */
export function adjustmentTable({ year, company, years }: YearList): Table {
  const money = [
    { label: 'Taxable, present employer', of: (one: EmployeeYear) => one.taxable },
    { label: 'Taxable, previous employer', of: (one: EmployeeYear) => one.taxableInAll - one.taxable },
    { label: 'Tax due', of: (one: EmployeeYear) => one.taxDue },
    { label: 'Withheld by previous employer', of: (one: EmployeeYear) => one.previous?.withheld ?? 0n },
    { label: 'Withheld to November', of: (one: EmployeeYear) => one.withheldBefore },
    { label: 'Withheld in December', of: (one: EmployeeYear) => one.withheldInDecember },
    { label: 'Still to withhold', of: ({ adjustment }: EmployeeYear) => (adjustment > 0n ? adjustment : 0n) },
    { label: 'To refund', of: ({ adjustment }: EmployeeYear) => (adjustment < 0n ? -adjustment : 0n) },
  ]
  return {
    name: `year-end-adjustment-${year}`,
    title: 'Year-End Adjustment of Tax Withheld',
    period: String(year),
    company,
    columns: [
      code('no', 'No.'),
      text('name', 'Name', 4),
      code('tin', 'TIN', 3),
      ...money.map(({ label }, at) => amount(`amount${at}`, label)),
    ],
    rows: [
      ...years.map((one): Row => ({
        cells: [one.employee.no, nameOf(one), tinOf(one), ...money.map(({ of }) => of(one))],
      })),
      { cells: ['Total', null, null, ...money.map(({ of }) => sum(years.map(of)))], emphasis: 'total' },
    ],
    notes: [
      'Tax due is the tax for the year on the pay from both employers: RR 2-98, section 2.79(B), and RR 11-2018.',
    ],
  }
}

type Figure = { label: string; of: (one: EmployeeYear) => Money }

/** The columns of the previous employer, the same in both schedules. */
const previousColumns: Figure[] = [
  { label: 'Prev. gross', of: ({ previous }) => sum(Object.values(previousParts(previous))) },
  { label: 'Prev. 13th month, exempt', of: ({ previous }) => previousParts(previous).thirteenth },
  { label: 'Prev. de minimis', of: ({ previous }) => previousParts(previous).deMinimis },
  { label: 'Prev. contributions', of: ({ previous }) => previousParts(previous).contributions },
  { label: 'Prev. other exempt', of: ({ previous }) => previousParts(previous).otherExempt },
  { label: 'Prev. taxable basic', of: ({ previous }) => previousParts(previous).taxableBasic },
  { label: 'Prev. taxable 13th month', of: ({ previous }) => previousParts(previous).taxableThirteenth },
  { label: 'Prev. taxable other', of: ({ previous }) => previousParts(previous).taxableOther },
]

const taxColumns: Figure[] = [
  { label: 'Total taxable', of: (one) => taxedPresent(one) + one.taxableInAll - one.taxable },
  { label: 'Tax due', of: (one) => one.taxDue },
  { label: 'Tax withheld, prev.', of: ({ previous }) => previous?.withheld ?? 0n },
  { label: 'Tax withheld, Jan-Nov', of: (one) => one.withheldBefore },
  { label: 'Withheld in December', of: ({ withheldInDecember: tax }) => (tax > 0n ? tax : 0n) },
  { label: 'Refunded', of: ({ withheldInDecember: tax }) => (tax < 0n ? -tax : 0n) },
  { label: 'Tax withheld as adjusted', of: (one) => one.withheld + (one.previous?.withheld ?? 0n) },
]

/**
 * Schedule 1 of form 1604-C (January 2018): employees other than minimum wage earners. The salary of an employee whose
 * taxable pay of the year is at most 250,000.00 is in the exempt column.
 */
const schedule1Columns: Figure[] = [
  { label: 'Gross compensation', of: (one) => one.gross },
  { label: '13th month, exempt', of: (one) => one.exemptBenefits },
  { label: 'De minimis', of: (one) => one.deMinimis },
  { label: 'Contributions, union dues', of: (one) => one.contributions },
  { label: 'Salaries up to 250,000, other exempt', of: (one) => exemptSalary(one) },
  { label: 'Total exempt', of: (one) => one.gross - taxedSalary(one) - taxedBenefits(one) },
  { label: 'Taxable basic salary', of: (one) => taxedSalary(one) - taxedOther(one) },
  { label: 'Taxable 13th month', of: (one) => taxedBenefits(one) },
  { label: 'Taxable other', of: (one) => taxedOther(one) },
  { label: 'Total taxable, present', of: (one) => taxedPresent(one) },
  ...previousColumns,
  ...taxColumns,
]

/** Schedule 2: minimum wage earners. */
const schedule2Columns: Figure[] = [
  { label: 'Gross compensation', of: (one) => one.gross },
  { label: 'Minimum wage per day', of: ({ employee }) => employee.wagePerDay },
  { label: 'Minimum wage per month', of: ({ employee }) => divideRounded(perYear(employee), 12n) },
  { label: 'Minimum wage per year', of: ({ employee }) => perYear(employee) },
  { label: 'Minimum wage paid, net', of: (one) => one.minimumWage },
  { label: 'Holiday pay', of: ({ total }) => total.holiday },
  { label: 'Overtime pay', of: ({ total }) => total.overtime },
  { label: 'Night differential', of: ({ total }) => total.night },
  { label: 'Hazard pay', of: ({ total }) => total.hazard },
  { label: '13th month, exempt', of: (one) => one.exemptBenefits },
  { label: 'De minimis', of: (one) => one.deMinimis },
  { label: 'Contributions, union dues', of: (one) => one.contributions },
  { label: 'Other exempt', of: (one) => one.otherExempt },
  { label: 'Total exempt', of: (one) => one.gross - one.taxable },
  { label: 'Taxable 13th month', of: (one) => one.taxableBenefits },
  { label: 'Taxable other', of: (one) => one.taxable - one.taxableBenefits },
  { label: 'Total taxable, present', of: (one) => one.taxable },
  ...previousColumns,
  ...taxColumns,
]

/** Form 1604-C, January 2018 (ENCS), schedule 1 or 2, in the order of its columns. */
export function scheduleTable(schedule: 1 | 2, { year, company, years }: YearList): Table {
  const own = years.filter(({ isMinimumWage }) => isMinimumWage === (schedule === 2))
  const money = schedule === 1 ? schedule1Columns : schedule2Columns
  const withoutTin = own.filter((one) => tinOf(one) === null)
  return {
    name: `1604-c-schedule-${schedule}-${year}`,
    title: schedule === 1 ? '1604-C Schedule 1: Employees' : '1604-C Schedule 2: Minimum Wage Earners',
    period: String(year),
    company,
    columns: [
      { key: 'seq', title: 'Seq. no.', kind: 'count', width: 1 },
      code('tin', 'TIN', 3),
      text('last', 'Last name'),
      text('first', 'First name'),
      text('middle', 'Middle name'),
      text('nationality', 'Nationality', 2),
      code('status', 'Status', 1),
      { key: 'from', title: 'From', kind: 'day', width: 2 },
      { key: 'to', title: 'To', kind: 'day', width: 2 },
      code('separation', 'Separation', 1),
      ...(schedule === 2 ? [code('factor', 'Days of year', 1)] : []),
      ...money.map(({ label }, at) => amount(`amount${at}`, label)),
    ],
    rows: [
      ...own.map((one, at): Row => ({
        cells: [
          BigInt(at + 1),
          tinOf(one),
          one.employee.lastName,
          one.employee.firstName,
          one.employee.middleName,
          one.employee.nationality,
          one.employee.status,
          one.from,
          one.to,
          one.employee.separation || null,
          ...(schedule === 2 ? [one.employee.daysOfYear || null] : []),
          ...money.map(({ of }) => of(one)),
        ],
      })),
      {
        cells: [
          null,
          'Total',
          ...Array.from({ length: schedule === 2 ? 9 : 8 }, () => null),
          ...money.map(({ of }) => sum(own.map(of))),
        ],
        emphasis: 'total',
      },
    ],
    notes: [
      'Columns as in the alphalist of form 1604-C, January 2018 (ENCS). Enter the rows in the BIR data entry module.',
      ...(withoutTin.length === 0 ? [] : [`No TIN: ${withoutTin.map(nameOf).join('; ')}.`]),
    ],
  }
}

// ── The salary of an employee other than a minimum wage earner, exempt up to 250,000.00 of taxable pay in the year.

export const taxedSalary = (one: EmployeeYear): Money => (isUntaxed(one) ? 0n : one.taxable - one.taxableBenefits)
export const taxedBenefits = (one: EmployeeYear): Money => (isUntaxed(one) ? 0n : one.taxableBenefits)
export const taxedOther = (one: EmployeeYear): Money =>
  isUntaxed(one) ? 0n : premiumsOf(one.asOther) + one.total.allowances
/** In total; a minimum wage earner's other taxable pay is never exempt. */
const taxedPresent = (one: EmployeeYear): Money =>
  one.isMinimumWage ? one.taxable : taxedSalary(one) + taxedBenefits(one)
const exemptSalary = (one: EmployeeYear): Money =>
  one.otherExempt + one.minimumWage + one.premiums + (isUntaxed(one) ? one.taxable : 0n)

const perYear = ({ wagePerDay, daysOfYear }: Employee): Money => wagePerDay * BigInt(daysOfYear || '0')

const previousParts = (previous: PreviousEmployer | null) => ({
  thirteenth: previous?.thirteenth ?? 0n,
  deMinimis: previous?.deMinimis ?? 0n,
  contributions: previous?.contributions ?? 0n,
  otherExempt: previous?.otherExempt ?? 0n,
  taxableBasic: previous?.taxableBasic ?? 0n,
  taxableThirteenth: previous?.taxableThirteenth ?? 0n,
  taxableOther: previous?.taxableOther ?? 0n,
})

const nameOf = ({ employee }: EmployeeYear): string => employeeName(employee)
const tinOf = ({ employee }: EmployeeYear): string | null => employeeTin(employee) || null

// ── Rows.

const by = (key: keyof PayrollFigures) => (figures: PayrollFigures) => figures[key]

type MonthRow = { no: string; name: string; figures: PayrollFigures }

/** The sums of a month, in the order of the employees. */
function byEmployee(lines: readonly PaidLine[], employees: ReadonlyMap<string, Employee>): MonthRow[] {
  const own = Map.groupBy(lines, ({ employee }) => employee)
  return [...employees.values()].flatMap((employee) => {
    const found = own.get(employee.no)
    if (found === undefined) return []
    return { no: employee.no, name: employeeName(employee), figures: addedUp(found.map(({ figures }) => figures)) }
  })
}

const totalRow = (
  rows: readonly MonthRow[],
  texts: number,
  money: readonly { of: (figures: PayrollFigures) => Money }[],
): Row => {
  const total = addedUp(rows.map(({ figures }) => figures))
  return {
    cells: ['Total', ...Array.from({ length: texts - 1 }, () => null), ...money.map(({ of }) => of(total))],
    emphasis: 'total',
  }
}
