import { expect, test } from 'vitest'
import { compareWithYear, headsLine, readHeads, timestampRequest } from './heads.ts'

const heads = {
  at: '2026-11-23T01:00:00.000Z',
  entries: 1234n,
  head: 'ab'.repeat(32),
  events: 5678n,
  eventsHead: 'cd'.repeat(32),
}

test('the line with the ends of both chains is read again from a message that broke it', () => {
  const line = headsLine(heads)
  expect(line).toBe(
    `Talaan 2026-11-23T01:00:00.000Z: 1234 entries ${heads.head}, 5678 audit events ${heads.eventsHead}`,
  )
  expect(readHeads(line)).toEqual(heads)
  expect(readHeads(`Good day,\r\n\r\n${line.replaceAll(' ', '\r\n')}\r\n`)).toEqual(heads)
})

test.each([
  ['nothing', ''],
  ['another text', 'Dear Sir'],
  ['a shortened hash', headsLine({ ...heads, head: 'ab'.repeat(31) })],
  ['a number without end', headsLine({ ...heads, entries: 10n ** 30n })],
])('a line with %s is none', (_, text) => {
  expect(readHeads(text)).toBeNull()
})

test('a time-stamp request has the form of RFC 3161', () => {
  const request = Buffer.from(timestampRequest('0f'.repeat(32))).toString('hex')
  expect(request).toBe(`30390201013031300d060960864801650304020105000420${'0f'.repeat(32)}0101ff`)
})

test('a saved line is compared with an exported year, as far as the year covers it', () => {
  const year = {
    hashes: new Map([[1234n, heads.head]]),
    seals: [{}, { acts: { position: '5678', hash: heads.eventsHead } }],
  }
  expect(compareWithYear(year, heads)).toEqual({ entries: true, events: true })
  expect(compareWithYear(year, { ...heads, head: '00'.repeat(32) })).toEqual({ entries: false, events: true })
  expect(compareWithYear(year, { ...heads, eventsHead: '00'.repeat(32) })).toEqual({ entries: true, events: false })
  expect(compareWithYear(year, { ...heads, entries: 1235n, events: 1n })).toEqual({ entries: null, events: null })
})
