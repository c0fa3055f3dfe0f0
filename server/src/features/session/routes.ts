// Login, session and logout.
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import {
  changeFirstPassword,
  dashboard,
  goOnline,
  logIn,
  logOut,
  ping,
  sessionProblems,
} from '@talaan/contract/session.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import { refusalOfPassword } from '../../platform/known-passwords.ts'
import type { HttpContext } from '../../http/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { attempts, countStranger, mayTryPassword, networkOf, passwordWasRight, within } from '../../http/limits.ts'
import { hashPassword, isPassword } from '../../http/passwords.ts'
import { answers } from '../../http/route.ts'
import type { Caller, Route } from '../../http/route.ts'
import { rememberDevice } from '../../http/session/devices.ts'
import { bearerOf, bindBrowser, endSessions, hashOf, sessionBehind, unbindBrowser } from '../../http/session/session.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { logInAs } from './log-in.ts'

export function session(context: HttpContext): Route[] {
  const { db, clock, env, identity } = context
  return [
    answers(logIn, async ({ body, address, request, reply }) => {
      const { ClientId: clientId, Password: password, forceLogout: force = false } = body
      const { userId, passwordHash, sessionId, logoutHandle, bindingSecret, ...person } = await logInAs(context, {
        clientId,
        password,
        force,
        address,
        request,
      })
      bindBrowser(reply, env, bindingSecret)
      rememberDevice(reply, context, { id: userId, passwordHash })
      return {
        success: true as const,
        customToken: await identity.mint({ userId, sessionId }),
        sessionId: logoutHandle,
        ...person,
      }
    }),

    answers(logOut, async (call) => {
      const own = await sessionBehind(context, call.request)
      if (own) await leave(context, call, own.viewer)
      else if (isFromOurPages(call.request, context)) await beginClosing(context, call.body.sessionId, call.address)
      // The response is the same in every case.
      return call.reply.code(204).send() as never
    }),

    ...[goOnline, ping].map((sign) =>
      answers(sign, async ({ viewer }) => {
        await db.kysely
          .updateTable('session')
          .set({ pinged_at: timestamp(clock.now()), online: true })
          .where('id', '=', viewer.sessionId)
          .where('ended_at', 'is', null)
          .execute()
        return { success: true as const }
      }),
    ),

    answers(dashboard, async ({ viewer, request }) => ({
      success: true as const,
      user: { ClientId: viewer.clientId, company: viewer.company, role: viewer.role },
      firstLogin: viewer.firstLogin,
      notices: await takeNotices(context, viewer),
      customToken: (await isHalfOver(context, request)) ? await identity.mint(viewer) : undefined,
    })),

    answers(changeFirstPassword, async ({ viewer, params, body, address, reply }) => {
      const outcome =
        params.clientId.toLowerCase() === viewer.clientId.toLowerCase()
          ? await changePassword(context, viewer, { ...body, address })
          : common.notAllowed
      if ('passwordHash' in outcome) {
        rememberDevice(reply, context, { id: viewer.userId, passwordHash: outcome.passwordHash })
        return { success: true as const }
      }
      const act = {
        viewer,
        action: changeFirstPassword.name,
        outcome: 'refused',
        detail: { why: outcome.code },
        address,
      } as const
      await db.kysely.transaction().execute((trx) => audit(trx, clock, act))
      throw new Refusal(outcome)
    }),
  ]
}

// ── Logout.

async function leave({ db, clock, env }: HttpContext, { reply, address }: Caller, viewer: Viewer): Promise<void> {
  unbindBrowser(reply, env)
  await db.kysely.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, clock, { sessionId: viewer.sessionId, reason: 'logout' })
    if (ended > 0) await audit(trx, clock, { viewer, action: logOut.name, address })
  })
}

/** The beacon of a closed page. It may be a reload, so the session ends only if no call follows for some time. */
async function beginClosing({ db, clock, limits }: HttpContext, logoutHandle: string, address: string): Promise<void> {
  const now = timestamp(clock.now())
  const close = async (trx: Transaction<Tables>) => {
    const limit = { bucket: `beacon:minute:${networkOf(address)}`, atMost: limits.beaconsPerMinute, seconds: 60 }
    if (!(await within(trx, clock, limit))) return
    await trx
      .updateTable('session')
      .set({ closing_at: now, online: false })
      .where('logout_handle_hash', '=', hashOf(logoutHandle))
      .where('ended_at', 'is', null)
      .where('closing_at', 'is', null)
      .execute()
  }
  await countStranger('stranger', () => db.kysely.transaction().execute(close))
}

/** Beacons without Sec-Fetch-Site or Origin of our own pages are refused. */
function isFromOurPages({ headers }: FastifyRequest, { env }: HttpContext): boolean {
  if (headers['sec-fetch-site'] !== undefined) return headers['sec-fetch-site'] === 'same-origin'
  if (headers.origin === undefined) return false
  const own = env.publicUrl === null ? headers.host : new URL(env.publicUrl).host
  return URL.parse(headers.origin)?.host === own
}

// ── The Dashboard call.

async function isHalfOver({ clock, identity }: HttpContext, request: FastifyRequest): Promise<boolean> {
  const claims = await identity.verify(bearerOf(request) ?? '')
  return claims !== undefined && clock.now() >= (claims.issuedAt + claims.expiresAt) / 2
}

/** Notices for the user, each shown once and not in the session that caused it. */
async function takeNotices({ db }: HttpContext, { userId, sessionId }: Viewer): Promise<string[]> {
  const notices = (of: Pick<typeof db.kysely, 'selectFrom'>) =>
    of.selectFrom('users').select('notices').where('id', '=', userId)
  const { notices: waiting } = await notices(db.kysely).executeTakeFirstOrThrow()
  if (!waiting.some(({ exceptSession }) => exceptSession !== sessionId)) return []
  return db.kysely.transaction().execute(async (trx) => {
    const { notices: found } = await notices(trx).forUpdate().executeTakeFirstOrThrow()
    const kept = found.filter(({ exceptSession }) => exceptSession === sessionId)
    await trx
      .updateTable('users')
      .set({ notices: JSON.stringify(kept) })
      .where('id', '=', userId)
      .execute()
    return found.filter((notice) => !kept.includes(notice)).map(({ sentence }) => sentence)
  })
}

// ── The first password.

async function changePassword(
  { db, clock, env, limits, passwordCost }: HttpContext,
  viewer: Viewer,
  { oldPassword, newPassword, address }: { oldPassword: string; newPassword: string; address: string },
): Promise<{ passwordHash: string } | Problem> {
  const { userId, clientId, sessionId } = viewer
  const bucket = attempts.inSession(sessionId)
  if (!(await db.kysely.transaction().execute((trx) => mayTryPassword(trx, clock, limits, bucket))))
    return common.tooMany
  const { oldHash } = await db.kysely
    .selectFrom('users')
    .select('password_hash as oldHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(oldPassword, oldHash))) return sessionProblems.wrongPassword
  const weakness = await refusalOfPassword(env, newPassword, clientId)
  if (weakness !== undefined) return saying(sessionProblems.weakPassword, weakness)
  if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) return sessionProblems.samePassword

  const newHash = await hashPassword(newPassword, passwordCost)
  return db.kysely.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ password_hash: newHash, first_login: false })
      .where('id', '=', userId)
      // After a simultaneous change, the old password of this one is no longer right.
      .where('password_hash', '=', oldHash)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return sessionProblems.wrongPassword
    await passwordWasRight(trx, clock, bucket)
    await endSessions(trx, clock, { userId, except: sessionId, reason: 'password' })
    await audit(trx, clock, { viewer, action: changeFirstPassword.name, address })
    return { passwordHash: newHash }
  })
}
