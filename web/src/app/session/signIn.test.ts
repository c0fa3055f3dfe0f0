// The exchange of a custom token at an identity provider that is another service.
import { afterEach, expect, test, vi } from 'vitest'
import { exchange } from './signIn.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the identity provider is told the address of the portal and no more, so that a web key restricted to it works', async () => {
  const sent: { address: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    sent.push({ address, init })
    const idToken = 'a.b.c'
    return Promise.resolve(Response.json({ idToken, refreshToken: 'r', expiresIn: '3600' }))
  })
  expect(await exchange('token', { url: 'https://identity.example', key: 'web key' } as never)).toBe('a.b.c')
  const [{ address, init }] = sent as [(typeof sent)[0]]
  expect(address).toBe('https://identity.example/v1/accounts:signInWithCustomToken?key=web%20key')
  // The pages of the portal send no referrer otherwise.
  expect(init.referrerPolicy).toBe('origin')
})
