// Passwords: storage, comparison and generation.
import { expect, test } from 'vitest'
import { passwordRefusal } from '@talaan/contract/password.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { hashPassword, isPassword, nobodysHash, oneTimePassword, standardCost } from './passwords.ts'

const cheap = { memoryKiB: 8, passes: 1 }

test('a password is stored as argon2id with 64 MiB, 3 passes, a salt of 16 bytes and a tag of 32', async () => {
  const [, name, version, cost, salt, tag] = (await hashPassword('Tindahan-ni-Ana-7', standardCost)).split('$')
  expect([name, version, cost]).toEqual(['argon2id', 'v=19', 'm=65536,t=3,p=1'])
  expect(Buffer.from(salt!, 'base64')).toHaveLength(16)
  expect(Buffer.from(tag!, 'base64')).toHaveLength(32)
})

test('the right password is accepted and all others are not', async () => {
  const hash = await hashPassword('Tindahan-ni-Ana-7', cheap)
  expect(await isPassword('Tindahan-ni-Ana-7', hash)).toBe(true)
  for (const other of ['tindahan-ni-Ana-7', 'Tindahan-ni-Ana-7 ', '', 'Tindahan-ni-Ana-']) {
    expect(await isPassword(other, hash)).toBe(false)
  }
})

test('the same password is stored differently each time', async () => {
  expect(await hashPassword('Tindahan-ni-Ana-7', cheap)).not.toBe(await hashPassword('Tindahan-ni-Ana-7', cheap))
})

test('a composed letter equals the same letter with a combining character', async () => {
  const hash = await hashPassword('Pe\u00f1a-libro-7', cheap)
  expect(await isPassword('Pen\u0303a-libro-7', hash)).toBe(true)
})

test('every character of a long password counts', async () => {
  const hash = await hashPassword(`Aa1!${'x'.repeat(124)}`, cheap)
  expect(await isPassword(`Aa1!${'x'.repeat(123)}y`, hash)).toBe(false)
  expect(await isPassword(`Aa1!${'x'.repeat(124)}`, hash)).toBe(true)
})

test('a hash that was stored with other costs is still accepted', async () => {
  expect(
    await isPassword('Tindahan-ni-Ana-7', await hashPassword('Tindahan-ni-Ana-7', { memoryKiB: 16, passes: 2 })),
  ).toBe(true)
})

test('the hash for unknown accounts costs the same as a real one and accepts no password', async () => {
  expect(nobodysHash(cheap).split('$').slice(0, 4)).toEqual((await hashPassword('x', cheap)).split('$').slice(0, 4))
  expect(await isPassword('', nobodysHash(cheap))).toBe(false)
})

test('many simultaneous hashes are all correct', async () => {
  const passwords = Array.from({ length: 20 }, (_, at) => `Kwaderno-${at}`)
  const hashes = await Promise.all(passwords.map((password) => hashPassword(password, cheap)))
  const results = await Promise.all(hashes.map((hash, at) => isPassword(passwords[at]!, hash)))
  expect(results).toEqual(passwords.map(() => true))
})

test('a one-time password has 24 characters, meets the rules and is not repeated', () => {
  const made = Array.from({ length: 200 }, oneTimePassword)
  for (const password of made) {
    expect(password).toHaveLength(24)
    expect(passwordRefusal(password, 'admin')).toBeUndefined()
  }
  expect(new Set(made).size).toBe(200)
})

test('however many strangers try to log in, a known browser is not turned away', async () => {
  const hash = await hashPassword('Tindahan-ni-Ana-7', cheap)
  const strangers = Array.from({ length: 110 }, () =>
    isPassword('a guess', hash, 'stranger').catch((error: unknown) => error),
  )
  expect(await isPassword('Tindahan-ni-Ana-7', hash)).toBe(true)
  const turnedAway = (await Promise.all(strangers)).filter((result) => result instanceof Refusal)
  expect(turnedAway.map(({ problem }) => problem)).toEqual(Array(110 - 102).fill(common.tooManyLogins))
})
