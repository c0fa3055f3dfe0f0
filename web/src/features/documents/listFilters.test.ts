// The period of a list, and the filters that are valid in its address.
import { expect, test } from 'vitest'
import { periodNamed, periodNames } from '@talaan/ledger/core/periods.ts'
import { listFiltersOf, periodOf } from './listFilters.ts'

test('the dates in the address of a list have the name of their period', () => {
  const calendar = { today: '2026-08-15', endsWith: 12 }
  for (const name of periodNames) expect(periodOf(periodNamed(name, calendar), calendar)).toBe(name)
  expect(periodOf({}, calendar)).toBe('')
  expect(periodOf({ from: '2026-03-05' }, calendar)).toBe('custom')
})

test('a list ignores what is no filter of its address', () => {
  const address = new URLSearchParams('search= lakbay &status=overdue&from=2026-13-01&order=name&ascending=yes&x=1')
  expect(listFiltersOf(address)).toEqual({ search: 'lakbay', status: 'overdue', ascending: 'yes' })
})
