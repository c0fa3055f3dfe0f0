// Dates of recurring documents; weekdays of 2026 were checked in a calendar.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, monthOf } from '../../core/date.ts'
import { isWeekend } from '../../tax/calendar/deadlines.ts'
import { standardNonWorkingDays as closed } from '../../tax/calendar/standard.ts'
import { nextOccurrence, rhythm as schema, rhythmPlaces, rhythmUnits, rhythmWords } from './rhythm.ts'
import type { Rhythm } from './rhythm.ts'

const monthly: Rhythm = { every: 1, unit: 'month', place: 'date', begins: '2026-01-31', ends: null, times: null }

/** The first dates, each after the one before. */
function dates(more: Partial<Rhythm>, count: number, last: string | null = null): string[] {
  const found: string[] = []
  for (let made = 0; made < count; made += 1) {
    const next = nextOccurrence({ ...monthly, ...more }, { last: found.at(-1) ?? last, made, closed })
    if (next === null) break
    found.push(next)
  }
  return found
}

test.each<[string, Partial<Rhythm>, string[]]>([
  ['a day that a month does not have is its last day', {}, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
  ['every 10 days', { every: 10, unit: 'day', begins: '2026-02-20' }, ['2026-02-20', '2026-03-02', '2026-03-12']],
  ['every second week', { every: 2, unit: 'week', begins: '2026-11-06' }, ['2026-11-06', '2026-11-20', '2026-12-04']],
  ['every quarter', { unit: 'quarter', begins: '2026-11-15' }, ['2026-11-15', '2027-02-15', '2027-05-15']],
  ['every year from 29 February', { unit: 'year', begins: '2028-02-29' }, ['2028-02-29', '2029-02-28', '2030-02-28']],
  ['the last day', { place: 'last', begins: '2026-02-10' }, ['2026-02-28', '2026-03-31']],
  [
    'the first working day, after New Year and its weekend',
    { place: 'firstWorking', begins: '2027-01-01' },
    ['2027-01-04', '2027-02-01'],
  ],
  [
    'the last working day, before the holidays of December',
    { place: 'lastWorking', begins: '2026-12-01' },
    ['2026-12-29', '2027-01-29'],
  ],
  [
    'a first working day before the first date is not made',
    { place: 'firstWorking', begins: '2026-11-16' },
    ['2026-12-01', '2027-01-04'],
  ],
  ['an end date', { ends: '2026-03-30' }, ['2026-01-31', '2026-02-28']],
  ['a number of documents', { times: 2 }, ['2026-01-31', '2026-02-28']],
])('a recurring document is dated by its rhythm: %s', (_name, more, expected) => {
  expect(dates(more, Math.max(expected.length, more.ends || more.times ? 9 : 0))).toEqual(expected)
})

test('a date that a later holiday moved is not made twice', () => {
  const rule: Rhythm = { ...monthly, place: 'firstWorking', begins: '2026-02-01' }
  expect(nextOccurrence(rule, { last: '2026-02-02', made: 1, closed: [...closed, holiday('2026-02-02')] })).toBe(
    '2026-03-02',
  )
})
const holiday = (day: string) => ({ day, name: 'A holiday', source: 'Proclamation' })

test('the rhythm of a recurring document is said in words', () => {
  expect(rhythmWords(monthly)).toBe('Every month on day 31')
  expect(rhythmWords({ ...monthly, every: 2, unit: 'quarter', place: 'lastWorking' })).toBe(
    'Every 2 quarters on the last working day',
  )
  expect(rhythmWords({ ...monthly, unit: 'year' })).toBe('Every year on 31 Jan')
  expect(rhythmWords({ ...monthly, every: 2, unit: 'week' })).toBe('Every 2 weeks from 31 Jan 2026')
})

test('an end before the first date, or two ends, are refused', () => {
  const mistake = (more: Partial<Rhythm>) => schema.safeParse({ ...monthly, ...more }).error?.issues[0]?.path
  expect(mistake({ ends: '2026-01-30' })).toEqual(['ends'])
  expect(mistake({ ends: '2026-12-31', times: 3 })).toEqual(['times'])
  expect(mistake({ every: 0 })).toEqual(['every'])
  expect(mistake({})).toBeUndefined()
})

const anyRhythm = fc.record({
  every: fc.integer({ min: 1, max: 99 }),
  unit: fc.constantFrom(...rhythmUnits),
  place: fc.constantFrom(...rhythmPlaces),
  begins: fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days)),
  ends: fc.constant(null),
  times: fc.constant(null),
})

test('every date of a rhythm is after the one before, and its next date is the same whenever it is asked', () => {
  fc.assert(
    fc.property(anyRhythm, fc.integer({ min: 0, max: 400 }), (rule, later) => {
      const [first = '', second = '', third = ''] = dates(rule, 3)
      expect(first >= rule.begins).toBe(true)
      expect(second > first && third > second).toBe(true)
      // A date between two others leads to the same next one, so a missed run changes nothing.
      const between = addDays(first, later)
      const next = nextOccurrence(rule, { last: between, made: 1, closed })
      const byMonth = rule.unit !== 'day' && rule.unit !== 'week'
      if (byMonth ? monthOf(between) < monthOf(second) : between < second) expect(next).toBe(second)
      if (byMonth && rule.place.endsWith('Working')) expect(isWeekend(second)).toBe(false)
    }),
    { numRuns: 200 },
  )
})
