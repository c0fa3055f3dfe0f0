// The filters that an address of Transactions stands for on a given date.
import { expect, test } from 'vitest'
import { filtersOf } from './transactionFilters.ts'

test.each([
  ['from=t-30&to=t', { from: '2026-05-30', to: '2026-06-29' }],
  ['from=m&to=h', { from: '2026-06-01', to: '2026-06-30' }],
  ['from=-7&to=t+1', { from: '2026-06-22', to: '2026-06-30' }],
  ['from=t%2B1', { from: '2026-06-30' }],
  ['from=2026-03-15&least=P1,000&search=PHP+42%2C800', { from: '2026-03-15', least: '100000', search: 'PHP 42,800' }],
  ['from=whenever&to=31-2&kinds=none&order=day', { order: 'day' }],
])('the address ?%s gives its filters', (address, filters) => {
  expect(filtersOf(new URLSearchParams(address), '2026-06-29')).toEqual(filters)
})
