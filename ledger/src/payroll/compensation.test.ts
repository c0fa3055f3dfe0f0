// Tax on compensation against figures calculated by hand from RR 11-2018, annex E.
import { expect, test } from 'vitest'
import { annualTax, otherTax, regularTaxable, taxableBenefits, taxOfPeriod } from './compensation.ts'
import type { PaidBefore } from './compensation.ts'
import { figuresFrom } from './figures.ts'

const noFigures = figuresFrom(() => 0n)

test.each([
  [2026, 25_000_000n, 0n],
  [2026, 36_660_000n, 1_749_000n],
  [2026, 40_000_000n, 2_250_000n],
  [2026, 100_000_000n, 15_250_000n],
  [2026, 300_000_000n, 70_250_000n],
  [2026, 900_000_000n, 255_250_000n],
  [2022, 36_660_000n, 2_332_000n],
  [2022, 100_000_000n, 19_000_000n],
])('the tax of %i on %i centavos a year is %i', (year, taxable, tax) => {
  expect(annualTax(year, taxable)).toBe(tax)
})

test('benefits are taxable above 90,000.00 a year, counting those of a previous employer', () => {
  expect([
    taxableBenefits(9_000_000n, 0n),
    taxableBenefits(10_000_000n, 0n),
    taxableBenefits(4_000_000n, 6_000_000n),
    taxableBenefits(100n, 9_500_000n),
  ]).toEqual([0n, 1_000_000n, 1_000_000n, 100n])
})

test('a minimum wage earner is taxed only on allowances, others on pay less contributions', () => {
  const pay = {
    ...noFigures,
    basic: 1_600_000n,
    overtime: 100_000n,
    allowances: 50_000n,
    sss: 80_000n,
    unionDues: 10_000n,
  }
  expect([regularTaxable(pay, true), regularTaxable(pay, false)]).toEqual([50_000n, 1_660_000n])
})

const before = (like: Partial<PaidBefore> = {}): PaidBefore => ({
  taxable: 0n,
  taxableInMonth: 0n,
  withheld: 0n,
  withheldInMonth: 0n,
  months: 0,
  previousTaxable: 0n,
  previousWithheld: 0n,
  hasPrevious: false,
  ...like,
})
const line = { day: '2026-03-31', taxable: 3_055_000n, withheld: 145_750n, isLast: false }
const twoMonths = before({ taxable: 6_110_000n, withheld: 291_500n, months: 2 })

test('annex E and the annualized table agree within the rounding', () => {
  // (30,550 - 20,833) x 15% = 1,457.55
  expect(taxOfPeriod(2026, 3_055_000n, 12n)).toBe(145_750n)
  expect(otherTax({ ...line, withheld: 145_755n }, twoMonths)).toBeNull()
  expect(otherTax({ ...line, withheld: 145_850n }, twoMonths)).toBeNull()
  expect(otherTax({ ...line, withheld: 145_851n }, twoMonths)).toBe(145_750n)
})

test.each([
  ['too little', { withheld: 100_000n }, twoMonths, 145_750n],
  ['half a month by its own table', { taxable: 1_527_500n, withheld: 72_875n }, before(), null],
  // 121,650 in three months is 486,600 a year; 39,820 x 3/12 less 2,915 withheld
  ['a bonus by the cumulative average', { taxable: 6_055_000n, withheld: 704_000n }, twoMonths, null],
  [
    'the rest of the year in December',
    { day: '2026-12-15', isLast: true, withheld: 145_750n },
    before({ taxable: 33_605_000n, withheld: 1_603_250n, months: 11 }),
    null,
  ],
  [
    'too much over the year',
    { day: '2026-12-15', isLast: true, withheld: 145_750n },
    before({ taxable: 33_605_000n, withheld: 1_703_250n, months: 11 }),
    45_750n,
  ],
  [
    'a previous employer',
    { day: '2026-12-15', isLast: true, withheld: 145_750n },
    before({ previousTaxable: 33_605_000n, previousWithheld: 1_603_250n, hasPrevious: true }),
    null,
  ],
])('a register that withholds %s', (_, change, earlier, expected) => {
  expect(otherTax({ ...line, ...change }, earlier)).toBe(expected)
})
