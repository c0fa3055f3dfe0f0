// A practice portal: its own keys, and nothing that leaves this machine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '@talaan/contract/api-keys.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Portal } from '../../../test/portal.ts'
import { newKey } from '../../http/api/key.ts'
import { allowedAddresses } from '../../platform/outgoing/post.ts'

let practice: Portal
let live: Portal
beforeAll(async () => {
  const env = { SMTP_URL: 'smtp://localhost', BACKUP_DIR: '/tmp/no-backups', WEBHOOK_PRIVATE_NETWORKS: '10.0.0.0/8' }
  practice = await openPortal({ env: { ...env, PRACTICE: 'on' } })
  live = await openPortal({})
})
afterAll(async () => {
  await practice.close()
  await live.close()
})

async function keyOf(portal: Portal): Promise<string> {
  const carla = await portal.signIn('carla')
  const params = { keyId: crypto.randomUUID() }
  const scopes = ['company:read' as const]
  const body = { name: 'Script', owner: 'carla', scopes, networks: [], expiresOn: '2026-12-31' }
  return (await carla.call(createApiKey, { params, body })).answer.secret
}

const answered = async (portal: Portal, key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  const reply = await portal.app.inject({ url: '/api/v1/accounts', headers })
  return [reply.statusCode, reply.json<{ code?: string }>().code]
}

test('a practice key is refused on the live portal and a live key on the practice portal, each with its own sentence', async () => {
  const [practiceKey, liveKey] = [await keyOf(practice), await keyOf(live)]
  expect(practiceKey).toMatch(/^talaan_test_[0-9A-Za-z]{61}$/)
  expect(liveKey).toMatch(/^talaan_live_[0-9A-Za-z]{61}$/)
  expect(await answered(practice, practiceKey)).toEqual([200, undefined])
  expect(await answered(live, liveKey)).toEqual([200, undefined])
  expect(await answered(live, practiceKey)).toEqual([401, 'api.practiceKey'])
  expect(await answered(practice, liveKey)).toEqual([401, 'api.liveKey'])
  expect(await answered(live, newKey('talaan_live_').text)).toEqual([401, 'api.badKey'])

  // A restored copy has the rows of the live keys. They don't work there either.
  const { rows } = await live.db.pool.query<{ start: string; secret_hash: string }>(
    'select start, secret_hash from api_key',
  )
  await practice.db.pool.query('update api_key set start = $1, secret_hash = $2', [
    rows[0]?.start,
    rows[0]?.secret_hash,
  ])
  expect(await answered(practice, liveKey)).toEqual([401, 'api.liveKey'])
})

test('a practice portal has no mail server and no backups, and sends webhooks only to this machine', async () => {
  const { env } = practice.context
  expect([env.isPractice, env.smtpUrl, env.backup]).toEqual([true, null, null])
  const to = (url: string, address: string) => allowedAddresses(url, env, () => Promise.resolve([address]))
  expect(await to('http://localhost:8080/hook', '127.0.0.1')).toEqual(['127.0.0.1'])
  for (const address of ['203.0.113.7', '10.0.0.7', '2001:db8::1'])
    await expect(to('https://hooks.example/', address)).rejects.toThrow('sends webhooks only to 127.0.0.1 and ::1')
})
