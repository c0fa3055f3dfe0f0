// oxlint-disable no-restricted-globals -- the calendar of the language is the oracle that ours is compared with
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  compare,
  day,
  dayInManila,
  daysBetween,
  endOfMonth,
  formatDay,
  formatLongDay,
  formatMonth,
  monthOf,
  parseTypedDay,
} from './date.ts'

const anyDay = fc
  .integer({ min: 0, max: daysBetween('1990-01-01', '2100-12-31') })
  .map((count) => addDays('1990-01-01', count))

test.each([
  ['2026-02-31', 'There is no 31 February 2026; check the date.'],
  ['2025-02-29', 'There is no 29 February 2025; check the date.'],
  ['2100-02-29', 'There is no 29 February 2100; check the date.'],
  ['2026-13-01', 'There is no month 13; check the date.'],
  ['2026-00-10', 'There is no month 0; check the date.'],
  ['1989-12-31', 'The date must be between 1 Jan 1990 and 31 Dec 2100. Check the year.'],
  ['2101-01-01', 'The date must be between 1 Jan 1990 and 31 Dec 2100. Check the year.'],
  ['', 'Enter a date, for example 2026-03-15.'],
  ['2026-3-5', 'Enter a date, for example 2026-03-15.'],
  ['2026-03-15T00:00', 'Enter a date, for example 2026-03-15.'],
  ['2026-03-15\n', 'Enter a date, for example 2026-03-15.'],
])('%j is refused as a date with its reason', (text, message) => {
  expect(day.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('a value that is not text is not a date', () => {
  expect(day.safeParse(20260315).error?.issues[0]?.message).toBe('Enter a date, for example 2026-03-15.')
})

test('29 February exists in leap years', () => {
  expect(day.parse('2024-02-29')).toBe('2024-02-29')
  expect(day.parse('2000-02-29')).toBe('2000-02-29')
})

test.each([
  ['15', '2026-06-15'],
  ['3-15', '2026-03-15'],
  ['0315', '2026-03-15'],
  ['15/3', '2026-03-15'],
  ['4/3', '2026-03-04'],
  ['4-3', '2026-04-03'],
  ['2026-03-15', '2026-03-15'],
  ['20260315', '2026-03-15'],
  ['15/3/25', '2025-03-15'],
  ['3-15-2025', '2025-03-15'],
  ['15 Mar 2026', '2026-03-15'],
  ['15 march', '2026-03-15'],
  ['15mar2026', '2026-03-15'],
  ['Mar 15, 2025', '2025-03-15'],
  ['  15   Sept 2026 ', '2026-09-15'],
  ['+5', '2026-07-04'],
  ['-10', '2026-06-19'],
  ['t', '2026-06-29'],
  ['T', '2026-06-29'],
  ['y', '2026-06-28'],
  ['-1', '2026-06-28'],
  ['m', '2026-06-01'],
  ['h', '2026-06-30'],
  ['t-30', '2026-05-30'],
  ['T + 1', '2026-06-30'],
])('%j typed on 29 June 2026 is %s', (text, expected) => {
  expect(parseTypedDay(text, '2026-06-29')).toEqual({ ok: true, day: expected })
})

test.each([
  ['31', 'There is no 31 June 2026; check the date.'],
  ['0', 'There is no 0 June 2026; check the date.'],
  ['31 feb 2026', 'There is no 31 February 2026; check the date.'],
  ['3/15', 'There is no month 15; with a slash, the day comes first: 15/3.'],
  ['3/13', 'There is no month 13; with a slash, the day comes first: 13/3.'],
  ['13-3', 'There is no month 13; with a dash, the month comes first: 3-13.'],
  ['15-3', 'There is no month 15; with a dash, the month comes first: 3-15.'],
  ['15/13', 'There is no month 13; check the date.'],
  ['1 jan 1989', 'The date must be between 1 Jan 1990 and 31 Dec 2100. Check the year.'],
  ['+99999', 'The date must be between 1 Jan 1990 and 31 Dec 2100. Check the year.'],
  ['', 'Enter a date, for example 15 Mar 2026, 3-15 or t for today.'],
  ['15 foo', 'This is not a date. Enter a date like 15 Mar 2026, 2026-03-15, 3-15 or 15/3.'],
  ['tomorrow', 'This is not a date. Enter a date like 15 Mar 2026, 2026-03-15, 3-15 or 15/3.'],
  ['315', 'This is not a date. Enter a date like 15 Mar 2026, 2026-03-15, 3-15 or 15/3.'],
])('%j typed on 29 June 2026 is refused, not guessed', (text, message) => {
  expect(parseTypedDay(text, '2026-06-29')).toEqual({ ok: false, message })
})

test('displayed and ISO dates read back as the same date', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (d, today) => {
      expect(parseTypedDay(formatDay(d), today)).toEqual({ ok: true, day: d })
      expect(parseTypedDay(formatLongDay(d), today)).toEqual({ ok: true, day: d })
      expect(parseTypedDay(d, today)).toEqual({ ok: true, day: d })
    }),
  )
})

test('any typed date gives a real date or a message', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-z/ .,+-]{0,14}$/)), anyDay, (text, today) => {
      const read = parseTypedDay(text, today)
      expect(read.ok ? day.safeParse(read.day).success : read.message.length > 0).toBe(true)
    }),
  )
})

test('date differences follow the calendar', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -40_000, max: 40_000 }), (d, count) => {
      const [year, month, n] = d.split('-').map(Number) as [number, number, number]
      const expected = new Date(Date.UTC(year, month - 1, n + count)).toISOString().slice(0, 10)
      expect(addDays(d, count)).toBe(expected)
      expect(daysBetween(d, expected)).toBe(count)
      expect(compare(d, expected)).toBe(Math.sign(-count) + 0)
    }),
  )
})

test('months end on their last day and are added across years', () => {
  expect(['2026-01', '2026-02', '2024-02', '2026-04', '2026-12'].map(endOfMonth)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2024-02-29',
    '2026-04-30',
    '2026-12-31',
  ])
  expect(monthOf('2026-03-15')).toBe('2026-03')
  expect([
    addMonths('2026-11', 2),
    addMonths('2026-01', -1),
    addMonths('2026-05', 0),
    addMonths('2026-12', -12),
  ]).toEqual(['2027-01', '2025-12', '2026-05', '2025-12'])
})

test('dates and months are written so that day and month cannot be confused', () => {
  expect([formatDay('2026-03-05'), formatLongDay('2026-06-30'), formatMonth('2026-03')]).toEqual([
    '5 Mar 2026',
    '30 June 2026',
    'March 2026',
  ])
})

test('the date changes at midnight in Manila', () => {
  expect(dayInManila(Date.parse('2026-03-14T15:59:59.999Z'))).toBe('2026-03-14')
  expect(dayInManila(Date.parse('2026-03-14T16:00:00Z'))).toBe('2026-03-15')
  expect(dayInManila(-1)).toBe('1970-01-01')
})
