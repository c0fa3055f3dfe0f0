import { expect, test } from 'vitest'
import { tokenExpired } from './stored.ts'

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`

test('a token is expired from the second in its claim', () => {
  expect(tokenExpired(token({ exp: 1_000 }), 999_999)).toBe(false)
  expect(tokenExpired(token({ exp: 1_000 }), 1_000_000)).toBe(true)
})

test('a token without an expiry, or an invalid one, is expired', () => {
  expect(tokenExpired(token({}), 0)).toBe(true)
  expect(tokenExpired('nonsense', 0)).toBe(true)
  expect(tokenExpired('', 0)).toBe(true)
})
