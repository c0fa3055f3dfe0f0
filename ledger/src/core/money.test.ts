import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from './zod.ts'
import {
  amountInWords,
  divideRounded,
  formatMoney,
  formatUnitPrice,
  largestMoney,
  largestRemainder,
  lineAmount,
  money,
  multiplyRate,
  parseDecimal,
  parseTypedAmount,
  parseTypedUnitPrice,
  plainMoney,
  sum,
  unitPrice,
} from './money.ts'

const anyMoney = fc.bigInt({ min: -largestMoney, max: largestMoney })

test.each([
  ['1,234.56', 123_456n],
  ['1234.5', 123_450n],
  ['1234', 123_400n],
  ['₱1,234', 123_400n],
  ['₱ 1,234.50', 123_450n],
  ['PHP 99', 9_900n],
  ['P100', 10_000n],
  ['(500)', -50_000n],
  ['(₱500.25)', -50_025n],
  ['500-', -50_000n],
  ['+500', 50_000n],
  ['500 PHP', 50_000n],
  ['-₱500', -50_000n],
  ['-500', -50_000n],
  ['\u2212500', -50_000n],
  ['.5', 50n],
  ['5.', 500n],
  ['0', 0n],
  ['1200+350', 155_000n],
  ['5600/1.12', 500_000n],
  ['=10000*2%', 20_000n],
  ['10000 * 2%', 20_000n],
  ['1,000/3', 33_333n],
  ['0.005*1', 1n],
  ['-0.005*1', -1n],
  ['0.1+0.2', 30n],
  ['100/3*3', 10_000n],
  ['(100+50)*2', 30_000n],
  ['=(500)', 50_000n],
  ['2*-3', -600n],
  ['1000-(200+300)', 50_000n],
  ['1000×1.12', 112_000n],
  ['1000÷8', 12_500n],
  ['=2.5k+1', 250_100n],
  ['9,999,999,999,999.99', largestMoney],
])('%j typed as an amount is read exactly', (text, amount) => {
  expect(parseTypedAmount(text)).toEqual({ ok: true, amount })
})

test.each([
  ['', 'Enter an amount.'],
  ['   ', 'Enter an amount.'],
  ['1.234,56', '1.234,56 has a comma instead of a decimal point. Enter 1,234.56.'],
  ['1.234.567,89', '1.234.567,89 has a comma instead of a decimal point. Enter 1,234,567.89.'],
  ['1,23', 'Check the commas in 1,23. Write amounts like 1,234.56.'],
  ['12,34,567', 'Check the commas in 12,34,567. Write amounts like 1,234.56.'],
  ['1.2.3', '1.2.3 is not an amount. Enter an amount like 1,234.56.'],
  ['12.345', 'An amount can have at most two decimals; 12.345 has 3.'],
  ['12.345 PHP', 'An amount can have at most two decimals; 12.345 has 3.'],
  ['+12.345', 'An amount can have at most two decimals; 12.345 has 3.'],
  ['(12.345)', 'An amount can have at most two decimals; 12.345 has 3.'],
  ['10,000,000,000,000.00', 'The largest amount is 9,999,999,999,999.99; check the amount.'],
  ['9999999999999*9999999999999', 'The largest amount is 9,999,999,999,999.99; check the amount.'],
  ['5/0', 'You cannot divide by zero.'],
  ['5/(3-3)', 'You cannot divide by zero.'],
  ['1000+12%', 'Multiply by a percentage: 1000*112% or 1000*12%.'],
  ['1200+', 'The calculation is incomplete; a number is missing.'],
  ['(1200+3', "A bracket is not closed. Add ')'."],
  ['12a', "'a' is not part of an amount. Enter an amount like 1,234.56."],
  ['12 500', "'5' is not part of an amount. Enter an amount like 1,234.56."],
  ['1m', "'m' is not part of an amount. Enter an amount like 1,234.56."],
  ['1kk', "'k' is not part of an amount. Enter an amount like 1,234.56."],
  ['💰', "'💰' is not part of an amount. Enter an amount like 1,234.56."],
  ['1e5', "'e' is not part of an amount. Enter an amount like 1,234.56."],
  ['9'.repeat(101), 'This is too long for an amount. Enter the number only.'],
])('%j typed as an amount is refused with a way to correct it', (text, message) => {
  expect(parseTypedAmount(text)).toEqual({ ok: false, message })
})

test('any typed amount gives an amount within the limit or a message', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9()+*/.,%=-]{0,30}$/)), (text) => {
      const read = parseTypedAmount(text)
      if (read.ok) expect(read.amount <= largestMoney && read.amount >= -largestMoney).toBe(true)
      else expect(read.message).not.toBe('')
    }),
    { numRuns: 500 },
  )
})

test('every amount reads back as written, with a minus or in brackets, and over the wire', () => {
  fc.assert(
    fc.property(anyMoney, (amount) => {
      expect(parseTypedAmount(formatMoney(amount))).toEqual({ ok: true, amount })
      expect(parseTypedAmount(formatMoney(amount, { negative: 'brackets' }))).toEqual({ ok: true, amount })
      expect(money.parse(z.encode(money, amount))).toBe(amount)
    }),
  )
})

test.each(['1.5', '01', '-0', '+5', '', ' 5', '1e3', '1000000000000000', '0x10', '5\n'])(
  '%j is not an amount on the wire',
  (text) => {
    expect(money.safeParse(text).success).toBe(false)
  },
)

test.each([
  [5n, '0.05'],
  [-5n, '-0.05'],
  [-123_456n, '-1234.56'],
  [100_000_000n, '1000000.00'],
])('%s centavos are %s in a file', (amount, text) => {
  expect(plainMoney(amount)).toBe(text)
})

test('lists show a minus, statements show brackets and a dash', () => {
  expect([formatMoney(0n), formatMoney(5n), formatMoney(-123_456n), formatMoney(100_000n)]).toEqual([
    '0.00',
    '0.05',
    '-1,234.56',
    '1,000.00',
  ])
  expect([formatMoney(-123_456n, { negative: 'brackets' }), formatMoney(0n, { zero: 'dash' })]).toEqual([
    '(1,234.56)',
    '-',
  ])
})

test.each([
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [5n, -2n, -3n],
  [4n, 3n, 1n],
  [-4n, 3n, -1n],
  [1n, 3n, 0n],
  [0n, 7n, 0n],
])('%s divided by %s rounds half away from zero to %s', (n, d, expected) => {
  expect(divideRounded(n, d)).toBe(expected)
})

test('division by zero is refused, and a rate must be a decimal', () => {
  expect(() => divideRounded(1n, 0n)).toThrow('divided by zero')
  for (const rate of ['', '12%', '1e2', '.5', '1,5', 'NaN'])
    expect(() => parseDecimal(rate)).toThrow('Not a decimal number')
})

test('a rate and a quantity multiply exactly and round once', () => {
  expect(multiplyRate(1_769_717n, '0.12')).toBe(212_366n)
  expect([
    lineAmount('3', '33333'),
    lineAmount('0.3333', '10000'),
    lineAmount('1.5', '1'),
    lineAmount('0.0001', '4999'),
    // 1,250.5 litres at 61.753412 are 77,222.641...
    lineAmount('1250.5', '6175.3412'),
  ]).toEqual([99_999n, 3_333n, 2n, 0n, 7_722_264n])
})

test.each([
  ['61.753412', '6175.3412', '61.753412'],
  ['1,120', '112000', '1,120.00'],
  ['0.000001', '0.0001', '0.000001'],
  ['2.5', '250', '2.50'],
  ['100/3', '3333.3333', '33.333333'],
  ['0', '0', '0.00'],
  ['-2.5', '-250', '-2.50'],
  ['-0.000001', '-0.0001', '-0.000001'],
])('a unit price typed as %s has up to six decimals', (typed, price, shown) => {
  expect(parseTypedUnitPrice(typed)).toEqual({ ok: true, price })
  expect(unitPrice.parse(price)).toBe(price)
  expect(formatUnitPrice(price)).toBe(shown)
})

test('a unit price with seven decimals, or above the largest amount, is refused', () => {
  expect(parseTypedUnitPrice('1.1234567')).toEqual({
    ok: false,
    message: 'A unit price can have at most six decimals; 1.1234567 has 7.',
  })
  expect(parseTypedUnitPrice('10000000000000')).toMatchObject({
    ok: false,
    message: expect.stringContaining('largest amount is 9,999,999,999,999.99'),
  })
  for (const price of ['1.12345', '1.10', '01', '1e3', '']) expect(unitPrice.safeParse(price).success).toBe(false)
})

test('parts of a total always add up, differ from their share by less than a centavo, and are never negative', () => {
  fc.assert(
    fc.property(
      anyMoney,
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 50 }),
      (total, weights) => {
        const all = sum(weights)
        fc.pre(all > 0n)
        const parts = largestRemainder(total, weights)
        expect(sum(parts)).toBe(total)
        parts.forEach((part, i) => {
          const apart = part * all - total * (weights[i] ?? 0n)
          expect((apart < 0n ? -apart : apart) < all).toBe(true)
        })
      },
    ),
  )
})

test('remaining centavos go to the largest remainders, earlier ones first', () => {
  expect(largestRemainder(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
  expect(largestRemainder(10n, [15n, 26n, 59n])).toEqual([1n, 3n, 6n])
  expect(largestRemainder(-100n, [1n, 1n, 1n])).toEqual([-34n, -33n, -33n])
  expect(largestRemainder(0n, [0n, 0n])).toEqual([0n, 0n])
  expect(() => largestRemainder(1n, [0n])).toThrow('every share is zero')
  expect(() => largestRemainder(1n, [-1n, 2n])).toThrow('cannot be negative')
})

test.each([
  [100n, 'ONE PESO ONLY'],
  [75n, 'ZERO PESOS AND 75/100 ONLY'],
  [2_105n, 'TWENTY-ONE PESOS AND 05/100 ONLY'],
  [10_000_000n, 'ONE HUNDRED THOUSAND PESOS ONLY'],
  [123_456n, 'ONE THOUSAND TWO HUNDRED THIRTY-FOUR PESOS AND 56/100 ONLY'],
  [100_000_005n, 'ONE MILLION PESOS AND 05/100 ONLY'],
  [1_234_567_890n, 'TWELVE MILLION THREE HUNDRED FORTY-FIVE THOUSAND SIX HUNDRED SEVENTY-EIGHT PESOS AND 90/100 ONLY'],
  [0n, 'ZERO PESOS ONLY'],
  [1_900n, 'NINETEEN PESOS ONLY'],
  [2_000n, 'TWENTY PESOS ONLY'],
])('%s centavos in words are %s', (amount, words) => {
  expect(amountInWords(amount).toUpperCase()).toBe(words)
})

test('amounts in words begin with a capital, up to the largest amount', () => {
  expect(amountInWords(100_050n)).toBe('One thousand pesos and 50/100 only')
  expect(amountInWords(largestMoney)).toMatch(/^Nine trillion nine hundred ninety-nine billion .* and 99\/100 only$/)
  expect(() => amountInWords(-1n)).toThrow('A negative amount cannot be written in words')
})
