import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '../core/money.ts'
import { allocate, openAmount, settle } from './settlement.ts'

test('a document stays open for what was not yet settled', () => {
  expect([
    openAmount(11_200_000n, []),
    openAmount(11_200_000n, [5_000_000n, 200_000n]),
    openAmount(100n, [100n]),
  ]).toEqual([11_200_000n, 6_000_000n, 0n])
  expect(openAmount(100n, [100n, -100n])).toBe(100n)
  expect(() => openAmount(100n, [101n])).toThrow('beyond its total')
})

test('an excess payment becomes a credit on the customer', () => {
  expect(settle(100_000n, 120_000n)).toEqual({ settled: 100_000n, excess: 20_000n })
  expect(settle(100_000n, 40_000n)).toEqual({ settled: 40_000n, excess: 0n })
  expect(settle(0n, 1n)).toEqual({ settled: 0n, excess: 1n })
  expect(() => settle(-1n, 1n)).toThrow('can be negative')
})

test('a payment goes to the first open item first and nothing of it is lost', () => {
  expect(allocate(250n, [100n, 100n, 100n])).toEqual({ settled: [100n, 100n, 50n], excess: 0n })
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 20 }), (paid, open) => {
      const { settled, excess } = allocate(paid, open)
      expect(sum(settled) + excess).toBe(paid)
      expect(settled.every((part, i) => part >= 0n && part <= (open[i] ?? 0n))).toBe(true)
      expect(excess === 0n || settled.every((part, i) => part === open[i])).toBe(true)
    }),
  )
})
