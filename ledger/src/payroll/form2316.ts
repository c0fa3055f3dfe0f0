// Form 2316, certificate of compensation payment and tax withheld (September 2021 ENCS), with its item numbers.
import type { Day } from '../core/date.ts'
import { divideRounded, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { previousTaxable } from './employee.ts'
import { employeeName, employeeTin } from './employee.ts'
import { taxedBenefits, taxedSalary } from './lists.ts'
import { isUntaxed } from './year.ts'
import type { EmployeeYear } from './year.ts'

/** An employer as the form names it. */
export type Employer = { tin: string; name: string; address: string; zip: string }

export type Form2316 = {
  year: number
  from: Day
  to: Day
  employee: {
    tin: string
    name: string
    address: string
    zip: string
    birthDate: Day | null
    wagePerDay: Money
    wagePerMonth: Money
    isMinimumWage: boolean
  }
  employer: Employer
  previous: Employer | null
  /** By item number: '29' to '52' of part IV-B, '19' to '28' of part IV-A. */
  items: Readonly<Record<string, Money>>
}

/**
 * The form of an employee's year, in centavos. The salary of an employee whose taxable pay of the year is at most
 * 250,000.00 is in item 29, as the item says (RMC 34-2022, annex A; RR 11-2018).
 */
export function form2316(one: EmployeeYear, employer: Employer): Form2316 {
  const { employee, previous, total, isMinimumWage } = one
  const untaxed = !isMinimumWage && isUntaxed(one)
  const { asMinimum, asOther } = one
  const taxed = (amount: Money): Money => (untaxed ? 0n : amount)
  const others = {
    '44A': taxed(total.allowances),
    '49': taxed(asOther.hazard),
    '50': taxed(asOther.overtime),
    '51A': taxed(asOther.holiday + asOther.night),
  }
  const benefits = isMinimumWage ? one.taxableBenefits : taxedBenefits(one)
  const salary = isMinimumWage ? one.taxable - one.taxableBenefits : taxedSalary(one)
  const taxable = { '39': salary - sum(Object.values(others)), ...others, '48': benefits }
  const exempt = {
    '30': asMinimum.holiday,
    '31': asMinimum.overtime,
    '32': asMinimum.night,
    '33': asMinimum.hazard,
    '34': one.exemptBenefits,
    '35': one.deMinimis,
    '36': one.contributions,
    '37': one.otherExempt,
  }
  const allTaxable = sum(Object.values(taxable))
  const allExempt = one.gross - allTaxable
  const before = previousTaxable(previous)
  return {
    year: one.year,
    from: one.from,
    to: one.to,
    employee: {
      tin: employeeTin(employee),
      name: employeeName(employee),
      address: employee.address,
      zip: employee.zip,
      birthDate: employee.birthDate,
      wagePerDay: isMinimumWage ? employee.wagePerDay : 0n,
      wagePerMonth: isMinimumWage ? divideRounded(employee.wagePerDay * BigInt(employee.daysOfYear || '0'), 12n) : 0n,
      isMinimumWage,
    },
    employer,
    previous: previous && {
      tin: employeeTin(previous),
      name: previous.name,
      address: previous.address,
      zip: previous.zip,
    },
    items: {
      '19': one.gross,
      '20': allExempt,
      '21': allTaxable,
      '22': before,
      '23': allTaxable + before,
      '24': one.taxDue,
      '25A': one.withheld,
      '25B': previous?.withheld ?? 0n,
      '26': one.withheld + (previous?.withheld ?? 0n),
      '27': 0n,
      '28': one.withheld + (previous?.withheld ?? 0n),
      '29': allExempt - sum(Object.values(exempt)),
      ...exempt,
      '38': allExempt,
      ...taxable,
      '52': allTaxable,
    },
  }
}
