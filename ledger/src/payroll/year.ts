// The pay of employees in a year, added up for form 2316, the alphalist and the year-end adjustment.
import { monthOf } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { annualTax, regularTaxable, taxableBenefits, untaxedYearly } from './compensation.ts'
import { isMinimumWage, previousTaxable } from './employee.ts'
import type { Employee, PreviousEmployer } from './employee.ts'
import { addedUp, contributionsOf, grossOf, premiumsOf } from './figures.ts'
import type { PayrollFigures } from './figures.ts'

/** The pay of an employee in a register that is not void. */
export type PaidLine = {
  employee: string
  day: Day
  entryNo: bigint
  document: { id: string; kind: 'payroll'; number: string; externalNo: string | null }
  figures: PayrollFigures
}

/** The same, divided into the amounts that returns show, in centavos. */
export type DividedLine = PaidLine & {
  isMinimumWage: boolean
  /** For a minimum wage earner: the wage less contributions, and premiums. */
  minimumWage: Money
  premiums: Money
  exemptBenefits: Money
  taxableBenefits: Money
  deMinimis: Money
  contributions: Money
  otherExempt: Money
  /** With benefits above the ceiling. */
  taxable: Money
  gross: Money
}

/**
 * Divides the lines of one calendar year, in order of payment; benefits are exempt up to the ceiling of the year (NIRC
 * section 32(B)(7)(e)).
 */
export function divided(
  lines: readonly PaidLine[],
  employees: ReadonlyMap<string, Pick<Employee, 'minimumWage' | 'minimumWageUntil'>>,
  previous: ReadonlyMap<string, Pick<PreviousEmployer, 'thirteenth'>>,
): DividedLine[] {
  const benefits = new Map<string, Money>()
  return lines.map((line): DividedLine => {
    const { employee: no, figures, day } = line
    const employee = employees.get(no)
    const before = benefits.get(no) ?? previous.get(no)?.thirteenth ?? 0n
    benefits.set(no, before + figures.thirteenth)
    const above = taxableBenefits(figures.thirteenth, before)
    const isMinimum = employee !== undefined && isMinimumWage(employee, day)
    const contributions = contributionsOf(figures)
    const gross = grossOf(figures)
    const taxable = regularTaxable(figures, isMinimum) + above
    const parts = {
      premiums: isMinimum ? premiumsOf(figures) : 0n,
      exemptBenefits: figures.thirteenth - above,
      deMinimis: figures.deMinimis,
      contributions,
      otherExempt: figures.exemptAllowances,
    }
    const exempt = sum(Object.values(parts))
    // Contributions above the wage leave less than zero, so that the parts always add up to the gross pay.
    const wage = gross - exempt - taxable
    return {
      ...line,
      ...parts,
      isMinimumWage: isMinimum,
      minimumWage: isMinimum ? wage : 0n,
      otherExempt: parts.otherExempt + (isMinimum ? 0n : wage),
      taxableBenefits: above,
      taxable,
      gross,
    }
  })
}

/** An employee's year: pay by kind, the tax of the year, and what was withheld. */
export type EmployeeYear = {
  employee: Employee
  year: number
  previous: PreviousEmployer | null
  /** The days of the year in employment. */
  from: Day
  to: Day
  /** A minimum wage earner for all pay of the year. */
  isMinimumWage: boolean
  total: PayrollFigures
  /** The pay as a minimum wage earner, and the other pay. */
  asMinimum: PayrollFigures
  asOther: PayrollFigures
  minimumWage: Money
  premiums: Money
  exemptBenefits: Money
  taxableBenefits: Money
  deMinimis: Money
  contributions: Money
  otherExempt: Money
  gross: Money
  /** Of the present employer. */
  taxable: Money
  /** Of both employers. */
  taxableInAll: Money
  /** Of the year, on the pay of both employers. */
  taxDue: Money
  /** By the present employer: before December, and in December. */
  withheldBefore: Money
  withheldInDecember: Money
  withheld: Money
  /** Tax due less all tax withheld: positive is still to withhold, negative to refund. */
  adjustment: Money
}

/**
 * The years of the employees with pay, in the order of the employees. Tax due is that of the year on the pay of both
 * employers (RR 2-98, section 2.79(B)(5)(b), as amended by RR 11-2018); up to 250,000.00 there is none.
 */
export function employeeYears(
  year: number,
  lines: readonly PaidLine[],
  employees: ReadonlyMap<string, Employee>,
  previous: ReadonlyMap<string, PreviousEmployer>,
): EmployeeYear[] {
  const byEmployee = Map.groupBy(divided(lines, employees, previous), ({ employee }) => employee)
  return [...employees.values()].flatMap((employee) => {
    const own = byEmployee.get(employee.no)
    return own === undefined ? [] : [yearOfEmployee(year, own, employee, previous.get(employee.no) ?? null)]
  })
}

function yearOfEmployee(
  year: number,
  lines: readonly DividedLine[],
  employee: Employee,
  previous: PreviousEmployer | null,
): EmployeeYear {
  const of = (key: AmountKey): Money => sum(lines.map((line) => line[key]))
  const tax = (isDecember: boolean): Money =>
    sum(lines.filter(({ day }) => monthOf(day).endsWith('-12') === isDecember).map(({ figures }) => figures.tax))
  const [begins, ends] = [`${year}-01-01`, `${year}-12-31`]
  const { hiredOn, separatedOn } = employee
  const taxable = of('taxable')
  const taxableInAll = taxable + previousTaxable(previous)
  const taxDue = annualTax(year, taxableInAll)
  const [withheldBefore, withheldInDecember] = [tax(false), tax(true)]
  const withheld = withheldBefore + withheldInDecember
  return {
    employee,
    year,
    previous,
    from: hiredOn > begins ? hiredOn : begins,
    to: separatedOn !== null && separatedOn < ends ? separatedOn : ends,
    isMinimumWage: lines.every((line) => line.isMinimumWage),
    total: figuresOf(lines),
    asMinimum: figuresOf(lines.filter((line) => line.isMinimumWage)),
    asOther: figuresOf(lines.filter((line) => !line.isMinimumWage)),
    minimumWage: of('minimumWage'),
    premiums: of('premiums'),
    exemptBenefits: of('exemptBenefits'),
    taxableBenefits: of('taxableBenefits'),
    deMinimis: of('deMinimis'),
    contributions: of('contributions'),
    otherExempt: of('otherExempt'),
    gross: of('gross'),
    taxable,
    taxableInAll,
    taxDue,
    withheldBefore,
    withheldInDecember,
    withheld,
    adjustment: taxDue - withheld - (previous?.withheld ?? 0n),
  }
}

const figuresOf = (lines: readonly DividedLine[]): PayrollFigures => addedUp(lines.map(({ figures }) => figures))

type AmountKey = {
  [Key in keyof DividedLine]: DividedLine[Key] extends Money ? Key : never
}[keyof DividedLine]

/** Whether the pay of the year stays below the tax, so that form 2316 shows the salary as exempt. */
export const isUntaxed = ({ taxableInAll }: Pick<EmployeeYear, 'taxableInAll'>): boolean =>
  taxableInAll <= untaxedYearly
