// How the portal can be reached: over HTTPS of its own, or over a Unix socket that only a proxy opens.
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { RequestOptions } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '@talaan/contract/api-keys.ts'
import { dashboard, logIn } from '@talaan/contract/session.ts'
import { certificate } from '../../test/certificate.ts'
import { launch } from '../../test/crash/portal.ts'
import { cookieIn, openPortal, passwordOf } from '../../test/portal.ts'
import { buildApp } from '../app.ts'
import { removeDeadSocket } from './connections.ts'

const portal = await openPortal()
const folder = mkdtempSync(join(tmpdir(), 'talaan-socket-'))
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

async function answerTo(request: typeof secureRequest, options: RequestOptions, body?: object) {
  const sent = request({ ...options, ...(body && { method: 'POST' }) })
  sent.end(body && JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

test('with a certificate, the portal serves HTTPS itself, with secure cookies, and no plain HTTP', async () => {
  const app = await buildApp({ ...portal.context, env: { ...portal.context.env, tls: certificate } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { port } = app.server.address() as AddressInfo
    const at = { host: 'localhost', port, ca: certificate.cert, headers: { 'content-type': 'application/json' } }
    const health = await answerTo(secureRequest, { ...at, path: '/healthz' })
    expect([health.status, health.headers['strict-transport-security']]).toEqual([
      200,
      expect.stringMatching(/^max-age/),
    ])
    const login = { ClientId: 'ana', Password: passwordOf('ana') }
    const { headers } = await answerTo(secureRequest, { ...at, path: logIn.path }, login)
    expect(cookieIn(headers)).toMatch(/^__Host-bind=/)
    await expect(answerTo(plainRequest, { host: '127.0.0.1', port, path: '/healthz' })).rejects.toThrow()
  } finally {
    await app.close()
  }
})

test('a port in use is reported before a database and its one-time password are made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const data = join(folder, 'unused')
  try {
    const started = launch({ PORT: String(port), DATA_DIR: data })
    expect(await started.end()).toBe(1)
    expect(started.said().trim()).toBe(
      `Port ${port} on 127.0.0.1 cannot be used (EADDRINUSE); choose another with PORT.`,
    )
    expect(existsSync(join(data, 'database'))).toBe(false)
  } finally {
    other.close()
  }
})

test('on a Unix socket, the last address in X-Forwarded-For is the caller, and many connections are open at once', async () => {
  const socketPath = join(folder, 'http.sock')
  const app = await buildApp({ ...portal.context, env: { ...portal.context.env, host: socketPath } })
  await app.listen({ path: socketPath })
  try {
    const attempt = (forwarded: string | undefined) =>
      answerTo(
        plainRequest,
        {
          socketPath,
          path: logIn.path,
          headers: { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) },
        },
        { ClientId: 'ben', Password: 'wrong' },
      )
    for (const forwarded of ['198.51.100.66', '192.0.2.1, 198.51.100.67', undefined])
      expect((await attempt(forwarded)).status).toBe(401)
    const rows = await portal.db.kysely
      .selectFrom('audit')
      .select('address')
      .where('actor_name', '=', 'ben')
      .orderBy('seq', 'desc')
      .limit(3)
      .execute()
    expect(rows.map(({ address }) => address ?? '').toReversed()).toEqual(['198.51.100.66', '198.51.100.67', ''])
    const many = Array.from({ length: 150 }, () => answerTo(plainRequest, { socketPath, path: '/healthz' }))
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]))
  } finally {
    await app.close()
  }
})

test('the socket of a killed portal is removed, and that of a running one stays', async () => {
  const [made, path] = [join(folder, 'made.sock'), join(folder, 'dead.sock')]
  const server = createServer().listen(made)
  await once(server, 'listening')
  renameSync(made, path)
  await removeDeadSocket(path)
  expect(existsSync(path)).toBe(true)
  server.close()
  await once(server, 'close')
  await removeDeadSocket(path)
  expect(existsSync(path)).toBe(false)
  await removeDeadSocket(path)
})

test('an account that reached its limit of calls per minute has to wait, and the others continue', async () => {
  const app = await buildApp({ ...portal.context, env: { ...portal.context.env, callsPerMinute: 3 } })
  try {
    const [ana, ben] = [await portal.signIn('ana', { force: true }), await portal.signIn('ben', { force: true })]
    const call = async ({ bearer, cookie }: typeof ana) => {
      const headers = { authorization: `Bearer ${bearer}`, cookie }
      const { statusCode, headers: answered, body } = await app.inject({ method: 'GET', url: dashboard.path, headers })
      return [
        statusCode,
        answered['retry-after'],
        statusCode === 200 ? '' : (JSON.parse(body) as { error: string }).error,
      ]
    }
    for (let at = 0; at < 3; at++) expect(await call(ana)).toEqual([200, undefined, ''])
    const refused = [429, '60', 'Too many requests in a short time. Wait a minute and try again.']
    expect(await call(ana)).toEqual(refused)
    expect(await call(ben)).toEqual([200, undefined, ''])
    portal.clock.forward(59)
    expect(await call(ana)).toEqual(refused)
    portal.clock.forward(1)
    expect(await call(ana)).toEqual([200, undefined, ''])

    // An API key has a limit of its own, and is told how many calls are left.
    const carla = await portal.signIn('carla', { force: true })
    const about = {
      name: 'Script',
      owner: 'ana',
      networks: [],
      expiresOn: '2026-12-31',
      scopes: ['company:read' as const],
    }
    const params = { keyId: crypto.randomUUID() }
    const { secret } = (await carla.call(createApiKey, { params, body: about })).answer
    const replies = []
    for (let at = 0; at < 4; at++)
      replies.push(await app.inject({ url: '/api/v1/company', headers: { authorization: `Bearer ${secret}` } }))
    expect(replies.map(({ statusCode, headers: of }) => [statusCode, of['ratelimit-remaining']])).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ])
    expect(replies[3]?.headers).toMatchObject({
      'retry-after': '60',
      'ratelimit-limit': '3',
      'ratelimit-reset': '60',
      'request-id': replies[3]?.json().requestId,
    })
    portal.clock.forward(45)
    const later = await app.inject({ url: '/api/v1/company', headers: { authorization: `Bearer ${secret}` } })
    expect(later.headers).toMatchObject({ 'retry-after': '15', 'ratelimit-reset': '15' })
    expect(replies[3]?.json()).toMatchObject({ status: 429, title: refused[2] })
    expect(await call(ana)).toEqual([200, undefined, ''])
  } finally {
    await app.close()
  }
})
