// Budgets: spreading, increases, partial periods, and import from a spreadsheet.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetFromCells, budgetIn, cutsAMonth, raised, spreadEvenly } from './budget.ts'
import { sum } from '../core/money.ts'

test('an annual budget is spread over twelve months that add up exactly and differ by at most one centavo', () => {
  fc.assert(
    fc.property(fc.bigInt(-99_999_999n, 99_999_999n), (total) => {
      const shares = spreadEvenly(total)
      expect([shares.length, sum(shares)]).toEqual([12, total])
      const sizes = shares.map((share) => (share < 0n ? -share : share)).toSorted((a, b) => Number(a - b))
      expect(sizes.at(-1)! - sizes[0]!).toBeLessThanOrEqual(1n)
    }),
  )
})

test.each([
  [100_00n, 500n, 105_00n],
  [100_00n, -250n, 97_50n],
  [1n, 5_000n, 2n],
  [0n, 9_999n, 0n],
])('%s raised by %s hundredths of a percent is %s', (amount, hundredths, now) => {
  expect(raised(amount, hundredths)).toBe(now)
})

test('whole months count in full, partial months by their days', () => {
  const months = new Map([
    ['2026-01', 310_00n],
    ['2026-02', 280_00n],
    ['2026-03', 310_00n],
  ])
  expect(budgetIn(months, { from: '2026-01-01', to: '2026-02-28' })).toBe(590_00n)
  expect(budgetIn(months, { from: '2026-01-22', to: '2026-02-14' })).toBe(100_00n + 140_00n)
  expect(budgetIn(months, { from: '2026-04-01', to: '2026-12-31' })).toBe(0n)
  expect([
    cutsAMonth({ from: '2026-01-01', to: '2026-02-28' }),
    cutsAMonth({ from: '2026-01-02', to: '2026-02-28' }),
  ]).toEqual([false, true])
})

test('spreadsheet rows are read by account code, with twelve amounts or one', () => {
  const twelve = Array.from({ length: 12 }, (_, i) => `${i + 1},000.00`)
  const { rows, mistakes } = budgetFromCells(
    [
      ['Account', 'Name', 'Jan'],
      ['4010', 'Sales - goods', ...twelve],
      ['6050 Rent', '120,000'],
      ['6060', ...twelve, '78,000.00', ''],
      ['1110', 'Receivables', '5'],
      ['6160', 'Depreciation', '1', '2', '3'],
      ['6250', 'Bank charges', 'a lot', '1'],
      ['', 'Total', '99'],
    ],
    new Set(['4010', '6050', '6060', '6160', '6250']),
  )
  expect(rows.map(({ account, amounts }) => [account, amounts[11], sum(amounts)])).toEqual([
    ['4010', 12_000_00n, 78_000_00n],
    ['6050', 10_000_00n, 120_000_00n],
    ['6060', 12_000_00n, 78_000_00n],
  ])
  expect(mistakes).toEqual([
    expect.stringContaining('Row 5: 1110 is not an income or expense account.'),
    expect.stringContaining('3 amounts found'),
    expect.stringMatching(/^Row 7, 6250: \S+/),
  ])
})
