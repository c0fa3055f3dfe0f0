// Authenticates each call. The bearer token names the session, the binding cookie shows that it is the same browser, and the
// database has the rest: whether the session is active, and the user's current role and status.
import { hash, timingSafeEqual } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { idleHeader } from '@talaan/contract/session.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { notWaiting } from '../../platform/db/replicated.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/env/env.ts'
import type { HttpContext } from '../context.ts'
import type { Caller } from '../route.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { endOf } from './life.ts'
import type { SessionTimes } from './life.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The signed-in user of a call. Refuses with 401 without a session, and 403 without permission. */
export async function authenticate(
  context: HttpContext,
  caller: Caller,
  endpoint: Endpoint,
  roles: readonly Role[],
  known: (viewer: Viewer) => void,
): Promise<Viewer> {
  const arrivedAt = context.clock.now()
  const session = await sessionBehind(context, caller.request)
  const lastActivityAt = lastActivity(context, caller.request, endpoint)
  if (!session || !(await keepAlive(context, session, { arrivedAt, lastActivityAt }))) {
    throw new Refusal(common.noSession)
  }
  const { viewer } = session
  known(viewer)
  const problem = !roles.includes(viewer.role)
    ? common.notAllowed
    : viewer.firstLogin && !endpoint.beforePasswordChange
      ? common.passwordChangeDue
      : undefined
  if (problem === undefined) return viewer
  const act = {
    viewer,
    action: endpoint.name,
    outcome: 'refused',
    detail: { why: problem.code },
    address: caller.address,
  } as const
  await context.db.kysely.transaction().execute((trx) => audit(trx, context.clock, act))
  throw new Refusal(problem)
}

export type LiveSession = { viewer: Viewer; activeAt: string; closingAt: string | null }

type SessionRow = SessionTimes & Pick<Viewer, 'clientId' | 'role' | 'company' | 'firstLogin'> & { bindingHash: string }

/** The active session of a request. An expired one is ended here. */
export async function sessionBehind(
  { db, clock, env, identity }: HttpContext,
  request: FastifyRequest,
): Promise<LiveSession | undefined> {
  const bearer = bearerOf(request)
  const binding = request.cookies[bindingCookie(env).name]
  if (bearer === undefined || binding === undefined) return undefined
  const claims = await identity.verify(bearer)
  if (!claims) return undefined

  // As text, because every call asks this: Kysely's builder takes 15 µs for it, a tenth of a small call, and this takes 2 µs.
  const { rows } = await sql<SessionRow>`
    select users.client_id as "clientId", users.role, users.first_login as "firstLogin", company.name as company,
      session.binding_hash as "bindingHash", session.created_at as "createdAt", session.active_at as "activeAt",
      session.pinged_at as "pingedAt", session.closing_at as "closingAt"
    from session join users on users.id = session.user_id cross join company
    where session.id = ${claims.sessionId} and session.user_id = ${claims.userId}
      and session.ended_at is null and users.seat is not null`.execute(db.kysely)
  const [row] = rows
  if (!row || !sameText(row.bindingHash, hashOf(binding))) return undefined

  const { sessionId, userId } = claims
  const reason = endOf(row, clock.now())
  if (reason) {
    await db.kysely.transaction().execute((trx) => endSessions(trx, clock, { sessionId, reason }))
    return undefined
  }
  const { clientId, role, firstLogin, company, activeAt, closingAt } = row
  return { viewer: { userId, clientId, role, sessionId, company, firstLogin }, activeAt, closingAt }
}

type Which = { userId: string; except?: string } | { sessionId: string }

/** Ends the active sessions of an account, or one session. Returns their number. */
export async function endSessions(
  trx: Transaction<Tables>,
  clock: Clock,
  which: Which & { reason: string },
): Promise<number> {
  const live = trx
    .updateTable('session')
    .set({ ended_at: timestamp(clock.now()), end_reason: which.reason, online: false })
    .where('ended_at', 'is', null)
  const chosen =
    'sessionId' in which ? live.where('id', '=', which.sessionId) : live.where('user_id', '=', which.userId)
  const spared = 'userId' in which ? which.except : undefined
  const { numUpdatedRows } = await (
    spared === undefined ? chosen : chosen.where('id', '<>', spared)
  ).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Stores a notice for the user, shown once in the next session other than `exceptSession`. */
export async function leaveNotice(
  trx: Transaction<Tables>,
  { userId, sentence, exceptSession }: { userId: string; sentence: string; exceptSession?: string },
): Promise<void> {
  const { notices } = await trx
    .selectFrom('users')
    .select('notices')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const newest = [...notices, { sentence, exceptSession }].slice(-20)
  await trx
    .updateTable('users')
    .set({ notices: JSON.stringify(newest) })
    .where('id', '=', userId)
    .execute()
}

// ── Activity of a session.

/** The time of the user's last activity according to this call, or undefined if it does not say. */
function lastActivity({ clock }: HttpContext, request: FastifyRequest, endpoint: Endpoint): number | undefined {
  if (endpoint.activity) return clock.now()
  const text = request.headers[idleHeader]
  return typeof text === 'string' && /^\d{1,6}$/.test(text) ? clock.now() - Number(text) * 1000 : undefined
}

const worthWritingMs = 15_000

type Activity = { arrivedAt: number; lastActivityAt: number | undefined }

/** Updates the last activity and reopens a closing session. Returns false if the session has ended meanwhile. */
async function keepAlive(
  { db }: HttpContext,
  session: LiveSession,
  { arrivedAt, lastActivityAt }: Activity,
): Promise<boolean> {
  const moves = lastActivityAt !== undefined && lastActivityAt - instant(session.activeAt) > worthWritingMs
  // A call that was under way when the last tab was closed does not show that a page is open again.
  const revives = session.closingAt !== null && arrivedAt >= instant(session.closingAt)
  if (!moves && !revives) return true
  const result = await db.kysely
    .updateTable('session')
    .set({
      ...(moves && { active_at: timestamp(lastActivityAt) }),
      ...(revives && { closing_at: null, online: true }),
    })
    .where('id', '=', session.viewer.sessionId)
    .where('ended_at', 'is', null)
    // Without its standby the portal can still be read.
    .returning(notWaiting.as('commit'))
    .executeTakeFirst()
  return result !== undefined
}

// ── Bearer token and cookie.

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** A cookie with the prefix __Host-, which other subdomains cannot set, needs TLS. */
const bindingCookie = (env: Environment) => {
  const secure = hasSecureAddress(env)
  return {
    name: secure ? '__Host-bind' : 'bind',
    options: { httpOnly: true, sameSite: 'strict', path: '/', secure } as const,
  }
}

export const hasSecureAddress = ({ publicUrl, tls }: Pick<Environment, 'publicUrl' | 'tls'>): boolean =>
  publicUrl?.startsWith('https:') ?? tls !== null

export function bindBrowser(reply: FastifyReply, env: Environment, secret: string): void {
  const { name, options } = bindingCookie(env)
  reply.setCookie(name, secret, options)
}

export function unbindBrowser(reply: FastifyReply, env: Environment): void {
  const { name, options } = bindingCookie(env)
  reply.clearCookie(name, options)
}

/** The database stores only a hash of a random secret. */
export const hashOf = (secret: string): string => hash('sha256', secret)

const sameText = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
