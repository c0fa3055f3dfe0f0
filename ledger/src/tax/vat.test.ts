import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '../core/money.ts'
import { formatRate, rateOn, standardVatRates, vatExclusive, vatInclusive, vatOfLines } from './vat.ts'
import type { VatRate } from './vat.ts'

test.each([
  [100_000n, 89_286n, 10_714n],
  [99_999n, 89_285n, 10_714n],
  [123_456n, 110_229n, 13_227n],
  [10_000n, 8_929n, 1_071n],
  [11_200_000n, 10_000_000n, 1_200_000n],
  [10_080_000n, 9_000_000n, 1_080_000n],
])('%s centavos with VAT are %s net and %s VAT', (gross, net, vat) => {
  expect(vatInclusive(gross, '0.12')).toEqual({ net, vat, gross })
})

test.each([
  [1_769_717n, 212_366n],
  [10_691_071n, 1_282_929n],
  [10_000_000n, 1_200_000n],
  [9_000_000n, 1_080_000n],
])('%s centavos without VAT have %s VAT', (net, vat) => {
  expect(vatExclusive(net, '0.12')).toEqual({ net, vat, gross: net + vat })
})

test('lines share the VAT of their class to the centavo, for any number of lines and price mode', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom('inclusive' as const, 'exclusive' as const),
      fc.constantFrom('0.12', '0.10', '0', '0.075', '0.120000'),
      (amounts, priceMode, rate) => {
        const lines = vatOfLines(amounts, rate, priceMode)
        const document = priceMode === 'inclusive' ? vatInclusive(sum(amounts), rate) : vatExclusive(sum(amounts), rate)
        expect(sum(lines.map((line) => line.net))).toBe(document.net)
        expect(sum(lines.map((line) => line.vat))).toBe(document.vat)
        for (const [i, { net, vat, gross }] of lines.entries()) {
          expect(net + vat).toBe(gross)
          expect(priceMode === 'inclusive' ? gross : net).toBe(amounts[i])
          expect(net >= 0n && vat >= 0n).toBe(true)
        }
      },
    ),
  )
})

test('a hundred lines of one centavo bear the VAT of one peso', () => {
  const lines = vatOfLines(
    Array.from({ length: 100 }, () => 1n),
    '0.12',
    'inclusive',
  )
  expect([sum(lines.map((line) => line.net)), sum(lines.map((line) => line.vat))]).toEqual([89n, 11n])
})

test('the rate is the one on the date, first and last day included', () => {
  const rates: VatRate[] = [
    { rate: '0.10', validFrom: '1996-01-01', validTo: '2006-01-31', source: 'RA 7716' },
    { rate: '0.12', validFrom: '2006-02-01', validTo: null, source: 'RA 9337' },
  ]
  expect(
    ['1995-12-31', '1996-01-01', '2006-01-31', '2006-02-01', '2099-01-01'].map((day) => rateOn(day, rates)?.rate),
  ).toEqual([undefined, '0.10', '0.10', '0.12', '0.12'])
  expect(rateOn('2026-03-15', standardVatRates)?.rate).toBe('0.12')
})

test('of overlapping rates the later one applies, and zero lines have no VAT', () => {
  const open = { validTo: null, source: '' }
  const rates: VatRate[] = [
    { rate: '0.12', validFrom: '2006-02-01', ...open },
    { rate: '0.14', validFrom: '2027-01-01', ...open },
  ]
  expect(['2026-12-31', '2027-01-01'].map((day) => rateOn(day, rates)?.rate)).toEqual(['0.12', '0.14'])
  expect(rateOn('2027-01-01', rates.toReversed())?.rate).toBe('0.14')
  expect(vatOfLines([0n, 0n], '0.12', 'inclusive')).toEqual([
    { net: 0n, vat: 0n, gross: 0n },
    { net: 0n, vat: 0n, gross: 0n },
  ])
})

test('rates are written as percentages', () => {
  expect([formatRate('0.12'), formatRate('0.120000'), formatRate('0.075'), formatRate('0'), formatRate('1')]).toEqual([
    '12%',
    '12%',
    '7.5%',
    '0%',
    '100%',
  ])
})
