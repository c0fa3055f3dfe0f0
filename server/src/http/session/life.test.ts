// The end of a session by time.
import { expect, test } from 'vitest'
import { endOf } from './life.ts'

const start = Date.parse('2026-03-16T01:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const after = (times: { active?: number; pinged?: number; closing?: number }, seconds: number) =>
  endOf(
    {
      createdAt: at(0),
      activeAt: at(times.active ?? seconds),
      pingedAt: at(times.pinged ?? seconds),
      closingAt: times.closing === undefined ? null : at(times.closing),
    },
    start + seconds * 1000,
  )

test.for([
  ['an hour and two minutes without activity', { active: 0 }, 3719, undefined],
  ['an hour and two minutes without activity', { active: 0 }, 3720, 'idle'],
  ['25 minutes without a ping', { pinged: 0 }, 1499, undefined],
  ['25 minutes without a ping', { pinged: 0 }, 1500, 'silent'],
  ['12 hours', {}, 43_199, undefined],
  ['12 hours', {}, 43_200, 'age'],
  ['45 seconds after the page went away', { closing: 100 }, 144, undefined],
  ['45 seconds after the page went away', { closing: 100 }, 145, 'closed'],
] as const)('%s: %o, %d seconds after the login: %s', ([, times, seconds, end]) => {
  expect(after(times, seconds)).toBe(end)
})
