import { expect, test } from 'vitest'
import { standardChart } from '../accounts/chart.ts'
import { arranged, partsOf, planOf } from './columns.ts'
import { balanceSheet, incomeStatement } from './statements.ts'
import type { StatementAccount } from './statements.ts'
import { trialBalance } from './trial-balance.ts'

const company = { name: '', tinLine: '', address: '' }
const moved = (code: string, ...amounts: bigint[]): StatementAccount => {
  const account = standardChart.find((one) => one.code === code)
  if (account === undefined) throw new Error(code)
  return { ...account, amounts }
}
const periods = [
  { from: '2026-01-01', to: '2026-01-31' },
  { from: '2026-01-01', to: '2026-01-31' },
]
const names = (rows: readonly { cells: readonly unknown[] }[]) => rows.map(({ cells }) => cells[1])

test('a period is divided into months, fiscal quarters or fiscal years, cut to its dates', () => {
  const parts = (span: 'total' | 'months' | 'quarters' | 'years', endsWith = 12) =>
    partsOf({ from: '2025-11-15', to: '2026-04-10' }, span, endsWith).map(({ from, to }) => `${from} ${to}`)
  expect(parts('total')).toEqual([])
  expect(parts('months')).toHaveLength(6)
  expect(parts('months').slice(0, 2)).toEqual(['2025-11-15 2025-11-30', '2025-12-01 2025-12-31'])
  expect(parts('quarters')).toEqual(['2025-11-15 2025-12-31', '2026-01-01 2026-03-31', '2026-04-01 2026-04-10'])
  expect(parts('quarters', 5)[0]).toBe('2025-11-15 2025-11-30')
  expect(parts('years', 3)).toEqual(['2025-11-15 2026-03-31', '2026-04-01 2026-04-10'])
})

test('a statement compared with its budget has a difference and a percentage in every row, but no percentage of zero', () => {
  const accounts = [moved('4010', -110_00n, -100_00n), moved('6050', 30_00n, 40_00n), moved('6060', 5_00n, 0n)]
  const plan = planOf([{ title: 'Actual' }], [{ title: 'Budget', ratio: '% of budget' }], {
    difference: true,
    share: '% of revenue',
  })
  const { columns, rows } = arranged(incomeStatement({ company, accounts, periods }), plan, [110_00n, 100_00n])
  expect(columns.slice(2).map(({ title }) => title)).toEqual([
    'Actual',
    '% of revenue',
    'Budget',
    '% of revenue',
    'Difference',
    '% of budget',
  ])
  const of = (name: string) => rows.find(({ cells }) => cells[1] === name)?.cells.slice(2)
  expect(of('Sales - goods')).toEqual([110_00n, 1000n, 100_00n, 1000n, 10_00n, 1100n])
  expect(of('Rent')).toEqual([30_00n, 273n, 40_00n, 400n, -10_00n, 750n])
  expect(rows.find(({ cells }) => cells[0] === '6060')?.cells.slice(2)).toEqual([5_00n, 45n, 0n, 0n, 5_00n, null])
  expect(of('Net profit')).toEqual([75_00n, 682n, 60_00n, 600n, 15_00n, 1250n])
  expect(of('Revenue')).toEqual([null, null, null, null, null, null])
})

test('rows are accounts, accounts with a subtotal for each group, groups, or totals; the totals are the same', () => {
  const accounts = [moved('1010', 40_00n), moved('1031', 50_00n), moved('1110', 10_00n), moved('3010', -100_00n)]
  const sheet = (level: 'accounts' | 'grouped' | 'groups' | 'totals') =>
    balanceSheet({ company, accounts, days: ['2026-01-31'], level }).rows
  expect(names(sheet('grouped')).slice(0, 7)).toEqual([
    'Current assets',
    expect.any(String),
    expect.any(String),
    'Total cash',
    expect.any(String),
    'Total receivables',
    'Total current assets',
  ])
  expect(sheet('groups')[1]?.cells).toEqual(['', 'Cash', 90_00n])
  expect(names(sheet('totals'))).toEqual([
    'Total current assets',
    'Total assets',
    'Total equity',
    'Total liabilities and equity',
  ])
  for (const level of ['accounts', 'grouped', 'groups'] as const)
    expect(sheet(level).at(-1)).toEqual(sheet('totals').at(-1))
  const income = incomeStatement({
    company,
    accounts: [moved('4010', -9n, -9n), moved('6050', 4n, 4n)],
    periods,
    level: 'totals',
  })
  expect(names(income.rows)).toEqual(['Total revenue', 'Total operating expenses', 'Operating profit', 'Net profit'])
  const balances = accounts.map(({ amounts: [amount = 0n], ...account }) => ({
    ...account,
    debit: amount > 0n ? amount : 0n,
    credit: amount < 0n ? -amount : 0n,
  }))
  expect(
    trialBalance({ company, asOf: '2026-01-31', balances, level: 'groups' }).rows.map(({ cells }) => cells),
  ).toEqual([
    ['', 'Assets', 100_00n, 0n],
    ['', 'Equity', 0n, 100_00n],
    ['', 'Total', 100_00n, 100_00n],
  ])
})
