// The expectations of a month: rhythms of parties, following numbers, and usual days of sales.
import { expect, test } from 'vitest'
import { addDays } from '../core/date.ts'
import { daysWithoutSales, rhythmFor, supplierGaps } from './completeness.ts'

const monthly = ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02']

test.each([
  ['a document each month', monthly, 1],
  ['one month missing of six', monthly.filter((each) => each !== '2025-11'), 1],
  ['two months missing of six', monthly.filter((each) => each < '2025-11' || each > '2025-12'), null],
  ['every second month', ['2025-09', '2025-11', '2026-01'], 2],
  ['every quarter', ['2025-06', '2025-09', '2025-12'], 3],
  ['every quarter, but not due now', ['2025-07', '2025-10', '2026-01'], null],
  ['every half year', ['2024-09', '2025-03', '2025-09'], 6],
  ['every year', ['2023-03', '2024-03', '2025-03'], 12],
  ['twice only', ['2025-09', '2025-12'], null],
  ['one in between', ['2025-06', '2025-09', '2025-11', '2025-12'], null],
  ['none', [], null],
] as const)('with %s the next document is expected by the rhythm', (_, before, expected) => {
  expect(rhythmFor('2026-03', before)).toBe(expected)
})

test('a document of the month itself does not make the rhythm', () => {
  expect(rhythmFor('2026-03', [...monthly, '2026-03'])).toBe(1)
  expect(rhythmFor('2026-03', ['2025-09', '2025-12', '2026-03'])).toBe(null)
})

const invoices = (numbers: readonly number[], day: string) =>
  numbers.map((number) => ({ number: String(number).padStart(4, '0'), day }))

test.each([
  ['numbers that follow each other', [1, 2, 3, 4], [5, 6], []],
  ['a gap of the month', [1, 2, 3, 4], [5, 7], ['0006']],
  ['a gap of an earlier month', [1, 2, 4, 5], [6, 7], []],
  ['a gap between the months', [1, 2, 3, 4], [7, 8, 9], ['0005 to 0006']],
  ['a supplier who invoices others too', [1, 12, 30, 44], [60, 71], []],
  ['too few numbers', [1], [2, 4], []],
] as const)('of %s the missing numbers are found', (_, earlier, later, gaps) => {
  const all = [...invoices(earlier, '2026-02-10'), ...invoices(later, '2026-03-10'), ...invoices([99], '2026-04-02')]
  expect(supplierGaps('2026-03', all).map(({ from, to }) => (from === to ? from : `${from} to ${to}`))).toEqual(gaps)
})

/** Weekdays from Monday to Friday; 1 December 2025 was a Monday. */
const weekdays = Array.from({ length: 130 }, (_, at) => addDays('2025-11-24', at)).filter((_, at) => at % 7 < 5)

test('a day without sales is found if the company usually sells on that weekday and the day is no holiday', () => {
  const holidays = new Set(['2025-12-25', '2026-03-20'])
  const without = new Set(['2025-12-25', '2026-03-10', '2026-03-20', '2026-03-31'])
  const sales = new Set(weekdays.filter((day) => !without.has(day)))
  expect(daysWithoutSales('2026-03', { sales, holidays })).toEqual(['2026-03-10', '2026-03-31'])
  expect(daysWithoutSales('2026-03', { sales: new Set(), holidays })).toEqual([])
  const tuesdays = new Set(weekdays.filter((_, at) => at % 5 === 1))
  tuesdays.delete('2026-03-03')
  expect(daysWithoutSales('2026-03', { sales: tuesdays, holidays })).toEqual(['2026-03-03'])
})
