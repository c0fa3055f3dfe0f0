import { expect, test } from 'vitest'
import { userOf } from './session.ts'

test('the session user is id (from ClientId), company and role', () => {
  expect(userOf({ ClientId: 'ana', company: 'Bahay Kubo', role: 'user' })).toEqual({
    id: 'ana',
    company: 'Bahay Kubo',
    role: 'user',
  })
})
