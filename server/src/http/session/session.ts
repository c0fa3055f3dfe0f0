// Who calls. The bearer says which session, the binding cookie that it is the same browser, and the database everything
// else, again at each call: whether the session lives, the person's role, and whether they may be here at all.
import { createHash, timingSafeEqual } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { idleHeader } from '@talaan/contract/session.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/env/env.ts'
import type { HttpContext } from '../context.ts'
import type { Caller } from '../route.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { endOf } from './life.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The signed-in person behind a call, or a refusal: 401 for no session, 403 for a person who may not. */
export async function authenticate(
  context: HttpContext,
  caller: Caller,
  endpoint: Endpoint,
  roles: readonly Role[],
  known: (viewer: Viewer) => void,
): Promise<Viewer> {
  const session = await sessionBehind(context, caller.request)
  if (!session || !(await keepAlive(context, session, lastActivity(context, caller.request, endpoint)))) {
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

/** The live session that a request belongs to. One that turns out to be over is ended here. */
export async function sessionBehind(
  { db, clock, env, identity }: HttpContext,
  request: FastifyRequest,
): Promise<LiveSession | undefined> {
  const bearer = bearerOf(request)
  const binding = request.cookies[bindingCookie(env).name]
  if (bearer === undefined || binding === undefined) return undefined
  const claims = await identity.verify(bearer)
  if (!claims) return undefined

  const row = await db.kysely
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .innerJoin('company', (join) => join.onTrue())
    .select([
      'users.client_id as clientId',
      'users.role',
      'users.first_login as firstLogin',
      'company.name as company',
      'session.binding_hash as bindingHash',
      'session.created_at as createdAt',
      'session.active_at as activeAt',
      'session.pinged_at as pingedAt',
      'session.closing_at as closingAt',
    ])
    .where('session.id', '=', claims.sessionId)
    .where('session.user_id', '=', claims.userId)
    .where('session.ended_at', 'is', null)
    .where('users.seat', 'is not', null)
    .executeTakeFirst()
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

/** Ends the live sessions of an account, or one session; says how many. */
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

/** A sentence for the owner of an account, told once at the next visit of a session other than `exceptSession`. */
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

// ── What a call does to its session.

/** Milliseconds of the person's last activity as this call tells it, or undefined when it tells nothing. */
function lastActivity({ clock }: HttpContext, request: FastifyRequest, endpoint: Endpoint): number | undefined {
  if (endpoint.activity) return clock.now()
  const text = request.headers[idleHeader]
  return typeof text === 'string' && /^\d{1,6}$/.test(text) ? clock.now() - Number(text) * 1000 : undefined
}

const worthWritingMs = 15_000

/** Moves the activity forward and revives a closing session; false when the session ended in between. */
async function keepAlive(
  { db }: HttpContext,
  session: LiveSession,
  lastActivityAt: number | undefined,
): Promise<boolean> {
  const moves = lastActivityAt !== undefined && lastActivityAt - instant(session.activeAt) > worthWritingMs
  const revives = session.closingAt !== null
  if (!moves && !revives) return true
  const result = await db.kysely
    .updateTable('session')
    .set({
      ...(moves && { active_at: timestamp(lastActivityAt) }),
      ...(revives && { closing_at: null, online: true }),
    })
    .where('id', '=', session.viewer.sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

// ── Bearer and cookie.

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Only over TLS can a cookie carry the name that no neighbouring host can set. */
const bindingCookie = (env: Environment) => {
  const secure = hasSecureAddress(env)
  return {
    name: secure ? '__Host-bind' : 'bind',
    options: { httpOnly: true, sameSite: 'strict', path: '/', secure } as const,
  }
}

export const hasSecureAddress = ({ publicUrl }: Pick<Environment, 'publicUrl'>): boolean =>
  publicUrl?.startsWith('https:') ?? false

export function bindBrowser(reply: FastifyReply, env: Environment, secret: string): void {
  const { name, options } = bindingCookie(env)
  reply.setCookie(name, secret, options)
}

export function unbindBrowser(reply: FastifyReply, env: Environment): void {
  const { name, options } = bindingCookie(env)
  reply.clearCookie(name, options)
}

/** What the database keeps of a random secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const sameText = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
