import { addDays, daysBetween } from '@talaan/ledger/core/date.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupsToDelete } from './retention.ts'

const nights = (from: string, to: string) =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const day = addDays(from, index)
    return { name: `talaan-${day}`, day }
  })

test('three years of nightly backups are thinned to seven days, five weeks, twelve months and the years', () => {
  const all = nights('2024-01-01', '2026-11-22')
  const gone = new Set(backupsToDelete(all))
  expect(all.filter(({ name }) => !gone.has(name)).map(({ day }) => day)).toEqual([
    ...['2024-12-31', '2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-25', '2026-10-31', '2026-11-01', '2026-11-08', '2026-11-15'],
    ...['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  ])
})

test('of several backups of a day the newest is retained; a single backup and the newest seven are retained at any age', () => {
  const names = [
    '2020-02-02-b',
    '2020-02-02-a',
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((at) => `2026-11-22-${at}`),
  ]
  expect(backupsToDelete(names.map((name) => ({ name, day: name.slice(0, 10) })))).toEqual([
    ...['2026-11-22-b', '2026-11-22-a', '2020-02-02-a'],
  ])
  expect(backupsToDelete([])).toEqual([])
})

test('nightly thinning retains the same last week as thinning at once, and never removes the newest', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 }), (ages) => {
      const backups = ages.map((age) => ({ name: addDays('2026-11-22', -age), day: addDays('2026-11-22', -age) }))
      const gone = backupsToDelete(backups)
      const newest = backups
        .map(({ day }) => day)
        .toSorted()
        .slice(-7)
      expect(gone.filter((name) => newest.includes(name))).toEqual([])
      expect(backupsToDelete(backups.filter(({ name }) => !gone.includes(name)))).toEqual([])
    }),
  )
})
