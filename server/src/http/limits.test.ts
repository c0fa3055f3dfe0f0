// Limits for attempts, and the end of every wait.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { emptied, freshDatabase } from '../../test/database.ts'
import { attempts, defaultLimits, mayLogInFrom, mayTryPassword, networkOf, passwordWasRight, within } from './limits.ts'

const db = await freshDatabase()
const clock = { ms: Date.parse('2026-03-16T01:00:00Z'), now: () => clock.ms }
const later = (seconds: number) => void (clock.ms += seconds * 1000)
afterAll(() => db.close())
beforeEach(() => emptied(db))

const transaction = db.kysely.transaction()
const tryPassword = (clientId = 'ana') =>
  transaction.execute((trx) => mayTryPassword(trx, clock, defaultLimits, attempts.ofStrangers(clientId)))
const times = async (count: number, act: () => Promise<boolean>) => {
  const outcomes = []
  for (let at = 0; at < count; at++) outcomes.push(await act())
  return outcomes
}

test('five passwords can be tried immediately, the sixth has to wait', async () => {
  expect(await times(6, tryPassword)).toEqual([true, true, true, true, true, false])
})

test('after the fifth failure the waits are 1, 2, 4, 8 and 16 seconds, and the tenth failure locks for 15 minutes', async () => {
  await times(5, tryPassword)
  for (const wait of [1, 2, 4, 8, 16]) {
    later(wait - 0.5)
    expect(await tryPassword()).toBe(false)
    later(0.5)
    expect(await tryPassword()).toBe(true)
  }
  later(15 * 60 - 1)
  expect(await tryPassword()).toBe(false)
  later(1)
  expect(await tryPassword()).toBe(true)
})

test('a wait started by a wrong clock ends when the clock is corrected', async () => {
  later(30 * 86_400)
  await times(10, tryPassword)
  expect(await tryPassword()).toBe(false)
  later(-30 * 86_400)
  expect(await tryPassword()).toBe(true)
  // Counting then continues as usual.
  expect(await times(5, tryPassword)).toEqual([true, true, true, true, false])
})

test('attempts during a wait do not extend it', async () => {
  await times(5, tryPassword)
  await times(50, tryPassword)
  later(1)
  expect(await tryPassword()).toBe(true)
})

test('of a hundred simultaneous attempts five are allowed', async () => {
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => tryPassword()))
  expect(outcomes.filter(Boolean)).toHaveLength(5)
})

test('a right password resets the failures, client ids are counted separately, and upper and lower case count as the same', async () => {
  await times(5, tryPassword)
  expect(await tryPassword('ANA')).toBe(false)
  expect(await tryPassword('ben')).toBe(true)
  await transaction.execute((trx) => passwordWasRight(trx, clock, attempts.ofStrangers('Ana')))
  expect(await tryPassword()).toBe(true)
})

test('failures older than fifteen minutes no longer count', async () => {
  await times(4, tryPassword)
  later(15 * 60)
  expect(await times(5, tryPassword)).toEqual([true, true, true, true, true])
})

test('a network can log in 30 times a minute and 300 times an hour', async () => {
  const logIn = (address = '203.0.113.7') =>
    transaction.execute((trx) => mayLogInFrom(trx, clock, defaultLimits, address))
  const first = await times(31, logIn)
  expect(first.filter(Boolean)).toHaveLength(30)
  expect(await logIn('203.0.113.8')).toBe(true)
  later(60)
  expect(await logIn()).toBe(true)
  for (let minute = 0; minute < 10; minute++) {
    await times(30, logIn)
    later(60)
  }
  expect(await logIn()).toBe(false)
  later(3600)
  expect(await logIn()).toBe(true)
})

test('a limit allows its number of attempts and resets after its window', async () => {
  const ask = () => transaction.execute((trx) => within(trx, clock, { bucket: 'inquiry:x', atMost: 2, seconds: 3600 }))
  expect(await times(3, ask)).toEqual([true, true, false])
  later(3600)
  expect(await ask()).toBe(true)
})

test('expired counters are deleted', async () => {
  await tryPassword('somebody')
  later(2 * 86_400)
  await transaction.execute((trx) => passwordWasRight(trx, clock, attempts.ofStrangers('ana')))
  expect(await db.kysely.selectFrom('limiter').selectAll().execute()).toEqual([])
})

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', ([address, network]) => {
  expect(networkOf(address!)).toBe(network)
})
