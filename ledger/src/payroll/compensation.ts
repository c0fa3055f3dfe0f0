// Taxable compensation of a year, and the tax on it.
import type { Day } from '../core/date.ts'
import { divideRounded } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { contributionsOf, premiumsOf } from './figures.ts'
import type { PayrollFigures } from './figures.ts'

/** 13th month pay and other benefits up to 90,000.00 a year are not taxable (NIRC section 32(B)(7)(e); RR 11-2018). */
export const benefitsCeiling: Money = 9_000_000n

/**
 * The part of 13th month pay and other benefits above the yearly ceiling, in centavos. `before` is what was already
 * paid free of tax in the year, also by a previous employer.
 */
export function taxableBenefits(paid: Money, before: Money): Money {
  const left = before >= benefitsCeiling ? 0n : benefitsCeiling - before
  return paid > left ? paid - left : 0n
}

/**
 * Taxable compensation except benefits above the ceiling, in centavos: for a minimum wage earner only taxable
 * allowances, else all taxable pay less mandatory contributions and union dues (NIRC sections 24(A)(2) and 32(B)(7);
 * RR 11-2018, section 2.78.1). Never less than zero.
 */
export function regularTaxable(figures: PayrollFigures, isMinimumWage: boolean): Money {
  if (isMinimumWage) return figures.allowances
  const taxable = figures.basic + premiumsOf(figures) + figures.allowances - contributionsOf(figures)
  return taxable > 0n ? taxable : 0n
}

type Bracket = readonly [over: Money, fixed: Money, percent: bigint]

const since2023: readonly Bracket[] = [
  [800_000_000n, 220_250_000n, 35n],
  [200_000_000n, 40_250_000n, 30n],
  [80_000_000n, 10_250_000n, 25n],
  [40_000_000n, 2_250_000n, 20n],
  [25_000_000n, 0n, 15n],
]
const since2018: readonly Bracket[] = [
  [800_000_000n, 241_000_000n, 35n],
  [200_000_000n, 49_000_000n, 32n],
  [80_000_000n, 13_000_000n, 30n],
  [40_000_000n, 3_000_000n, 25n],
  [25_000_000n, 0n, 20n],
]

/** Taxable compensation of a year up to which there is no tax (NIRC section 24(A)(2)(a)). */
export const untaxedYearly: Money = 25_000_000n

/**
 * Income tax on the taxable compensation of a calendar year, in centavos, rounded half up: NIRC section 24(A)(2)(a) as
 * amended by RA 10963, as RR 11-2018, annex E, applies it to wages from 2018 and from 2023.
 */
export function annualTax(year: number, taxable: Money): Money {
  const brackets = year >= 2023 ? since2023 : since2018
  const bracket = brackets.find(([over]) => taxable > over)
  if (bracket === undefined) return 0n
  const [over, fixed, percent] = bracket
  return fixed + divideRounded((taxable - over) * percent, 100n)
}

/** The tax on the pay of one of `periods` equal pay periods of a year, which annex E rounds to a few centavos. */
export const taxOfPeriod = (year: number, taxable: Money, periods: bigint): Money =>
  divideRounded(annualTax(year, taxable * periods), periods)

/** What an employee was paid earlier in the year, in centavos, without the register at hand. */
export type PaidBefore = {
  /** Taxable compensation with benefits above the ceiling: of the year, and of the month. */
  taxable: Money
  taxableInMonth: Money
  withheld: Money
  withheldInMonth: Money
  /** Months with pay before this month. */
  months: number
  /** Taxable compensation and tax of a previous employer, and whether there is one. */
  previousTaxable: Money
  previousWithheld: Money
  hasPrevious: boolean
}

/** Annex E rounds its brackets, and employers round to the peso. */
const rounding: Money = 100n

/**
 * The tax that a register should withhold, if `withheld` differs from every method by more than 1.00, else null:
 * annualized for the month and for half a month, by the cumulative average of the year, and in December or at
 * separation the tax of the year less what was withheld (RR 2-98, section 2.79(B), as amended by RR 11-2018).
 */
export function otherTax(
  { day, taxable, withheld, isLast }: { day: Day; taxable: Money; withheld: Money; isLast: boolean },
  before: PaidBefore,
): Money | null {
  const [year, month] = [Number(day.slice(0, 4)), BigInt(day.slice(5, 7))]
  const known = before.taxable + before.previousTaxable + taxable
  const withheldBefore = before.withheld + before.previousWithheld
  const adjusted = annualTax(year, known) - withheldBefore
  const periods = before.hasPrevious ? month : BigInt(before.months + 1)
  const average = divideRounded(annualTax(year, divideRounded(known * 12n, periods)) * periods, 12n) - withheldBefore
  const inMonth = taxOfPeriod(year, before.taxableInMonth + taxable, 12n) - before.withheldInMonth
  const methods = isLast ? [adjusted] : [inMonth, average < 0n ? 0n : average, taxOfPeriod(year, taxable, 24n)]
  const isNear = (tax: Money) => (tax > withheld ? tax - withheld : withheld - tax) <= rounding
  return methods.some(isNear) ? null : (methods[0] ?? 0n)
}
