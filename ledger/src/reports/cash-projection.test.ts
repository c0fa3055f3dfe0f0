// The projection against an example worked by hand.
import { expect, test } from 'vitest'
import { cashProjection, expectedReceipt, latenessRange, usualDaysLate } from './cash-projection.ts'
import type { Expected } from './cash-projection.ts'

const asOf = '2026-03-16'
const item = (key: string, day: string, amount: bigint, kind: Expected['kind'] = 'payable'): Expected => ({
  key,
  kind,
  day,
  words: key,
  amount,
  accounts: [],
  document: null,
  basis: '',
})

test('the projection equals the example worked by hand', () => {
  // Cash on Monday 16 March 2026: 100,000.00.
  //
  // Lakbay owes 112,000.00, due 20 March. It paid its last five invoices 2, 9, 10, 11 and 40 days late: median 10 days,
  // so 30 March, which is in week 3 (30 March to 5 April). Of 1,120,000.00 settled it withheld 20,000.00, so of
  // 112,000.00 it withholds 112,000 x 20,000 / 1,120,000 = 2,000.00, and 110,000.00 come in.
  const daysLate = usualDaysLate([40, 2, 11, 9, 10], [])
  const habit = { daysLate: [40, 2, 11, 9, 10], withheld: 20_000_00n, settled: 1_120_000_00n }
  // A fifth of the five payments is one: at most 2 days late. Four fifths are four: at most 11 days. So if Lakbay pays early,
  // the money comes on 22 March, in week 1, and if it pays late, on 31 March.
  const range = latenessRange([40, 2, 11, 9, 10], [])
  const lakbay = expectedReceipt({ dueDay: '2026-03-20', open: 112_000_00n }, { asOf, daysLate, range, habit })
  const between = { earliest: '2026-03-22', latest: '2026-03-31' }
  expect([daysLate, range, lakbay]).toEqual([
    10,
    { early: 2, late: 11 },
    { day: '2026-03-30', amount: 110_000_00n, withheld: 2_000_00n, range: between },
  ])

  const projection = cashProjection({
    asOf,
    cash: 100_000_00n,
    expected: [
      { ...item('Lakbay', '2026-03-30', 110_000_00n, 'receivable'), range: between },
      // A bill that was due on 1 March is paid today: 16 March, week 1.
      item('Overdue bill', '2026-03-01', -30_000_00n),
      // A post-dated cheque of 25 March, week 2.
      item('Cheque', '2026-03-25', -50_000_00n, 'cheque'),
      // Rent on 1 April, week 3, and on 1 May, week 7 (27 April to 3 May).
      item('Rent April', '2026-04-01', -15_000_00n, 'recurring'),
      item('Rent May', '2026-05-01', -15_000_00n, 'recurring'),
      // VAT on 27 April, the first day of week 7.
      item('2550Q', '2026-04-27', -24_000_00n, 'tax'),
      // The last day of week 13 is 14 June; the 15th is beyond.
      item('Last day', '2026-06-14', 1_000_00n, 'receivable'),
      item('Beyond', '2026-06-15', 9_999_00n, 'receivable'),
    ],
  })
  // By day: 16 Mar 100,000 - 30,000 = 70,000; 25 Mar - 50,000 = 20,000, the least; 30 Mar + 110,000 = 130,000;
  // 1 Apr - 15,000 = 115,000; 27 Apr - 24,000 = 91,000; 1 May - 15,000 = 76,000; 14 Jun + 1,000 = 77,000.
  expect(projection.lowest).toEqual({ day: '2026-03-25', cash: 20_000_00n, week: 2 })
  // 30 days from 16 March is 15 April, 60 days 15 May, 90 days 14 June.
  expect(projection.marks).toEqual([
    { days: 30, day: '2026-04-15', cash: 115_000_00n, low: 115_000_00n, high: 115_000_00n },
    { days: 60, day: '2026-05-15', cash: 76_000_00n, low: 76_000_00n, high: 76_000_00n },
    { days: 90, day: '2026-06-14', cash: 77_000_00n, low: 77_000_00n, high: 77_000_00n },
  ])
  const moved = projection.weeks.filter(({ moneyIn, moneyOut }) => moneyIn !== 0n || moneyOut !== 0n)
  expect(moved.map(({ no, from, to, moneyIn, moneyOut, cash }) => [no, from, to, moneyIn, moneyOut, cash])).toEqual([
    [1, '2026-03-16', '2026-03-22', 0n, 30_000_00n, 70_000_00n],
    [2, '2026-03-23', '2026-03-29', 0n, 50_000_00n, 20_000_00n],
    [3, '2026-03-30', '2026-04-05', 110_000_00n, 15_000_00n, 115_000_00n],
    [7, '2026-04-27', '2026-05-03', 0n, 39_000_00n, 76_000_00n],
    [13, '2026-06-08', '2026-06-14', 1_000_00n, 0n, 77_000_00n],
  ])
  expect(projection.weeks).toHaveLength(13)
  // Early, the 110,000.00 are there at the end of weeks 1 (70,000 + 110,000) and 2 (20,000 + 110,000) already.
  expect(projection.weeks.slice(0, 3).map(({ low, cash, high }) => [low, cash, high])).toEqual([
    [70_000_00n, 70_000_00n, 180_000_00n],
    [20_000_00n, 20_000_00n, 130_000_00n],
    [115_000_00n, 115_000_00n, 115_000_00n],
  ])
  expect(projection.hasRange).toBe(true)
})

test('the range is that of the same payments as the usual lateness, and a late invoice comes today at the earliest', () => {
  expect(latenessRange([1, 2], [3, 4])).toBeNull()
  expect(latenessRange([1, 2], [10, 8, 6, 4, 2])).toEqual({ early: 2, late: 8 })
  const habit = undefined
  const due = { dueDay: '2026-03-10', open: 100n }
  expect(expectedReceipt(due, { asOf, daysLate: 3, range: { early: -5, late: 20 }, habit })).toMatchObject({
    day: asOf,
    range: { earliest: asOf, latest: '2026-03-30' },
  })
  expect(cashProjection({ asOf, cash: 0n, expected: [item('Bill', asOf, -1n)] }).hasRange).toBe(false)
})

test('each bar equals its list, and the last week equals cash and all lists', () => {
  const expected = Array.from({ length: 200 }, (_, i) =>
    item(`${i}`, `2026-0${4 + (i % 3)}-${String(1 + (i % 28)).padStart(2, '0')}`, BigInt((i % 7) - 3) * 12_345n),
  )
  const { weeks, cash } = cashProjection({ asOf, cash: 1_00n, expected })
  let running = cash
  for (const week of weeks) {
    const all = week.items.reduce((total, { amount }) => total + amount, 0n)
    expect(week.moneyIn - week.moneyOut).toBe(all)
    expect(week.cash).toBe((running += all))
  }
})

test('lateness is the median of at least five payments, else that of all customers, else unknown', () => {
  expect(usualDaysLate([1, 2, 3, 4], [0, 0, 5, 7, 7])).toBe(5)
  expect(usualDaysLate([1, 2, 3, 4, 100, 6], [])).toBe(4)
  expect(usualDaysLate([-3, -2, -1, 0, 1], [9, 9, 9, 9, 9])).toBe(-1)
  expect(usualDaysLate([1, 2], [3])).toBeNull()
})

test('an invoice past its usual day is expected today, and one that is long past is not counted', () => {
  const of = (dueDay: string) => expectedReceipt({ dueDay, open: 100n }, { asOf, daysLate: 10, habit: undefined })?.day
  expect(of('2026-03-06')).toBe('2026-03-16')
  expect(of('2026-02-20')).toBe('2026-03-16')
  // 6 December and 10 days is 16 December 2025, exactly 90 days ago; a day earlier is 91.
  expect(of('2025-12-06')).toBe('2026-03-16')
  expect(of('2025-12-05')).toBeUndefined()
})
