// Login, session and logout on the real server.
import { sql } from 'kysely'
import { createHook } from 'node:async_hooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listBookmarks } from '@talaan/contract/bookmarks.ts'
import { cardOf } from '@talaan/contract/cards.ts'
import { changeFirstPassword, dashboard, goOnline, idleHeader, logIn, logOut, ping } from '@talaan/contract/session.ts'
import { deactivateUser, listUsers, resetPassword } from '@talaan/contract/users.ts'
import { resolveIdentity } from '../../http/identity/identity.ts'
import { defaultLimits } from '../../http/limits.ts'
import {
  callerOn,
  cast,
  companyName,
  cookieIn,
  deviceIn,
  exchange,
  passwordOf,
  openPortal,
  statusOf,
} from '../../../test/portal.ts'
import type { Caller } from '../../../test/portal.ts'

const p = await openPortal()
afterAll(p.close)
beforeEach(p.reset)

const credentials = (clientId: string, more: object = {}) => ({
  body: { ClientId: clientId, Password: passwordOf(clientId), ...more },
})
const wrong = (clientId: string) => ({ body: { ClientId: clientId, Password: 'Not-the-password-1' } })
const tryLogIn = (parts: object) => p.nobody.call(logIn, parts)
const inManyTries = async (count: number, parts: object) => {
  for (let at = 0; at < count; at++) await tryLogIn(parts)
}
const liveSessions = () => p.db.kysely.selectFrom('session').selectAll().where('ended_at', 'is', null).execute()
const endReasons = async () =>
  (await p.db.kysely.selectFrom('session').select('end_reason as reason').orderBy('created_at').execute()).map(
    ({ reason }) => reason,
  )
const auditRows = () =>
  p.db.kysely
    .selectFrom('audit')
    .selectAll()
    .where(sql<boolean>`action <> 'company.setUp' and action not like 'rows.%'`)
    .orderBy('seq')
    .execute()
const beacon = (sessionId: string, headers: Record<string, string | undefined> = {}) =>
  p.nobody.call(logOut, { body: { sessionId }, headers })
/** Calls back for each argon2 hash that Node starts. */
function onEachHash(told: () => void): Disposable {
  const hook = createHook({ init: (_, work) => work === 'ARGON2REQUEST' && told() }).enable()
  return { [Symbol.dispose]: () => hook.disable() }
}
/** An open page: pings every ten minutes and uses new tokens. */
const openPage = async (name: string, idle?: string) => {
  const page = { caller: (await p.signIn(name)) as Caller, idle, pass }
  async function pass(seconds: number): Promise<number> {
    for (let left = seconds; left > 0; left -= 600) {
      p.clock.forward(Math.min(600, left))
      const { status } = await page.caller.call(ping, { headers: { [idleHeader]: page.idle } })
      if (status !== 200) return status
      const { customToken } = (await page.caller.call(dashboard)).body
      if (customToken)
        page.caller = callerOn(p.app, { ...page.caller, bearer: (await exchange(p.app, customToken)).body.idToken })
    }
    return 200
  }
  return page
}

describe('login', () => {
  test("returns the browser's session data and binds the browser with a cookie that scripts cannot read", async () => {
    const { status, body, headers } = await tryLogIn(credentials('ana'))
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      customToken: expect.any(String),
      company: companyName,
      sessionId: expect.stringMatching(/^[\w-]{43}$/),
      role: 'user',
      firstLogin: false,
    })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^bind=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^device-[\w-]{36}=\d+\.[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ])
  })

  test('stores only hashes of the logout handle and the cookie', async () => {
    const { body, headers } = await tryLogIn(credentials('ana'))
    const stored = JSON.stringify(await liveSessions())
    expect(stored).not.toContain(body.sessionId)
    expect(stored).not.toContain(cookieIn(headers).slice('bind='.length))
  })

  test('accepts the client id in upper and lower case', async () => {
    const { status } = await tryLogIn({ body: { ClientId: 'ANA', Password: passwordOf('ana') } })
    expect(status).toBe(200)
  })

  test('gives the same response for an unknown id, a wrong password, a deactivated account with a wrong password and a locked account', async () => {
    await inManyTries(6, wrong('ben'))
    const replies = await Promise.all([
      tryLogIn(wrong('nobody')),
      tryLogIn(wrong('ana')),
      tryLogIn(wrong('dino')),
      tryLogIn(credentials('ben')),
    ])
    for (const { status, body, headers } of replies) {
      expect(status).toBe(401)
      expect(body).toEqual({
        success: false,
        code: 'session.logInFailed',
        error: 'Please enter correct Client ID and Password',
      })
      const { date: _, ...told } = headers
      const { date: __, ...first } = replies[0]!.headers
      expect(told).toEqual(first)
    }
  })

  test('tells a deactivated user so after the right password', async () => {
    const { status, body } = await tryLogIn(credentials('dino'))
    expect(status).toBe(403)
    expect(body.error).toBe('Your account is deactivated. Please contact your administrator.')
    expect(await liveSessions()).toEqual([])
  })

  test.for([
    { ClientId: ['ana'], Password: 'x' },
    { ClientId: 'ana', Password: { length: 5 } },
    { ClientId: 'ana', Password: '' },
    { ClientId: 'ana' },
    { ClientId: 'ana', Password: 'x'.repeat(1025) },
    { ClientId: 'ana', Password: passwordOf('ana'), forceLogout: 'true' },
    { ClientId: 'ana', Password: passwordOf('ana'), Role: 'admin' },
    { ClientId: 'a\0na', Password: passwordOf('ana') },
  ])('refuses an invalid body: %o', async (body) => {
    expect((await tryLogIn({ body })).status).toBe(400)
    expect(await p.db.kysely.selectFrom('limiter').selectAll().execute()).toEqual([])
  })

  test('is locked for fifteen minutes after ten wrong passwords, even for the right one, without a different response', async () => {
    for (let failure = 0; failure < 10; failure++) {
      await tryLogIn(wrong('ana'))
      p.clock.forward(20)
    }
    expect((await tryLogIn(credentials('ana'))).body.code).toBe('session.logInFailed')
    p.clock.forward(15 * 60 - 21)
    expect((await tryLogIn(credentials('ana'))).status).toBe(401)
    p.clock.forward(1)
    expect((await tryLogIn(credentials('ana'))).status).toBe(200)
  })

  test('checks only five of sixty simultaneous guesses', async () => {
    const guesses = Array.from({ length: 60 }, () => tryLogIn(wrong('ana')))
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(guesses.map(() => 401))
    const rows = await auditRows()
    expect(rows.filter(({ detail }) => (detail as { why: string }).why === 'session.logInFailed')).toHaveLength(5)
    expect(rows.filter(({ detail }) => (detail as { why: string }).why === 'limit')).toHaveLength(55)
  })

  test('does the same work for an unknown id, a locked account and a wrong password, so that timing reveals nothing', async () => {
    await using slow = await openPortal({ passwordCost: { memoryKiB: 16_384, passes: 3 } })
    for (let failure = 0; failure < 6; failure++) await slow.nobody.call(logIn, wrong('ben'))
    let hashes = 0
    using _ = onEachHash(() => (hashes += 1))
    const spent = { nobody: [] as number[], ben: [] as number[], ana: [] as number[] }
    for (let round = 0; round < 5; round++) {
      for (const [name, work] of Object.entries(spent)) {
        hashes = 0
        // Processor time, which does not depend on other work of the machine.
        const start = process.cpuUsage()
        await slow.nobody.call(logIn, wrong(name === 'nobody' ? `nobody${round}` : name))
        const { user, system } = process.cpuUsage(start)
        work.push(user + system)
        expect(hashes, `hashes for ${name}`).toBe(1)
      }
    }
    const median = (work: number[]) => work.toSorted((a, b) => a - b)[2]!
    // A cheaper hash would take about a tenth.
    expect(median(spent.nobody)).toBeGreaterThan(median(spent.ana) / 3)
    expect(median(spent.ben)).toBeGreaterThan(median(spent.ana) / 3)
  })

  test('from a network with too many attempts responds like a wrong password and is not recorded each time', async () => {
    await using guarded = await openPortal({ limits: defaultLimits })
    const tries = Array.from({ length: 40 }, (_, at) => guarded.nobody.call(logIn, wrong(`nobody${at}`)))
    expect((await Promise.all(tries)).map(({ body }) => body.code)).toEqual(tries.map(() => 'session.logInFailed'))
    const refused = guarded.db.kysely.selectFrom('audit').select('seq').where('action', '=', logIn.name)
    expect(await refused.execute()).toHaveLength(30)
    expect((await guarded.nobody.call(logIn, credentials('ana'))).status).toBe(401)
    await guarded.signIn('ana', { address: '198.51.100.66' })
    guarded.clock.forward(60)
    expect((await guarded.nobody.call(logIn, credentials('ben'))).status).toBe(200)
  })

  test('records attempts in the audit trail, but no unknown client ids', async () => {
    await tryLogIn(wrong('ana'))
    await tryLogIn(wrong('My-Secret-Passw0rd'))
    await tryLogIn(credentials('ana'))
    expect((await auditRows()).map(({ actor_name, outcome, address }) => [actor_name, outcome, address])).toEqual([
      ['ana', 'refused', '203.0.113.7'],
      ['unknown Client ID', 'refused', '203.0.113.7'],
      ['ana', 'done', '203.0.113.7'],
    ])
  })

  test('takes the address from a trusted proxy, and from no one else', async () => {
    await using proxied = await openPortal({ env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } })
    const heard = async (address: string, forwarded: string) => {
      await proxied.nobody.call(logIn, { ...wrong('nobody'), address, headers: { 'x-forwarded-for': forwarded } })
      const row = await proxied.db.kysely
        .selectFrom('audit')
        .select('address')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.address
    }
    expect(await heard('127.0.0.1', '198.51.100.66')).toBe('198.51.100.66')
    // The part written by the client is ignored; only the part added by the proxies counts.
    expect(await heard('127.0.0.1', '192.0.2.1, 198.51.100.66, 10.1.2.3')).toBe('198.51.100.66')
    expect(await heard('203.0.113.7', '198.51.100.66')).toBe('203.0.113.7')
  })

  test('sets a secure cookie if the portal has an https address', async () => {
    await using secure = await openPortal({ env: { PUBLIC_URL: 'https://books.example.ph' } })
    const { headers } = await secure.nobody.call(logIn, credentials('ana'))
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-bind=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Host-device-\S+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ])
    expect(await statusOf(await secure.signIn('ben'))).toBe(200)
  })
})

describe('a browser in which a user has signed in before', () => {
  const known = async (clientId: string) => {
    const { headers } = await tryLogIn(credentials(clientId, { forceLogout: true }))
    return deviceIn(headers)
  }
  /** The responses in this browser to the right password, and to a wrong one or too many attempts. */
  const from = async (cookie: string, parts = credentials('ana', { forceLogout: true })) =>
    (await tryLogIn({ ...parts, headers: { cookie } })).status

  test('can log in while a stranger guesses, whose attempts still count', async () => {
    const device = await known('ana')
    await inManyTries(12, wrong('ana'))
    expect(await from('', credentials('ana'))).toBe(401)
    expect(await from(device)).toBe(200)
    expect(await from('', credentials('ana'))).toBe(401)
  })

  test('can log in while others use up the logins of its network, unless it has to wait', async () => {
    const loginsPerNetwork = { perMinute: 4, perHour: 300 }
    await using guarded = await openPortal({ limits: { ...defaultLimits, loginsPerNetwork } })
    const written = async () =>
      (await guarded.db.kysely.selectFrom('audit').select('seq').where('outcome', '=', 'refused').execute()).length
    const { headers } = await guarded.nobody.call(logIn, credentials('ana'))
    const cookie = { headers: { cookie: deviceIn(headers) } }
    for (let at = 0; at < 6; at++) await guarded.nobody.call(logIn, wrong(`nobody${at}`))
    expect(await written()).toBe(3)
    const again = { ...credentials('ana', { forceLogout: true }), ...cookie }
    expect((await guarded.nobody.call(logIn, again)).status).toBe(200)
    for (let guess = 0; guess < 8; guess++) await guarded.nobody.call(logIn, { ...wrong('ana'), ...cookie })
    expect(await written()).toBe(3 + 5)
  })

  test('has as many attempts as a stranger, counted separately', async () => {
    const [device, other] = [await known('ana'), await known('ana')]
    for (let guess = 0; guess < 5; guess++) await from(device, wrong('ana'))
    expect(await from(device)).toBe(401)
    expect(await from(other)).toBe(200)
    expect(await from('')).toBe(200)
    p.clock.forward(1)
    expect(await from(device)).toBe(200)
  })

  test.for([
    [
      "it was another user's",
      async () => (await known('ben')).replace(/-[^=]+/, /-[^=]+/.exec(await known('ana'))![0]),
    ],
    ['its signature was changed', async () => (await known('ana')).replace(/.{4}$/, 'AAAA')],
    ['its name was changed', async () => (await known('ana')).replace(/\.[^.]{4}/, '.AAAA')],
    [
      'it is half a year old',
      async () => {
        const device = await known('ana')
        p.clock.forward(180 * 86_400)
        return device
      },
    ],
    [
      'the password was changed since',
      async () => {
        const device = await known('ana')
        const carla = await p.signIn('carla')
        const body = { Password: 'Kwaderno-ng-Tindahan-8', adminPassword: passwordOf('carla') }
        for (const Password of [body.Password, passwordOf('ana')])
          await carla.call(resetPassword, { params: { clientId: 'client_ana' }, body: { ...body, Password } })
        return device
      },
    ],
  ] as const)('is unknown if %s', async ([, made]) => {
    const device = await made()
    await inManyTries(5, wrong('ana'))
    expect(await from(device)).toBe(401)
  })
})

describe('one active session', () => {
  test('a second login gets the message that the account is already logged in', async () => {
    await p.signIn('ana')
    const { status, body } = await tryLogIn(credentials('ana'))
    expect(status).toBe(409)
    expect(body.error).toContain('already logged in')
  })

  test('already logged in is not revealed to a wrong password, forced or not', async () => {
    const ana = await p.signIn('ana')
    for (const forceLogout of [false, true]) {
      const { body } = await tryLogIn({ body: { ...wrong('ana').body, forceLogout } })
      expect(body.code).toBe('session.logInFailed')
    }
    expect(await statusOf(ana)).toBe(200)
  })

  test('a forced login ends the other session, which gets 401 at its next call', async () => {
    const there = await p.signIn('ana')
    const here = await p.signIn('ana', { force: true })
    expect(await statusOf(there)).toBe(401)
    expect(await statusOf(here)).toBe(200)
    expect(await endReasons()).toEqual(['forced', null])
  })

  test('a forced login leaves a notice, shown once and not in the session that forced it', async () => {
    await p.signIn('ana')
    const intruder = await p.signIn('ana', { force: true, address: '198.51.100.66' })
    expect((await intruder.call(dashboard)).answer.notices).toEqual([])
    const owner = await p.signIn('ana', { force: true })
    const { notices } = (await owner.call(dashboard)).answer
    expect(notices).toEqual([
      'On March 16, 2026 at 9:00 AM someone logged in with your password from 198.51.100.66 and ended your session.',
    ])
    expect((await owner.call(dashboard)).answer.notices).toEqual([])
  })

  test('five logins an hour can be forced, the sixth says how long to wait, and only with the right password', async () => {
    for (let forced = 0; forced <= 5; forced++) await p.signIn('ana', { force: true })
    const refused = await tryLogIn(credentials('ana', { forceLogout: true }))
    expect(refused).toMatchObject({ status: 429, body: { code: 'session.forcedTooOften' } })
    const stranger = await tryLogIn(credentials('ana', { forceLogout: true, Password: 'Not-the-password-1' }))
    expect(stranger).toMatchObject({ status: 401, body: { code: 'session.logInFailed' } })
    expect(await liveSessions()).toHaveLength(1)
    p.clock.forward(3600)
    expect((await tryLogIn(credentials('ana', { forceLogout: true }))).status).toBe(200)
  })

  test('of four simultaneous logins one gets the session', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => tryLogIn(credentials('ana'))))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await liveSessions()).toHaveLength(1)
  })

  test('of four simultaneous forced logins one session remains', async () => {
    await p.signIn('ana')
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => tryLogIn(credentials('ana', { forceLogout: true }))),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await liveSessions()).toHaveLength(1)
  })

  test('the database refuses a second active session of an account', async () => {
    await p.signIn('ana')
    const [row] = await liveSessions()
    const twin = { ...row!, id: crypto.randomUUID(), logout_handle_hash: 'other' }
    await expect(p.db.kysely.insertInto('session').values(twin).execute()).rejects.toMatchObject({
      constraint: 'session_one_live_per_account',
    })
  })

  test('an expired session does not block a login', async () => {
    await p.signIn('ana')
    p.clock.forward(25 * 60)
    expect((await tryLogIn(credentials('ana'))).status).toBe(200)
    expect(await endReasons()).toEqual(['silent', null])
  })
})

describe('a call', () => {
  test('returns the signed-in user', async () => {
    const ana = await p.signIn('ana')
    expect((await ana.call(dashboard)).body).toEqual({
      success: true,
      user: { ClientId: 'ana', company: companyName, role: 'user' },
      firstLogin: false,
      notices: [],
    })
  })

  test('needs the bearer token and the cookie of the same session', async () => {
    const ana = await p.signIn('ana')
    const ben = await p.signIn('ben')
    for (const kept of [
      {},
      { bearer: ana.bearer },
      { cookie: ana.cookie },
      { bearer: ana.bearer, cookie: ben.cookie },
      { bearer: ana.bearer, cookie: 'bind=' },
      { bearer: `${ana.bearer}x`, cookie: ana.cookie },
      { bearer: ana.sessionId, cookie: ana.cookie },
    ]) {
      const reply = await callerOn(p.app, kept).call(dashboard)
      expect(reply.status).toBe(401)
      expect(reply.body.code).toBe('session.none')
    }
    expect(await statusOf(ana)).toBe(200)
  })

  test('uses the current role in the database', async () => {
    const ben = await p.signIn('ben')
    expect((await ben.call(listUsers)).status).toBe(200)
    await p.db.kysely.updateTable('users').set({ role: 'user' }).where('client_id', '=', 'ben').execute()
    expect((await ben.call(listUsers)).status).toBe(403)
    expect((await ben.call(dashboard)).body.user.role).toBe('user')
  })

  test('that the role does not allow gets 403, never 401, and is recorded', async () => {
    const ana = await p.signIn('ana')
    const { status, body } = await ana.call(listUsers)
    expect([status, body.code]).toEqual([403, 'notAllowed'])
    expect((await auditRows()).at(-1)).toMatchObject({
      actor_name: 'ana',
      role: 'user',
      action: 'users.list',
      outcome: 'refused',
      address: '203.0.113.7',
      detail: { why: 'notAllowed' },
    })
  })

  test('without a session is not recorded', async () => {
    await p.nobody.call(dashboard)
    await p.nobody.call(listUsers)
    expect(await auditRows()).toEqual([])
  })

  test('of a user who was deactivated meanwhile gets 401', async () => {
    const ana = await p.signIn('ana')
    const carla = await p.signIn('carla')
    await carla.call(deactivateUser, { params: { clientId: 'client_ana' } })
    expect(await statusOf(ana)).toBe(401)
    expect((await tryLogIn(credentials('ana'))).body.code).toBe('session.deactivated')
  })

  test('from a page of another site changes nothing', async () => {
    const ana = await p.signIn('ana')
    const { status } = await ana.call(goOnline, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(status).toBe(403)
  })
})

describe('time', () => {
  test('a session without activity ends after an hour and two minutes, even if the page pings', async () => {
    const page = await openPage('ana')
    expect(await page.pass(3719)).toBe(200)
    p.clock.forward(1)
    expect(await statusOf(page.caller)).toBe(401)
    expect(await endReasons()).toEqual(['idle'])
  })

  test('polling does not count as activity, and work does', async () => {
    const page = await openPage('ana')
    await page.pass(3000)
    const ana = page.caller
    await ana.call(listBookmarks)
    await ana.call(dashboard)
    await ana.call(goOnline)
    const [polled] = await liveSessions()
    expect(Date.parse(polled!.active_at)).toBe(p.clock.now() - 3000_000)
    await ana.call(listUsers)
    const [worked] = await liveSessions()
    expect(Date.parse(worked!.active_at)).toBe(p.clock.now())
  })

  test("a page that reports the user's idle time keeps the session as long as the user is active", async () => {
    const page = await openPage('ana', '30')
    expect(await page.pass(2 * 3600)).toBe(200)
    page.idle = '99999'
    expect(await page.pass(3600)).toBe(200)
    p.clock.forward(90)
    expect(await statusOf(page.caller)).toBe(401)
  })

  test.for(['-5', 'x', '1e9', '', '9999999'])('an idle time of %o is ignored', async (idle) => {
    const ana = await p.signIn('ana')
    p.clock.forward(600)
    expect((await ana.call(ping, { headers: { [idleHeader]: idle! } })).status).toBe(200)
    const [row] = await liveSessions()
    expect(Date.parse(row!.active_at)).toBe(p.clock.now() - 600_000)
  })

  test('activity is not written again within fifteen seconds', async () => {
    const ana = await p.signIn('ana')
    p.clock.forward(15)
    await ana.call(listUsers)
    const [row] = await liveSessions()
    expect(Date.parse(row!.active_at)).toBe(p.clock.now() - 15_000)
  })

  test('a session without a ping ends after 25 minutes', async () => {
    const ana = await p.signIn('ana')
    p.clock.forward(1499)
    expect(await statusOf(ana)).toBe(200)
    p.clock.forward(1)
    expect(await statusOf(ana)).toBe(401)
    expect(await endReasons()).toEqual(['silent'])
  })

  test('a session ends after twelve hours, even if active', async () => {
    const page = await openPage('ana', '0')
    expect(await page.pass(12 * 3600 - 1)).toBe(200)
    p.clock.forward(1)
    expect(await statusOf(page.caller)).toBe(401)
    expect(await endReasons()).toEqual(['age'])
  })

  test('the Dashboard call returns a new token after half an hour, and the new bearer token continues the session', async () => {
    const ana = await p.signIn('ana')
    await ana.call(ping)
    p.clock.forward(1200)
    await ana.call(ping)
    p.clock.forward(599)
    expect((await ana.call(dashboard)).answer.customToken).toBeUndefined()
    p.clock.forward(1)
    const { customToken } = (await ana.call(dashboard)).answer
    const renewed = callerOn(p.app, { ...ana, bearer: (await exchange(p.app, customToken)).body.idToken })
    p.clock.forward(600)
    await renewed.call(ping)
    p.clock.forward(1200)
    expect(await statusOf(ana)).toBe(401)
    expect(await statusOf(renewed)).toBe(200)
  })
})

describe('leaving', () => {
  test('logging out ends the session and deletes the cookie', async () => {
    const ana = await p.signIn('ana')
    const reply = await ana.call(logOut, { body: { sessionId: ana.sessionId, isOnline: false } })
    expect([reply.status, reply.bytes.length]).toEqual([204, 0])
    expect(reply.headers['set-cookie']).toMatch(/^bind=; Max-Age=0; Path=\/;/)
    expect(await statusOf(ana)).toBe(401)
    expect(await endReasons()).toEqual(['logout'])
    expect((await auditRows()).at(-1)).toMatchObject({ actor_name: 'ana', action: 'session.logOut', outcome: 'done' })
  })

  test("a logout with another user's sessionId ends only the caller's session", async () => {
    const ana = await p.signIn('ana')
    const ben = await p.signIn('ben')
    await ana.call(logOut, { body: { sessionId: ben.sessionId, isOnline: false } })
    expect(await statusOf(ana)).toBe(401)
    expect(await statusOf(ben)).toBe(200)
  })

  test('the beacon sets the user offline immediately and ends the session 45 seconds later', async () => {
    const ana = await p.signIn('ana')
    const carla = await p.signIn('carla')
    const anaIsOnline = async () =>
      (await carla.call(listUsers)).answer.users.find(({ ClientId }) => ClientId === 'ana')?.isOnline
    expect(await anaIsOnline()).toBe(true)
    const { status, bytes } = await beacon(ana.sessionId)
    expect([status, bytes.length]).toEqual([204, 0])
    expect(await anaIsOnline()).toBe(false)
    p.clock.forward(45)
    expect(await statusOf(ana)).toBe(401)
    expect(await endReasons()).toContain('closed')
  })

  test('a reload within 45 seconds keeps the session', async () => {
    const ana = await p.signIn('ana')
    await beacon(ana.sessionId)
    p.clock.forward(44)
    expect(await statusOf(ana)).toBe(200)
    p.clock.forward(600)
    expect(await statusOf(ana)).toBe(200)
    expect((await liveSessions())[0]).toMatchObject({ online: true, closing_at: null })
  })

  test('a call that was under way at the beacon does not keep the session', async () => {
    const gate = { entered: () => {}, opens: Promise.resolve() }
    await using slow = await openPortal({
      identity: async (context) => {
        const provider = await resolveIdentity(context)
        const verify = async (token: string) => {
          gate.entered()
          await gate.opens
          return provider.verify(token)
        }
        return { ...provider, verify }
      },
    })
    const ana = await slow.signIn('ana')
    const { promise: opens, resolve: open } = Promise.withResolvers<void>()
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    Object.assign(gate, { entered: enter, opens })
    const underWay = ana.call(dashboard)
    await entered
    slow.clock.forward(1)
    await slow.nobody.call(logOut, { body: { sessionId: ana.sessionId } })
    open()
    expect((await underWay).status).toBe(200)
    slow.clock.forward(45)
    expect(await statusOf(ana)).toBe(401)
  })

  test('a second beacon does not give the session more time', async () => {
    const ana = await p.signIn('ana')
    await beacon(ana.sessionId)
    p.clock.forward(30)
    await beacon(ana.sessionId)
    p.clock.forward(15)
    expect(await statusOf(ana)).toBe(401)
  })

  test('a closing session does not block a login elsewhere', async () => {
    const ana = await p.signIn('ana')
    await beacon(ana.sessionId)
    expect((await tryLogIn(credentials('ana'))).status).toBe(200)
    expect(await statusOf(ana)).toBe(401)
    expect(await endReasons()).toEqual(['closed', null])
  })

  test('a beacon with an unknown handle gets the same response', async () => {
    await p.signIn('ana')
    const { status, bytes } = await beacon('x'.repeat(43))
    expect([status, bytes.length]).toEqual([204, 0])
    expect((await liveSessions())[0]).toMatchObject({ closing_at: null })
  })

  test.for([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['an address typed into the browser', { 'sec-fetch-site': 'none' }],
    ['an older browser on another site', { 'sec-fetch-site': undefined, origin: 'https://elsewhere.example' }],
    ['a program without the header', { 'sec-fetch-site': undefined }],
  ] as const)('a beacon from %s changes nothing', async ([, headers]) => {
    const ana = await p.signIn('ana')
    await beacon(ana.sessionId, headers)
    expect((await liveSessions())[0]).toMatchObject({ closing_at: null, online: true })
  })

  test('a beacon from an older browser on our own pages counts', async () => {
    const ana = await p.signIn('ana')
    await beacon(ana.sessionId, {
      'sec-fetch-site': undefined,
      origin: 'http://localhost:3000',
      host: 'localhost:3000',
    })
    expect((await liveSessions())[0]?.closing_at).not.toBeNull()
  })

  test('a beacon of more than 512 bytes is not read', async () => {
    const { status } = await p.nobody.call(logOut, { body: { sessionId: 'x'.repeat(600) } })
    expect(status).toBe(413)
  })

  test('a logout whose bearer has expired still lets the session close', async () => {
    const ana = await p.signIn('ana')
    for (let minutes = 0; minutes < 60; minutes += 20) {
      await ana.call(ping)
      p.clock.forward(1200)
    }
    expect((await ana.call(logOut, { body: { sessionId: ana.sessionId, isOnline: false } })).status).toBe(204)
    expect((await tryLogIn(credentials('ana'))).status).toBe(200)
  })
})

describe('the first password change', () => {
  const change = (
    caller: Caller,
    newPassword = 'Kwaderno-ng-Tindahan-8',
    { clientId = 'client_carla', oldPassword = passwordOf('carla') } = {},
  ) => caller.call(changeFirstPassword, { params: { clientId }, body: { oldPassword, newPassword } })
  const atFirstLogin = async () => {
    await p.db.kysely.updateTable('users').set({ first_login: true }).where('client_id', '=', 'carla').execute()
    return p.signIn('carla')
  }

  test('until it is done only Dashboard, ping, online, logout and the change are allowed', async () => {
    const carla = await atFirstLogin()
    for (const endpoint of [dashboard, ping, goOnline]) expect((await carla.call(endpoint)).status).toBe(200)
    expect((await carla.call(dashboard)).answer.firstLogin).toBe(true)
    for (const endpoint of [listUsers, listBookmarks]) {
      const { status, body } = await carla.call(endpoint)
      expect([status, body.code]).toEqual([403, 'session.passwordChangeDue'])
    }
    const parts = {
      params: { clientId: 'client_carla' },
      body: { Password: 'Kwaderno-ng-Tindahan-8', adminPassword: passwordOf('carla') },
    }
    expect((await carla.call(resetPassword, parts)).status).toBe(403)
    expect((await carla.call(logOut, { body: { sessionId: carla.sessionId } })).status).toBe(204)
  })

  test('allows all calls; the old password is refused and the new one logs in', async () => {
    const carla = await atFirstLogin()
    expect((await change(carla)).body).toEqual({ success: true })
    expect((await carla.call(listUsers)).status).toBe(200)
    expect((await carla.call(dashboard)).answer.firstLogin).toBe(false)
    await carla.call(logOut, { body: { sessionId: carla.sessionId } })
    expect((await tryLogIn(credentials('carla'))).status).toBe(401)
    const { body } = await tryLogIn({ body: { ClientId: 'carla', Password: 'Kwaderno-ng-Tindahan-8' } })
    expect(body.firstLogin).toBe(false)
    expect((await auditRows()).map(({ action, outcome }) => `${action} ${outcome}`)).toContain(
      'session.changeFirstPassword done',
    )
  })

  test('cannot be made for another user, with any session', async () => {
    const carla = await atFirstLogin()
    const { status, body } = await change(carla, undefined, { clientId: 'client_ana', oldPassword: passwordOf('ana') })
    expect([status, body.code]).toEqual([403, 'notAllowed'])
    expect((await tryLogIn(credentials('ana'))).status).toBe(200)
  })

  test.for([
    ['the old one is wrong', { oldPassword: 'Not-the-password-1' }, undefined, 'session.wrongPassword', 403],
    ['the new one is weak', {}, 'short', 'session.weakPassword', 400],
    ['the new one is the old one', {}, passwordOf('carla'), 'session.samePassword', 400],
  ] as const)('is refused if %s', async ([, parts, newPassword, code, status]) => {
    const carla = await atFirstLogin()
    const reply = await change(carla, newPassword, parts)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect((await carla.call(dashboard)).answer.firstLogin).toBe(true)
    expect((await auditRows()).at(-1)).toMatchObject({ outcome: 'refused', detail: { why: code } })
  })

  test('limits guesses of the old password from a session like logins', async () => {
    const carla = await atFirstLogin()
    for (let guess = 0; guess < 5; guess++) await change(carla, undefined, { oldPassword: 'Not-the-password-1' })
    expect((await change(carla)).status).toBe(429)
    p.clock.forward(1)
    expect((await change(carla)).status).toBe(200)
  })

  test('is possible while a stranger guesses, and the browser stays known with the new password', async () => {
    const carla = await atFirstLogin()
    await inManyTries(12, wrong('carla'))
    const { status, headers } = await change(carla)
    expect(status).toBe(200)
    const body = { ClientId: 'carla', Password: 'Kwaderno-ng-Tindahan-8', forceLogout: true }
    expect((await tryLogIn({ body })).status).toBe(401)
    expect((await tryLogIn({ body, headers: { cookie: deviceIn(headers) } })).status).toBe(200)
  })

  test('is made once if two are sent simultaneously', async () => {
    const carla = await atFirstLogin()
    const replies = await Promise.all([change(carla, 'Unang-Kwaderno-1'), change(carla, 'Ikalawang-Kwaderno-2')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const won = replies[0]!.status === 200 ? 'Unang-Kwaderno-1' : 'Ikalawang-Kwaderno-2'
    expect((await tryLogIn({ body: { ClientId: 'carla', Password: won } })).body.code).toBe('session.alreadyLoggedIn')
  })
})

test('the test users sign in with their roles', async () => {
  for (const [name, { role, active }] of Object.entries(cast)) {
    const { status, body } = await tryLogIn(credentials(name))
    expect(active ? [status, body.role] : status).toEqual(active ? [200, role] : 403)
  }
})

test('each call in the table of calls responds to its method, path and body', async () => {
  let kept = {}
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const reply = await p.app.inject({ method, url, payload, headers: kept })
    return { status: reply.statusCode, headers: reply.headers, ...(reply.body !== '' && reply.json()) }
  }
  const login = await ask('POST', '/api/auth/login', { ClientId: 'carla', Password: passwordOf('carla') })
  expect(login).toMatchObject({ status: 200, success: true, company: companyName, role: 'admin', firstLogin: false })
  const { idToken } = (await exchange(p.app, login.customToken)).body
  kept = { authorization: `Bearer ${idToken}`, cookie: cookieIn(login.headers) }
  const done = { status: 200, success: true }

  expect(await ask('POST', '/api/auth/online', {})).toMatchObject(done)
  expect(await ask('POST', '/api/auth/ping', {})).toMatchObject(done)
  const user = { ClientId: 'carla', company: companyName, role: 'admin' }
  expect(await ask('GET', '/api/auth/Dashboard')).toMatchObject({ ...done, user })

  const { id: cardId, category, title, description, buttonText, buttonLink } = cardOf('invoice')!
  const bookmark = { cardId, title, description, buttonText, buttonLink, category }
  expect(await ask('POST', '/api/bookmarks', bookmark)).toMatchObject(done)
  expect((await ask('GET', '/api/bookmarks')).bookmarks).toEqual([{ _id: expect.any(String), ...bookmark }])
  expect(await ask('DELETE', '/api/bookmarks/invoice')).toMatchObject(done)
  expect((await ask('GET', '/api/bookmarks')).bookmarks).toEqual([])

  const own = passwordOf('carla')
  const account = { ClientId: 'Elena', Company: companyName, Password: 'Unang-Kwaderno-1' }
  const at = '/api/auth/userManagement'
  expect(await ask('POST', at, account)).toMatchObject(done)
  expect(await ask('PATCH', `${at}/client_Elena`, { Password: 'Bago-1-salita', adminPassword: own })).toMatchObject(
    done,
  )
  expect(await ask('PATCH', `${at}/deactivate/client_Elena`)).toMatchObject(done)
  const { users } = await ask('GET', `${at}?company=${encodeURIComponent(companyName)}`)
  const listed = { ClientId: 'Elena', Role: 'user', Active: false, isOnline: false, Company: companyName }
  expect(users).toContainEqual(listed)
  expect(await ask('PATCH', `${at}/reactivate/client_Elena`)).toMatchObject(done)
  expect(await ask('DELETE', `${at}/client_Elena`)).toMatchObject(done)
  const change = { oldPassword: own, newPassword: 'Ikalawang-Kwaderno-2' }
  expect(await ask('PATCH', '/api/auth/firstLogin/client_carla', change)).toMatchObject(done)
  const inquiry = { name: 'Carla', company: companyName, email: 'carla@bahaykubo.example', topic: 'general' }
  expect(await ask('POST', '/api/contact', { ...inquiry, message: 'When?' })).toMatchObject(done)

  expect(await ask('POST', '/api/auth/logout', { sessionId: login.sessionId, isOnline: false })).toMatchObject({
    status: 204,
  })
  expect(await ask('GET', '/api/auth/Dashboard')).toMatchObject({ status: 401, success: false })
})
