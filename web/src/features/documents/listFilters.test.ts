// The periods offered by a list, and the filters that its address may have.
import { expect, test } from 'vitest'
import { listFiltersOf, periodOf, periods } from './listFilters.ts'

test('the periods of a list begin and end with their months, and an address names its period again', () => {
  const today = '2026-03-31'
  expect(periods(today).map(({ words, from, to }) => `${words}: ${from} to ${to}`)).toEqual([
    'This month: 2026-03-01 to 2026-03-31',
    'Last month: 2026-02-01 to 2026-02-28',
    'This quarter: 2026-01-01 to 2026-03-31',
    'This year: 2026-01-01 to 2026-12-31',
    'Last year: 2025-01-01 to 2025-12-31',
  ])
  for (const period of periods('2026-08-15')) expect(periodOf(period, '2026-08-15')).toBe(period.name)
  expect(periodOf({}, today)).toBe('')
  expect(periodOf({ from: '2026-03-05' }, today)).toBe('other')
})

test('a list ignores what is no filter of its address', () => {
  const address = new URLSearchParams('search= lakbay &status=overdue&from=2026-13-01&order=name&ascending=yes&x=1')
  expect(listFiltersOf(address)).toEqual({ search: 'lakbay', status: 'overdue', ascending: 'yes' })
})
