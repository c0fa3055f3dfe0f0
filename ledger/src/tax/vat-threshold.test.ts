// The VAT registration threshold over twelve months.
import { expect, test } from 'vitest'
import { standardRates } from './rates.ts'
import { vatThreshold } from './vat-threshold.ts'

const nonVat = [{ kind: 'vat', value: 'no', validFrom: '1990-01-01' }] as const
const asked = { today: '2026-03-16', rates: standardRates, history: nonVat, isOnEightPercent: false }
const pesos = (amount: number) => BigInt(amount) * 100n

test.each([
  [2_399_999, 79, 'below', ''],
  [2_400_000, 80, 'near', '600,000.00 more in sales'],
  [3_000_000, 100, 'near', '0.00 more in sales'],
  [3_000_001, 100, 'over', 'exceeded in March 2026. Register for VAT with BIR form 1905 by 30 Apr 2026'],
] as const)('sales of %d pesos in twelve months are %d%% of the threshold: %s', (sales, percent, state, advice) => {
  const found = vatThreshold(new Map([['2026-03', pesos(sales)]]), asked)
  expect(found).toMatchObject({ from: '2025-04-01', percent, state, limit: pesos(3_000_000) })
  expect(found?.advice).toContain(advice)
})

test('sales leave the threshold after twelve months, and the deadline counts from the month of the excess', () => {
  const sales = new Map([
    ['2025-03', pesos(2_000_000)],
    ['2025-12', pesos(1_500_000)],
    ['2026-02', pesos(1_600_000)],
  ])
  const found = vatThreshold(sales, { ...asked, isOnEightPercent: true })
  expect(found?.sales).toBe(pesos(3_100_000))
  expect(found?.advice).toContain('exceeded in December 2025. Register for VAT with BIR form 1905 by 31 Jan 2026')
  expect(found?.advice).toContain('The 8% income tax no longer applies this year')
  const before = vatThreshold(new Map([['2025-03', pesos(9_000_000)]]), asked)
  expect(before).toMatchObject({ sales: 0n, state: 'over', exceeded: '2025-03' })
  const history = [
    { ...nonVat[0], validFrom: '2026-03-01' },
    { kind: 'vat', value: 'yes', validFrom: '1990-01-01' },
  ] as const
  expect(vatThreshold(new Map([['2025-03', pesos(9_000_000)]]), { ...asked, history })?.state).toBe('below')
})

test('a VAT-registered company has no threshold', () => {
  const history = [...nonVat, { kind: 'vat', value: 'yes', validFrom: '2026-03-16' } as const]
  expect(vatThreshold(new Map(), { ...asked, history })).toBeNull()
})
