// The real server on a real database, called without a network, with a clock that tests control and the cast signed in:
// carla the admin, ben the accountant, ana the user, and dino, whose account is deactivated.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { z } from '@talaan/ledger/core/zod.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { dashboard, logIn } from '@talaan/contract/session.ts'
import { buildApp, routesOf } from '../src/app.ts'
import { timestamp } from '../src/platform/clock.ts'
import { readEnvironment } from '../src/platform/env/env.ts'
import type { HttpContext } from '../src/http/context.ts'
import type { Database } from '../src/platform/db/db.ts'
import { openLog } from '../src/platform/log.ts'
import type { Log } from '../src/platform/log.ts'
import { resolveIdentity } from '../src/http/identity/identity.ts'
import type { Provider } from '../src/http/identity/provider.ts'
import { defaultLimits } from '../src/http/limits.ts'
import type { Limits } from '../src/http/limits.ts'
import { hashPassword } from '../src/http/passwords.ts'
import type { PasswordCost } from '../src/http/passwords.ts'
import { setUp } from '../src/cli/setup.ts'
import { auditMistakes, countCalls, lastAuditEvent } from './audit-events.ts'
import { contentOf, emptied, freshDatabase } from './database.ts'
import type { Content } from './database.ts'
import { openLimited } from './limited.ts'

export const cast = {
  carla: { role: 'admin', active: true },
  ben: { role: 'accountant', active: true },
  ana: { role: 'user', active: true },
  dino: { role: 'user', active: false },
} as const
export type Name = keyof typeof cast

export const companyName = 'Bahay Kubo Trading'
export const passwordOf = (clientId: string) => `${clientId.toUpperCase()}-keeps-3-books`

/** The minimum work of argon2. */
const cheap: PasswordCost = { memoryKiB: 8, passes: 1 }

const setUpEnvironment = { COMPANY_NAME: companyName, ADMIN_CLIENT_ID: 'carla', ADMIN_PASSWORD: passwordOf('carla') }

/** A morning in Manila. */
const beginning = Date.parse('2026-03-16T01:00:00Z')

export type Options = {
  /** Instead of a fresh one. */
  database?: Database
  limits?: Limits
  env?: Record<string, string>
  /** Instead of the embedded provider. */
  identity?: (context: Omit<HttpContext, 'identity'>) => Promise<Provider>
  passwordCost?: PasswordCost
  onCrash?: (error: unknown) => void
  /** Fills the books before the cast is added; existing accounts stay, with a password of the cast. */
  books?: (given: Pick<HttpContext, 'db' | 'clock' | 'env' | 'passwordCost'>) => Promise<void>
  /** Many calls change nothing, so the audit trail may be empty for them. */
  atRandom?: boolean
  /** Instead of none. */
  log?: Log
}

export type Portal = Awaited<ReturnType<typeof openPortal>>

export async function openPortal({
  limits = calmLimits,
  env = {},
  identity = resolveIdentity,
  passwordCost = cheap,
  onCrash = told,
  books,
  atRandom = false,
  database,
  log = openLog('silent'),
}: Options = {}) {
  const db = database ?? (await freshDatabase())
  const isUsual =
    !books && passwordCost === cheap && Object.keys(setUpEnvironment).every((name) => env[name] === undefined)
  if (isUsual && !database) await emptied(db, await usualContent())
  const clock = { ms: beginning, now: () => clock.ms, forward: (seconds: number) => void (clock.ms += seconds * 1000) }
  const jobs = { due: 0 }
  const environment = readEnvironment({
    ...setUpEnvironment,
    // How full the disk of this machine is says nothing about the product.
    MIN_FREE_DISK_MB: '0',
    // The clock of a test stands still.
    CALLS_PER_MINUTE: '0',
    ...env,
  })
  await books?.({ db, clock, env: environment, passwordCost })
  // The rights are for the tables that there are now.
  const isLimited = process.env.TALAAN_TEST_LIMITED === '1'
  const ofPortal = isLimited ? await openLimited(db) : db
  const unidentified = {
    db: ofPortal,
    clock,
    limits,
    env: environment,
    passwordCost,
    version: 'test',
    log,
    jobsAreDue: () => void jobs.due++,
  }
  const context: HttpContext = { ...unidentified, identity: await identity(unidentified) }
  const app = await buildApp(context, { onCrash })
  const calls = countCalls(
    app,
    routesOf(context).map(({ endpoint }) => endpoint),
  )
  if (!isUsual || database) await bringCast(context)
  let eventsBefore = await lastAuditEvent(db)

  /** Throws if a change since the last time is missing from the audit trail or wrong there. */
  const lookAtActs = async () => {
    const mistakes = await auditMistakes(db, calls, { after: eventsBefore, atRandom })
    if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  }
  /** Resets everything except the keys and the server. */
  const reset = async () => {
    try {
      await lookAtActs()
    } finally {
      await emptied(db, isUsual ? await usualContent() : undefined)
      clock.ms = beginning
      jobs.due = 0
      if (!isUsual) await bringCast(context)
      eventsBefore = await lastAuditEvent(db)
    }
  }
  const close = async () => {
    try {
      await lookAtActs()
    } finally {
      await app.close()
      if (isLimited) await ofPortal.close()
      await db.close()
    }
  }
  const nobody = callerOn(app, {})
  const signIn = (name: string, how: { force?: boolean; password?: string; address?: string } = {}) =>
    signInOn(app, name, how)
  return { app, context, db, clock, jobs, nobody, signIn, reset, close, [Symbol.asyncDispose]: close }
}

/** The limit per network would block test files that log in often; tests of the limit set their own. */
export const calmLimits: Limits = { ...defaultLimits, loginsPerNetwork: { perMinute: 1_000_000, perHour: 1_000_000 } }

function told(error: unknown): void {
  console.error(error)
}

/** The company with its cast: restoring it is faster than setting it up for each test. */
let usual: Promise<Content> | undefined
const usualContent = () =>
  (usual ??= (async () => {
    await using db = await freshDatabase()
    const env = readEnvironment(setUpEnvironment)
    await bringCast({ db, clock: { now: () => beginning }, env, passwordCost: cheap })
    return await contentOf(db)
  })())

async function bringCast({
  db,
  clock,
  env,
  passwordCost,
}: Pick<HttpContext, 'db' | 'clock' | 'env' | 'passwordCost'>): Promise<void> {
  await setUp({ db, clock, env, passwordCost })
  await db.kysely.updateTable('users').set({ first_login: false }).execute()
  const there = await db.kysely.selectFrom('users').select(['id', 'client_id as clientId']).execute()
  for (const { id, clientId } of there.filter(({ clientId }) => clientId !== 'carla' || there.length > 1))
    await db.kysely
      .updateTable('users')
      .set({ password_hash: await hashPassword(passwordOf(clientId), passwordCost) })
      .where('id', '=', id)
      .execute()
  const missing = Object.entries(cast).filter(([name]) => !there.some(({ clientId }) => clientId === name))
  await addPeople({ db, clock, passwordCost }, Object.fromEntries(missing))
}

export async function addPeople(
  { db, clock, passwordCost = cheap }: Pick<HttpContext, 'db' | 'clock'> & Partial<Pick<HttpContext, 'passwordCost'>>,
  people: Record<string, { role: 'admin' | 'accountant' | 'user'; active: boolean }>,
): Promise<void> {
  const { last } = await db.kysely
    .selectFrom('users')
    .select((is) => is.fn.coalesce(is.fn.max('seat'), is.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  let seat = Number(last)
  for (const [clientId, { role, active }] of Object.entries(people)) {
    await db.kysely
      .insertInto('users')
      .values({
        id: randomUUID(),
        client_id: clientId,
        role,
        password_hash: await hashPassword(passwordOf(clientId), passwordCost),
        seat: active ? ++seat : null,
        created_at: timestamp(clock.now()),
        deleted_at: null,
      })
      .execute()
  }
}

// ── Calls.

export type Parts = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** For endpoints that take bytes. */
  bytes?: Uint8Array
  type?: string
  /** Undefined omits a header that a browser would send. */
  headers?: Record<string, string | undefined>
  address?: string
}

export type Reply<A extends z.ZodMiniType = z.ZodMiniType> = {
  status: number
  headers: Record<string, unknown>
  /** The answer as on the wire; a test reads the fields it expects. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  bytes: Buffer
  /** The answer as the browser reads it, money as bigint; throws if the call failed. */
  readonly answer: z.output<A>
}

/** The session data stored by a browser. */
export type Credentials = { bearer?: string; cookie?: string; sessionId?: string }
/** The part of an endpoint needed to call it. */
export type CallableEndpoint = Pick<Endpoint, 'name' | 'method' | 'path' | 'answer'>

export type Caller = Credentials & {
  call<E extends CallableEndpoint>(endpoint: E, parts?: Parts): Promise<Reply<E['answer']>>
}

export const callerOn = (app: FastifyInstance, credentials: Credentials): Caller => ({
  ...credentials,
  async call(endpoint, { params, query, body, bytes, type, headers, address = '203.0.113.7' } = {}) {
    const payload = bytes ? Buffer.from(bytes) : body === undefined ? undefined : JSON.stringify(body)
    const reply = await app.inject({
      method: endpoint.method as InjectOptions['method'],
      url: addressOf(endpoint, params, query),
      remoteAddress: address,
      headers: present({
        'sec-fetch-site': 'same-origin',
        ...(payload !== undefined && {
          'content-type': type ?? (bytes ? 'application/octet-stream' : 'application/json'),
        }),
        ...(credentials.bearer !== undefined && { authorization: `Bearer ${credentials.bearer}` }),
        ...(credentials.cookie !== undefined && { cookie: credentials.cookie }),
        ...headers,
      }),
      payload,
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    const read = isJson ? JSON.parse(reply.body) : undefined
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: read,
      bytes: reply.rawPayload,
      get answer() {
        if (reply.statusCode !== 200) throw new Error(`${endpoint.name} answered ${reply.statusCode}: ${reply.body}`)
        return endpoint.answer.parse(read) as never
      },
    }
  },
})

const present = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined))

/** The first two calls of every visit: the login and the exchange of its token. */
export async function signInOn(
  app: FastifyInstance,
  clientId: string,
  { force, password = passwordOf(clientId), address }: { force?: boolean; password?: string; address?: string },
): Promise<Caller & { sessionId: string }> {
  const reply = await callerOn(app, {}).call(logIn, {
    body: { ClientId: clientId, Password: password, forceLogout: force },
    address,
  })
  const { customToken, sessionId } = reply.answer
  const { status, body } = await exchange(app, customToken)
  if (status !== 200) throw new Error(`The exchange answered ${status}: ${JSON.stringify(body)}`)
  return { ...callerOn(app, { bearer: body.idToken, cookie: cookieIn(reply.headers), sessionId }), sessionId }
}

export const cookieIn = (headers: Record<string, unknown>): string => String(headers['set-cookie']).split(';')[0] ?? ''

/** The cookie by which a login recognises the browser, as the browser sends it back. */
export const deviceIn = (headers: Record<string, unknown>): string =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((text) => text.includes('device-'))
    ?.split(';')[0] ?? ''

/** Takes a custom token to the embedded provider. */
export async function exchange(app: FastifyInstance, token: unknown): Promise<Pick<Reply, 'status' | 'body'>> {
  const reply = await app.inject({
    method: 'POST',
    url: '/identity/v1/accounts:signInWithCustomToken?key=embedded',
    payload: { token, returnSecureToken: true },
  })
  return { status: reply.statusCode, body: reply.json() }
}

/** Whether a caller still has a session: the status of the first call of every page. */
export const statusOf = async (caller: Caller): Promise<number> => (await caller.call(dashboard)).status
