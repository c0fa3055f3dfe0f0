// The permission table, checked: every route with nine principals, on the real server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { changedByForms, frameCalls } from '@talaan/contract/frame-calls.ts'
import { logOut } from '@talaan/contract/session.ts'
import { common } from '@talaan/contract/problem.ts'
import { roles } from '@talaan/contract/roles.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { callerOn, openPortal } from './portal.ts'
import type { Caller, Portal } from './portal.ts'
import { routesOf } from '../src/app.ts'

let portal: Portal
let principals: Record<string, { caller: Caller; may: (endpoint: Endpoint) => 200 | 401 | 403 }>

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  const [ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
  const { app } = portal
  const inRole = (role: Role) => (endpoint: Endpoint) =>
    endpoint.access === 'open' || endpoint.access.includes(role) ? 200 : 403
  const outside = (endpoint: Endpoint) => (endpoint.access === 'open' ? 200 : 401)
  const left = await signInAgain('ben')
  principals = {
    nobody: { caller: portal.nobody, may: outside },
    'an admin': { caller: carla, may: inRole('admin') },
    'an accountant': { caller: left.fresh, may: inRole('accountant') },
    'a user': { caller: ana, may: inRole('user') },
    'a bearer without its cookie': { caller: callerOn(app, { bearer: ana.bearer }), may: outside },
    'a cookie without its bearer': { caller: callerOn(app, { cookie: ana.cookie }), may: outside },
    "a bearer with another person's cookie": {
      caller: callerOn(app, { bearer: carla.bearer, cookie: ana.cookie }),
      may: outside,
    },
    'a bearer that was changed': {
      caller: callerOn(app, { bearer: `${carla.bearer?.slice(0, -4)}AAAA`, cookie: carla.cookie }),
      may: outside,
    },
    'a session that was ended': { caller: ben, may: outside },
  }
})

/** ben's first session is ended by his second. */
async function signInAgain(name: string): Promise<{ fresh: Caller }> {
  return { fresh: await portal.signIn(name, { force: true }) }
}

test('every route responds to every principal as its access rules require: 401 without a session, 403 without the role', async () => {
  const differences: string[] = []
  let calls = 0
  for (const { endpoint } of routesOf(portal.context)) {
    for (const [who, { caller, may }] of Object.entries(principals)) {
      const expected = may(endpoint)
      const { status } = await caller.call(endpoint, { params: paramsOf(endpoint), ...bodyOf(endpoint) })
      calls += 1
      const refused = status === 401 || status === 403 ? status : 200
      // Login itself answers 401 to a wrong password.
      if (refused !== expected && endpoint.name !== 'session.logIn')
        differences.push(`${endpoint.name} as ${who}: ${status}, expected ${expected}`)
    }
  }
  expect(differences).toEqual([])
  expect(calls).toBeGreaterThan(300)

  // Each refusal by role is in the audit trail, once for each call.
  const { rows: refused } = await portal.db.pool.query<{ call: string }>(
    `select action || ' as ' || role as call from audit where outcome = 'refused' and detail ->> 'why' = $1`,
    [common.notAllowed.code],
  )
  const expected = routesOf(portal.context).flatMap(({ endpoint: { access, name } }) =>
    access === 'open' ? [] : roles.filter((role) => !access.includes(role)).map((role) => `${name} as ${role}`),
  )
  expect(refused.map(({ call }) => call).toSorted()).toEqual(expected.toSorted())
})

test('until the default password is changed, only five calls are allowed', async () => {
  await portal.db.kysely.updateTable('users').set({ first_login: true }).where('client_id', '=', 'carla').execute()
  const carla = await portal.signIn('carla', { force: true })
  const allowed: string[] = []
  for (const { endpoint } of routesOf(portal.context)) {
    if (endpoint.access === 'open' || !endpoint.access.includes('admin')) continue
    const reply = await carla.call(endpoint, { params: paramsOf(endpoint), ...bodyOf(endpoint) })
    if (reply.body?.code !== 'session.passwordChangeDue') allowed.push(endpoint.name)
  }
  expect(allowed.toSorted()).toEqual([
    'session.changeFirstPassword',
    'session.dashboard',
    'session.online',
    'session.ping',
  ])
  expect(logOut.beforePasswordChange).toBe(true)
})

test('a deactivated account has no session for any call', async () => {
  await expect(portal.signIn('dino')).rejects.toThrow('deactivated')
})

test('every route has its own name and path, and frames may call only routes marked for them', () => {
  const endpoints = routesOf(portal.context).map(({ endpoint }) => endpoint)
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
  const marked = endpoints.filter(({ frame }) => frame)
  expect(frameCalls).toEqual(
    Object.fromEntries(
      marked.map(({ name, method, path, activity, bytesIn, bytesOut }) => [
        name,
        { method, path, activity, bytesIn, bytesOut },
      ]),
    ),
  )
  expect(marked.filter(({ access }) => access === 'open')).toEqual([])
  expect(endpoints.map(({ name }) => name)).toEqual(expect.arrayContaining([...changedByForms]))
  expect(
    endpoints
      .filter(({ access }) => access === 'open')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'identity.signInWithCustomToken',
    'monitoring.metrics',
    'monitoring.readiness',
    'portal.cspReport',
    'portal.facts',
    'portal.health',
    'questions.answerLink',
    'questions.openLink',
    'session.logIn',
    'session.logOut',
  ])
})

test('a change sent from another site is refused for every user; only a policy report may come from anywhere', async () => {
  const { caller } = principals['an admin'] ?? { caller: portal.nobody }
  for (const { endpoint } of routesOf(portal.context)) {
    if (endpoint.method === 'GET') continue
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const { status } = await caller.call(endpoint, { params: paramsOf(endpoint), ...bodyOf(endpoint), headers })
      expect(status, endpoint.name).toBe(endpoint.name === 'portal.cspReport' ? 204 : 403)
    }
  }
})

/** Well-formed parameters that refer to nothing. */
function paramsOf(endpoint: Endpoint): Record<string, string> {
  const names = [...endpoint.path.matchAll(/\/:(\w+)/g)].map(([, name]) => name ?? '')
  const known: Record<string, string> = {
    clientId: 'client_nobody',
    cardId: 'nothing',
    report: 'trial-balance',
    format: 'csv',
  }
  return Object.fromEntries(names.map((name) => [name, known[name] ?? crypto.randomUUID()]))
}

/** A body that no endpoint accepts, so that nothing happens where a call is allowed. */
const bodyOf = (endpoint: Endpoint) =>
  endpoint.method === 'GET' ? {} : endpoint.bytesIn ? { bytes: new Uint8Array([1]) } : { body: { nothing: true } }

/** The specification's own messages, and calls that change nothing. */
const saidOtherwise = [
  /^(session|users|bookmarks|identity)\./,
  /^(drafts\.review|drafts\.save|imports\.check|imports\.read|inventory\.check|opening\.check|opening\.readFile|parties\.check)$/,
  /^(reconciliation\.(tryRule|previewUndoTogether)|bankStatements\.preview|documents\.vouchers|portal\.cspReport|questions\.openLink)$/,
  /^customerMail\.previewDocuments$/,
]

test('a change without an answer is never reported as failed, as it may have succeeded', () => {
  const untrue = routesOf(portal.context)
    .map(({ endpoint }) => endpoint)
    .filter(({ method, name }) => method !== 'GET' && !saidOtherwise.some((names) => names.test(name)))
    .filter(({ failure }) => !/\bmay (not )?have\b|could not confirm/.test(failure))
  expect(untrue.map(({ name, failure }) => `${name}: ${failure}`)).toEqual([])
})
