// Which responses are compressed.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from '@talaan/ledger/core/zod.ts'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { listBookmarks } from '@talaan/contract/bookmarks.ts'
import { dashboard, logIn } from '@talaan/contract/session.ts'
import { openPortal } from '../../test/portal.ts'
import type { Portal } from '../../test/portal.ts'
import { routesOf } from '../app.ts'
import { mayBePacked } from './packing.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a long response is compressed with a method the client accepts, and has the same content', async () => {
  const ben = await portal.signIn('ben')
  const { accounts } = (await ben.call(listAccounts)).answer
  const asked = (accepted: string) =>
    portal.app.inject({
      method: 'GET',
      url: listAccounts.path,
      headers: { authorization: `Bearer ${ben.bearer}`, cookie: ben.cookie, 'accept-encoding': accepted },
    })
  for (const [accepted, way, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const { headers, rawPayload } = await asked(accepted)
    expect(headers['content-encoding']).toBe(way)
    expect(headers['vary']).toBe('Origin, Accept-Encoding')
    expect(listAccounts.answer.parse(JSON.parse(unpack(rawPayload).toString())).accounts).toEqual(accounts)
    if (way !== undefined) expect(rawPayload.length * 4).toBeLessThan(JSON.stringify(accounts).length)
  }
})

test('a short response is not compressed', async () => {
  const ben = await portal.signIn('ben', { force: true })
  const { headers } = await ben.call(listBookmarks, { headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBeUndefined()
})

test('responses that may contain a token, a password or a secret are never compressed, nor those to unknown callers', () => {
  expect([dashboard, logIn].map(mayBePacked)).toEqual([false, false])
  const packed = routesOf(portal.context)
    .map(({ endpoint }) => endpoint)
    .filter(mayBePacked)
  expect(packed.length).toBeGreaterThan(20)
  const secret = packed.filter(({ answer }) => /token|password|secret|bind/i.test(namesIn(answer)))
  expect(secret.map(({ name }) => name)).toEqual([])
  expect(namesIn(dashboard.answer)).toContain('customToken')
})

/** The names of all fields in a response, including nested ones. */
const namesIn = (answer: z.ZodMiniType): string => {
  const { properties, $defs } = z.toJSONSchema(answer, { unrepresentable: 'any', io: 'input' })
  const names: string[] = []
  JSON.stringify({ properties, $defs }, (key, value: unknown) => (names.push(key), value))
  return names.join(' ')
}
