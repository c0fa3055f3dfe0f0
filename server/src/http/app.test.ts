// The portal for unknown callers: headers, content types, sizes and unknown paths.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { logIn } from '@talaan/contract/session.ts'
import { listUsers } from '@talaan/contract/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formScreens } from '@talaan/contract/cards.ts'
import { openLog } from '../platform/log.ts'
import { openPortal } from '../../test/portal.ts'
import type { Portal } from '../../test/portal.ts'
import { buildApp } from '../app.ts'

let portal: Portal
let app: FastifyInstance
const webDir = mkdtempSync(join(tmpdir(), 'pages-'))

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  for (const [file, title] of [
    ['index.html', 'Sign in'],
    ['portal.html', 'Portal'],
  ] as const) {
    writeFileSync(
      join(webDir, file),
      `<meta name="csp-nonce" content="__NONCE__"><meta name="company-logo" content="__LOGO__"><title>${title}</title>`,
    )
  }
  writeFileSync(join(webDir, 'frame.html'), '<meta name="csp-nonce" content="__NONCE__"><title>Form</title>')
  writeFileSync(join(webDir, 'assets', 'a-1a2b.js'), 'export const a = 1')
  portal = await openPortal({
    env: { FORM_URL_BILLS: 'https://forms.example.com/bills?x=1', PUBLIC_URL: 'https://books.example.com' },
  })
  app = await buildApp(portal.context, { webDir })
})
afterAll(async () => {
  await app.close()
  await portal.close()
  rmSync(webDir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('the portal page has a strict policy with a new nonce each time, and is never cached', async () => {
  const [first, second] = [await get('/dashboard'), await get('/')]
  const nonce = (text: unknown) => /'nonce-([^']+)'/.exec(String(text))?.[1] ?? ''
  const policy = String(first.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
  expect(policy).toContain("frame-src 'self' https://forms.example.com;")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(first.body).toContain(`content="${nonce(policy)}"`)
  expect(Buffer.from(nonce(policy), 'base64')).toHaveLength(16)
  expect(nonce(second.headers['content-security-policy'])).not.toBe(nonce(policy))
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  })
})

test('the headers of a form frame sandbox it: no origin, no network, no access to the top window', async () => {
  for (const { frame } of formScreens) {
    const reply = await get(`/forms/${frame}`)
    const policy = String(reply.headers['content-security-policy'])
    expect(policy.split('; ')[0]).toBe('sandbox allow-scripts allow-forms allow-modals allow-downloads')
    expect(policy).toContain("default-src 'none'; script-src https://books.example.com/assets/;")
    expect(policy).toContain("connect-src 'none'; form-action 'none'; base-uri 'none'")
    expect(policy).not.toMatch(/allow-same-origin|allow-top|unsafe/)
    expect(reply.headers['x-frame-options']).toBe('SAMEORIGIN')
  }
  expect((await get('/forms/none')).statusCode).toBe(404)
})

test('the company logo is linked in the page and served with a policy that forbids everything', async () => {
  expect((await get('/dashboard')).body).toContain('name="company-logo" content=""')
  expect((await get('/company-logo')).statusCode).toBe(404)

  const companyLogo = { type: 'image/svg+xml', bytes: Buffer.from('<svg/>'), address: '/company-logo?1a2b' } as const
  const own = await buildApp({ ...portal.context, env: { ...portal.context.env, companyLogo } }, { webDir })
  expect((await own.inject('/dashboard')).body).toContain('name="company-logo" content="/company-logo?1a2b"')
  const served = await own.inject(companyLogo.address)
  expect(served.body).toBe('<svg/>')
  expect(served.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  await own.close()
})

test('hashed files are cached as immutable and can be loaded by a frame without an origin', async () => {
  expect((await get('/assets/a-1a2b.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('every response forbids plug-ins, base URLs, content sniffing and referrers', async () => {
  for (const url of [
    '/',
    '/dashboard',
    '/forms/invoice',
    '/assets/a-1a2b.js',
    '/assets/none.js',
    '/api/portal',
    '/nowhere.js',
  ]) {
    const { headers } = await get(url)
    expect(headers, url).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^(?=.*default-src 'none')(?=.*object-src 'none')(?=.*base-uri 'none')(?=.*frame-ancestors)/,
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
  }
})

test("a refused call of a signed-in user is logged with the user, and an unknown caller's is not logged", async () => {
  const lines: string[] = []
  const log = openLog('info', { to: { write: (line) => void lines.push(line) }, isTerminal: false })
  const logging = await buildApp({ ...portal.context, log })
  const ana = await portal.signIn('ana')
  const known = { authorization: `Bearer ${ana.bearer}`, cookie: String(ana.cookie) }
  const invoice = `/api/documents/${crypto.randomUUID()}`
  for (const [method, url, headers] of [
    ['GET', listUsers.path, known],
    ['GET', invoice, known],
    ['GET', `${invoice}?search=123-456-789`, known],
    ['GET', listUsers.path, {}],
  ] as const)
    await logging.inject({ method, url, headers, remoteAddress: '203.0.113.7' })
  const refused = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(refused.map(({ clientId, address, code }) => [clientId, address, code])).toEqual([
    ['ana', '203.0.113.7', 'notAllowed'],
    ['ana', '203.0.113.7', expect.stringMatching(/notThere$/i)],
    ['ana', '203.0.113.7', 'input'],
  ])
  expect(lines.join()).not.toContain('123-456-789')
  await logging.close()
})

test('before the portal stops, its health says so while it still answers everything else and keeps no connection', async () => {
  let draining = false
  const leaving = await buildApp(portal.context, { isDraining: () => draining })
  const ask = (url: string) => leaving.inject({ method: 'GET', url })
  expect((await ask('/healthz')).statusCode).toBe(200)
  draining = true
  const [health, ready, facts] = [await ask('/healthz'), await ask('/readyz'), await ask('/api/portal')]
  for (const each of [health, ready])
    expect([each.statusCode, each.json<{ code: string }>().code]).toEqual([503, 'stopping'])
  expect([facts.statusCode, facts.headers.connection]).toEqual([200, 'close'])
  await leaving.close()
})

test('a change from an older browser must come from PUBLIC_URL, whatever the proxy calls the host', async () => {
  const statusFrom = async (origin: string | undefined) => {
    const headers = { 'sec-fetch-site': undefined, host: 'portal.internal:3000', origin }
    const body = { ClientId: 'nobody', Password: 'Nobody-keeps-3-books', forceLogout: false }
    return (await portal.nobody.call(logIn, { body, headers })).status
  }
  expect(await statusFrom('https://books.example.com')).toBe(401)
  for (const origin of ['http://portal.internal:3000', 'https://evil.example', 'null'])
    expect(await statusFrom(origin), origin).toBe(403)
})

test('API responses cannot be cached, framed or read by other origins', async () => {
  for (const url of ['/api/portal', '/api/bookmarks', '/api/none', '/healthz', '/readyz', '/metrics']) {
    const { headers } = await get(url, { origin: 'https://evil.example' })
    expect(headers, url).toMatchObject({
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

const nowhere = [
  '/api/x.css',
  '/userManagement/a.js',
  '/.git/config',
  '/.env',
  '/api',
  '/assets/',
  '/assets/../index.html',
  '/assets/%2e%2e/index.html',
  '/forms',
  '/identity/v1/none',
  '/healthz/x',
  '/assets/a-1a2b.js.map',
  '/index.html',
  '/portal.html',
  '/frame.html',
  '/package.json',
]
test.for(nowhere)('%s returns 404', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})

const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'application/json, text/plain',
  'application/jsonx',
  'text/json',
]
test.for(types)("a body with the content type '%s' is not read", async (type) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': type },
    payload: '{"ClientId":"ana","Password":"x"}',
  })
  expect([400, 415]).toContain(reply.statusCode)
  expect(reply.json().success).toBe(false)
})

test('JSON that is invalid, poisoned, huge or deeply nested is refused immediately with a message', async () => {
  const bodies = [
    '{',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
    '['.repeat(10_000),
    `{"ClientId":"${'x'.repeat(300_000)}"}`,
    '\ufeff{}',
    'null',
    '[]',
    '"x"',
    '1',
  ]
  for (const payload of bodies) {
    const before = process.cpuUsage()
    const reply = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect([400, 413], payload.slice(0, 40)).toContain(reply.statusCode)
    expect(reply.json().error.length).toBeGreaterThan(10)
    // Processor time, because elapsed time depends on other work.
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(2_000_000)
  }
})

test('an unsupported method returns 404', async () => {
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const) {
    expect((await app.inject({ method, url: '/api/auth/login' })).statusCode).toBe(404)
  }
})

test('a crash shows only a request id, which is also in the log', async () => {
  const lines: string[] = []
  const broken = await buildApp({
    ...portal.context,
    identity: { ...portal.context.identity, facts: undefined as never },
    env: { ...portal.context.env, formUrls: undefined as never },
    log: openLog('info', { to: { write: (line) => void lines.push(line) }, isTerminal: false }),
  })
  const headers = { authorization: 'Bearer of-ana', cookie: 'session=of-ana' }
  const reply = await broken.inject({ method: 'GET', url: '/api/portal', headers })
  const [crash, ...more] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    success: false,
    code: 'crash',
    error: expect.stringContaining(String(crash?.['requestId'])),
  })
  expect(crash).toMatchObject({
    level: 'error',
    req: { method: 'GET', path: '/api/portal' },
    err: { type: 'TypeError' },
  })
  expect(more).toEqual([])
  expect(lines.join()).not.toMatch(/of-ana/)
  expect(reply.body).not.toMatch(/TypeError|undefined|\.ts/)
  await broken.close()
})
