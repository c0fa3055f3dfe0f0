// The month and the year that the loose-leaf form suggests.
import { expect, test } from 'vitest'
import { usualMonth, usualYear } from './books.ts'

test('the books of the latest closed month are suggested, else of the latest finished one, never of a later one', () => {
  const month = (name: string, closed = false) => ({ month: name, entries: 3, closed })
  const months = [month('2027-01'), month('2026-11'), month('2026-10'), month('2026-09')]
  expect(usualMonth({ months }, '2026-11-23')).toBe('2026-10')
  expect(usualMonth({ months: [...months, month('2026-08', true)] }, '2026-11-23')).toBe('2026-08')
  expect(usualMonth({ months: months.slice(0, 2) }, '2026-11-23')).toBe('2026-11')
  expect(usualMonth({ months: [] }, '2026-11-23')).toBe('')
  const years = ['2027', '2026', '2025'].map((year) => ({ from: `${year}-01`, to: `${year}-12` }))
  expect(usualYear({ years }, '2026-11-23')).toBe('2025-01')
  expect(usualYear({ years: years.slice(0, 2) }, '2026-11-23')).toBe('2026-01')
})
