import { expect, test } from 'vitest'
import { allPeriodNames, dateNamed, dateNames, nameOfPeriod, periodNamed, periodNames } from './periods.ts'

test('the usual periods follow the fiscal year of the company', () => {
  const calendarYear = { today: '2026-11-23', endsWith: 12 }
  expect(
    Object.fromEntries(allPeriodNames.map((name) => [name, Object.values(periodNamed(name, calendarYear))])),
  ).toEqual({
    'this-month': ['2026-11-01', '2026-11-30'],
    'last-month': ['2026-10-01', '2026-10-31'],
    'this-quarter': ['2026-10-01', '2026-12-31'],
    'last-quarter': ['2026-07-01', '2026-09-30'],
    'year-to-date': ['2026-01-01', '2026-11-23'],
    'last-year': ['2025-01-01', '2025-12-31'],
    'this-year': ['2026-01-01', '2026-12-31'],
    'twelve-months': ['2025-11-01', '2026-10-31'],
  })
  // A fiscal year that ends in May: its quarters begin in June, September, December and March.
  const toMay = { today: '2026-11-23', endsWith: 5 }
  expect(periodNames.slice(2).map((name) => Object.values(periodNamed(name, toMay)))).toEqual([
    ['2026-09-01', '2026-11-30'],
    ['2026-06-01', '2026-08-31'],
    ['2026-06-01', '2026-11-23'],
    ['2025-06-01', '2026-05-31'],
  ])
  expect(dateNames.map((name) => dateNamed(name, toMay))).toEqual([
    '2026-11-23',
    '2026-10-31',
    '2026-08-31',
    '2026-05-31',
  ])
})

test('in every month and fiscal year, last periods have ended, and this quarter and the year to date contain today', () => {
  for (let endsWith = 1; endsWith <= 12; endsWith++)
    for (let month = 1; month <= 12; month++) {
      const calendar = { today: `2026-${String(month).padStart(2, '0')}-15`, endsWith }
      for (const name of periodNames) {
        const { from, to } = periodNamed(name, calendar)
        expect(from < to).toBe(true)
        expect(to < calendar.today, `${name} ${month} ${endsWith}`).toBe(name.startsWith('last'))
        if (!name.startsWith('last')) expect(from <= calendar.today).toBe(true)
      }
      const [quarter, year] = [periodNamed('this-quarter', calendar), periodNamed('last-year', calendar)]
      expect(Number(year.to.slice(5, 7))).toBe(endsWith)
      expect((Number(quarter.to.slice(5, 7)) - endsWith + 24) % 3).toBe(0)
    }
})

test('dates that are a usual period have its name', () => {
  const calendar = { today: '2026-11-23', endsWith: 12 }
  expect(nameOfPeriod({ from: '2026-10-01', to: '2026-10-31' }, calendar)).toBe('last-month')
  expect(nameOfPeriod({ from: '2026-10-01', to: '2026-10-30' }, calendar)).toBeUndefined()
})
