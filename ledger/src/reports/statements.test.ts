import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standardChart } from '../accounts/chart.ts'
import { balanceSheet, incomeStatement, periodsOf, yearBefore } from './statements.ts'
import type { StatementAccount } from './statements.ts'

const company = { name: 'Bituin Supply Co.', tinLine: 'VAT REG TIN 009-876-543-00000', address: 'Manila' }

const moved = (code: string, ...amounts: bigint[]): StatementAccount => {
  const account = standardChart.find((one) => one.code === code)
  if (account === undefined) throw new Error(code)
  return { ...account, amounts }
}

const day = [
  moved('1031', 550_00n),
  moved('1110', 112_00n),
  moved('2110', -12_00n),
  moved('3010', -500_00n),
  moved('4010', -200_00n),
  moved('4080', 20_00n),
  moved('5010', 10_00n),
  moved('6050', 25_00n),
  moved('7010', -5_00n),
]

test('revenue less returns, cost and expenses is profit, each account on its own line', () => {
  const { rows, period, columns } = incomeStatement({
    company,
    accounts: day.filter(({ code }) => code >= '4'),
    periods: [{ from: '2026-01-01', to: '2026-03-31' }],
  })
  expect(period).toBe('From 1 January 2026 to 31 March 2026')
  expect(columns.map(({ title }) => title)).toEqual(['Account code', 'Account title', 'January 2026 to March 2026'])
  expect(rows.map(({ cells }) => [...cells.slice(0, 2), cells[2]])).toEqual([
    ['', 'Revenue', null],
    ['4010', 'Sales - goods', 200_00n],
    ['4080', 'Sales returns and allowances', -20_00n],
    ['', 'Total revenue', 180_00n],
    ['', 'Cost of sales', null],
    ['5010', 'Cost of goods sold', 10_00n],
    ['', 'Total cost of sales', 10_00n],
    ['', 'Gross profit', 170_00n],
    ['', 'Operating expenses', null],
    ['6050', 'Rent', 25_00n],
    ['', 'Total operating expenses', 25_00n],
    ['', 'Operating profit', 145_00n],
    ['', 'Other income', null],
    ['7010', 'Interest income', 5_00n],
    ['', 'Total other income', 5_00n],
    ['', 'Profit before tax', 150_00n],
    ['', 'Net profit', 150_00n],
  ])
})

test('assets equal liabilities and equity, including unclosed profit', () => {
  const { rows, notes, period } = balanceSheet({ company, accounts: day, days: ['2026-03-31'] })
  expect(period).toBe('As of 31 March 2026')
  const figure = (title: string) => rows.find(({ cells }) => cells[1] === title)?.cells[2]
  expect(figure('Total current assets')).toBe(662_00n)
  expect(figure('Total assets')).toBe(662_00n)
  expect(figure('Total current liabilities')).toBe(12_00n)
  expect(figure('Profit not yet closed')).toBe(150_00n)
  expect(figure('Total equity')).toBe(650_00n)
  expect(figure('Total liabilities and equity')).toBe(662_00n)
  expect(notes).toEqual([])
})

test('a balance sheet that does not balance says so', () => {
  const { notes } = balanceSheet({ company, accounts: [moved('1031', 100n)], days: ['2026-03-31'] })
  expect(notes).toEqual([
    'Assets do not equal liabilities and equity: the difference is 1.00. Ask your system administrator to run the verify command.',
  ])
})

test.each([
  [
    'a month compared with the month before',
    { from: '2026-03-01', to: '2026-03-31' },
    'before',
    ['2026-02-01', '2026-02-28'],
  ],
  [
    'a quarter compared with the quarter before',
    { from: '2026-01-01', to: '2026-03-31' },
    'before',
    ['2025-10-01', '2025-12-31'],
  ],
  [
    'ten days compared with ten days before',
    { from: '2026-03-11', to: '2026-03-20' },
    'before',
    ['2026-03-01', '2026-03-10'],
  ],
  [
    'a year compared with the year before',
    { from: '2024-01-01', to: '2024-12-31' },
    'year',
    ['2023-01-01', '2023-12-31'],
  ],
  ['February of a leap year', { from: '2024-02-01', to: '2024-02-29' }, 'year', ['2023-02-01', '2023-02-28']],
] as const)('%s', (_, period, comparison, [from, to]) => {
  expect(periodsOf(period, comparison)).toEqual([period, { from, to }])
})

test('months are in order with the total at the end, limited to the requested dates', () => {
  expect(periodsOf({ from: '2026-01-15', to: '2026-03-31' }, 'months')).toEqual([
    { from: '2026-01-15', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-01-15', to: '2026-03-31' },
  ])
  expect(yearBefore('2024-02-29')).toBe('2023-02-28')
  expect(yearBefore('2023-02-28')).toBe('2022-02-28')
})

test('for any movements, profit is the sum of the nominal accounts and the balance sheet balances', () => {
  const anyMove = fc.record({
    account: fc.constantFrom(...standardChart),
    amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(anyMove, { selector: ({ account }) => account.code, maxLength: 40 }), (moves) => {
      const rest = moves.reduce((total, { account, amount }) => (account.code === '3010' ? total : total + amount), 0n)
      const accounts = [
        ...moves
          .filter(({ account }) => account.code !== '3010')
          .map(({ account, amount }) => moved(account.code, amount)),
        moved('3010', -rest),
      ]
      const sheet = balanceSheet({ company, accounts, days: ['2026-03-31'] })
      expect(sheet.notes).toEqual([])
      const nominal = accounts.filter(({ type }) => !['asset', 'liability', 'equity'].includes(type))
      const { rows } = incomeStatement({
        company,
        accounts: nominal,
        periods: [{ from: '2026-01-01', to: '2026-03-31' }],
      })
      expect(rows.at(-1)?.cells[2]).toBe(-nominal.reduce((total, { amounts }) => total + (amounts[0] ?? 0n), 0n))
    }),
  )
})
