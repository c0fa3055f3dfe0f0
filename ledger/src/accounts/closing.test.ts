// Closing and reopening order, the coverage of a seal, and missing booklet numbers.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  closingOrder,
  closingRefusal,
  gapsIn,
  gapWords,
  isClosed,
  noSeal,
  reopeningRefusal,
  sealedText,
} from './closing.ts'

const today = '2026-04-10'

test.each([
  ['nothing posted', null, null, { next: null, reopens: null }],
  ['nothing closed', null, '2026-01', { next: '2026-01', reopens: null }],
  ['some closed', '2026-01', '2025-11', { next: '2026-02', reopens: '2026-01' }],
  ['over the end of a year', '2025-12', '2025-11', { next: '2026-01', reopens: '2025-12' }],
  ['all but this month', '2026-03', '2025-11', { next: '2026-04', reopens: '2026-03' }],
] as const)('with %s the months that can be closed and reopened are known', (_, latest, first, expected) => {
  expect(closingOrder({ latest, first, today })).toEqual(expected)
})

test.each([
  ['2026-02', '2026-02', null],
  ['2026-03', '2026-02', 'Months are closed in order. Close February 2026 first.'],
  ['2026-01', '2026-02', 'January 2026 is already closed.'],
  ['2026-04', '2026-04', 'April 2026 has not ended. You can close it from the first day of the next month.'],
] as const)('closing %s while %s is next: %s', (month, next, expected) => {
  expect(closingRefusal(month, { next, today })).toBe(expected)
})

test('only the last closed month can be reopened', () => {
  expect(reopeningRefusal('2026-02', { reopens: '2026-02' })).toBeNull()
  expect(reopeningRefusal('2026-01', { reopens: '2026-02' })).toBe(
    'February 2026 is also closed. Reopen that month first.',
  )
  expect(reopeningRefusal('2026-03', { reopens: '2026-02' })).toBe('March 2026 is not closed.')
  expect(reopeningRefusal('2026-03', { reopens: null })).toBe('March 2026 is not closed.')
})

test('closing a month closes all earlier months', () => {
  const closed = new Set(['2026-01', '2026-02'])
  expect(['2025-06', '2026-02', '2026-03'].map((month) => isClosed(month, closed))).toEqual([true, true, false])
  expect(isClosed('2026-01', new Set())).toBe(false)
})

test('the text of a seal has one canonical form that can be hashed independently', () => {
  const text = sealedText({ month: '2026-01', previous: noSeal, hashes: ['aa', 'bb'] })
  expect(text).toBe(`{"hashes":["aa","bb"],"month":"2026-01","previous":"${'0'.repeat(64)}"}`)
  const seal = createHash('sha256').update(text).digest('hex')
  expect(sealedText({ month: '2026-02', previous: seal, hashes: [] })).toBe(
    `{"hashes":[],"month":"2026-02","previous":"${seal}"}`,
  )
  expect(sealedText({ month: '2026-03', previous: seal, hashes: [], acts: { position: 41n, hash: 'cc' } })).toBe(
    `{"acts":{"hash":"cc","position":"41"},"hashes":[],"month":"2026-03","previous":"${seal}"}`,
  )
})

test.each([
  [
    ['000101', '000102', '000104', '000107'],
    ['000103', '000105 to 000106'],
  ],
  [['SI 9', 'SI 11'], []],
  [['SI-09', 'SI-11', 'DR-09', 'DR-10'], ['SI-10']],
  [['000101', '000900'], []],
  [['abc', '', '7'], []],
  [['000103', '000101', '000101'], ['000102']],
] as const)('the missing numbers of %j are %j', (numbers, missing) => {
  expect(gapsIn(numbers).map(gapWords)).toEqual(missing)
})
