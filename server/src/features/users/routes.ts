// User Management: the accounts, who may change which, and five seats enforced under concurrency.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import { roles } from '@talaan/contract/roles.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { sessionProblems } from '@talaan/contract/session.ts'
import {
  addUser,
  deactivateUser,
  deleteUser,
  listOverviewViewers,
  listUsers,
  maximumActiveAccounts,
  reactivateUser,
  refusal,
  resetPassword,
  showOverview,
  userProblems,
} from '@talaan/contract/users.ts'
import type { ListedUser } from '@talaan/contract/users.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import { refusalOfPassword } from '../../platform/known-passwords.ts'
import type { HttpContext } from '../../http/context.ts'
import { attempts, mayTryPassword, passwordWasRight } from '../../http/limits.ts'
import { hashPassword, isPassword } from '../../http/passwords.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import { rememberDevice } from '../../http/session/devices.ts'
import { endSessions, leaveNotice } from '../../http/session/session.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { isLive } from '../../http/session/life.ts'
import { momentInManila } from '../../http/session/moment.ts'
import type { Tables } from '../../platform/db/tables.ts'

export function users(context: HttpContext): Route[] {
  const act = actOf(context)
  return [
    answers(listUsers, async ({ viewer, query: { company } }) => {
      const problem = refusal.list(viewer) ?? otherCompany(company, viewer)
      if (problem) throw new Refusal(problem)
      return { success: true as const, users: await list(context, viewer) }
    }),

    answers(addUser, async ({ viewer, address, body }) => {
      const { ClientId: clientId, Company: company, Password: password, Role: role } = body
      const doing = { viewer, address, endpoint: addUser, clientId, detail: { role } }
      const problem =
        refusal.add(viewer, role) ?? otherCompany(company, viewer) ?? (await weakness(context, password, clientId))
      if (problem) return act.refuse(doing, problem)
      const passwordHash = await hashPassword(password, context.passwordCost)
      return act(doing, (trx) => add(trx, context, { clientId, role, passwordHash }))
    }),

    answers(resetPassword, async ({ viewer, address, params: { clientId }, body, reply }) => {
      const doing = { viewer, address, endpoint: resetPassword, clientId }
      const problem = await ownPassword(context, viewer, body.adminPassword)
      if (problem) return act.refuse(doing, problem)
      const weak = await weakness(context, body.Password, clientId)
      const passwordHash = weak ? '' : await hashPassword(body.Password, context.passwordCost)
      const done = await act(doing, (trx) => reset(trx, context, { viewer, clientId, weak, passwordHash }))
      if (clientId.toLowerCase() === viewer.clientId.toLowerCase())
        rememberDevice(reply, context, { id: viewer.userId, passwordHash })
      return done
    }),

    answers(deactivateUser, ({ viewer, address, params: { clientId } }) =>
      act({ viewer, address, endpoint: deactivateUser, clientId }, (trx) =>
        deactivate(trx, context, { viewer, clientId }),
      ),
    ),

    answers(reactivateUser, ({ viewer, address, params: { clientId } }) =>
      act({ viewer, address, endpoint: reactivateUser, clientId }, (trx) => reactivate(trx, { viewer, clientId })),
    ),

    answers(listOverviewViewers, async () => {
      const rows = await context.db.kysely
        .selectFrom('users')
        .select('client_id as clientId')
        .where('sees_overview', '=', true)
        .where('deleted_at', 'is', null)
        .orderBy('client_id')
        .execute()
      return { clientIds: rows.map(({ clientId }) => clientId) }
    }),

    answers(showOverview, ({ viewer, address, params: { clientId }, body: { sees } }) =>
      act({ viewer, address, endpoint: showOverview, clientId, detail: { sees } }, (trx) =>
        putOverview(trx, { viewer, clientId, sees }),
      ),
    ),

    answers(deleteUser, ({ viewer, address, params: { clientId } }) =>
      act({ viewer, address, endpoint: deleteUser, clientId }, (trx) => remove(trx, context, { viewer, clientId })),
    ),
  ]
}

type Doing = {
  viewer: Viewer
  address: string
  endpoint: Pick<Endpoint, 'name'>
  clientId: string
  detail?: Record<string, unknown>
}

/** The result of an action: the account, that it was already done, or why it is refused. */
type Outcome = { done: string } | 'done before' | Problem

/** Runs in one transaction and audits the result; a refusal changes nothing but is audited as well. */
function actOf({ db, clock }: HttpContext) {
  const write = (
    trx: Transaction<Tables>,
    { viewer, address, endpoint, clientId, detail }: Doing,
    outcome: { done: string } | Problem,
  ) =>
    audit(trx, clock, {
      viewer,
      address,
      action: endpoint.name,
      object: { type: 'user', id: 'done' in outcome ? outcome.done : clientId },
      outcome: 'done' in outcome ? 'done' : 'refused',
      detail: { clientId, ...detail, ...('code' in outcome && { why: outcome.code }) },
    })

  const refuse = async (doing: Doing, problem: Problem): Promise<never> => {
    await db.kysely.transaction().execute((trx) => write(trx, doing, problem))
    throw new Refusal(problem)
  }

  const act = async (
    doing: Doing,
    work: (trx: Transaction<Tables>) => Promise<Outcome>,
  ): Promise<{ success: true }> => {
    const problem = await db.kysely
      .transaction()
      .execute(async (trx) => {
        const outcome = await work(trx)
        if (outcome === 'done before') return undefined
        await write(trx, doing, outcome)
        return 'code' in outcome ? outcome : undefined
      })
      .catch((error: unknown) => refuse(doing, promiseBroken(error)))
    if (problem) throw new Refusal(problem)
    return { success: true as const }
  }
  return Object.assign(act, { refuse })
}

/** A conflict that only the database could detect. */
function promiseBroken(error: unknown): Problem {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'users_seat_key' || constraint === 'users_seat_check') return userProblems.capReached
  if (constraint === 'users_client_id_unique') return userProblems.duplicate
  throw error
}

const otherCompany = (named: string | undefined, { company }: Viewer): Problem | undefined =>
  named === undefined || named === '' || named === company ? undefined : userProblems.otherCompany

async function weakness({ env }: HttpContext, password: string, clientId: string): Promise<Problem | undefined> {
  const sentence = await refusalOfPassword(env, password, clientId)
  return sentence === undefined ? undefined : saying(sessionProblems.weakPassword, sentence)
}

async function list({ db, clock }: HttpContext, { company }: Viewer): Promise<ListedUser[]> {
  const people = await db.kysely
    .selectFrom('users')
    .leftJoin('session', (join) => join.onRef('session.user_id', '=', 'users.id').on('session.ended_at', 'is', null))
    .select([
      'users.client_id as clientId',
      'users.role',
      'users.seat',
      'session.online',
      'session.created_at as createdAt',
      'session.active_at as activeAt',
      'session.pinged_at as pingedAt',
      'session.closing_at as closingAt',
    ])
    .where('users.deleted_at', 'is', null)
    .orderBy(sql`array_position(${sql.lit(`{${roles.join(',')}}`)}::text[], users.role)`)
    .orderBy(sql`lower(users.client_id)`)
    .execute()
  return people.map(({ clientId, role, seat, online, ...times }) => ({
    ClientId: clientId,
    Role: role,
    Active: seat !== null,
    isOnline: online === true && isLive(times, clock.now()),
    Company: company,
  }))
}

// ── The changes.

async function add(
  trx: Transaction<Tables>,
  { clock }: HttpContext,
  { clientId, role, passwordHash }: { clientId: string; role: Role; passwordHash: string },
): Promise<Outcome> {
  if (await accountOf(trx, clientId)) return userProblems.duplicate
  const seat = await freeSeat(trx)
  if (seat === undefined) return userProblems.capReached
  const id = randomUUID()
  await trx
    .insertInto('users')
    .values({
      id,
      client_id: clientId,
      role,
      password_hash: passwordHash,
      seat,
      // The specification only requires admins to change a password given to them.
      first_login: role === 'admin',
      created_at: timestamp(clock.now()),
      deleted_at: null,
    })
    .execute()
  return { done: id }
}

/** The acting user's own password, under the same limits as a login, but counted for this session alone. */
async function ownPassword(
  { db, clock, limits }: HttpContext,
  { userId, sessionId }: Viewer,
  password: string,
): Promise<Problem | undefined> {
  const bucket = attempts.inSession(sessionId)
  if (!(await db.kysely.transaction().execute((trx) => mayTryPassword(trx, clock, limits, bucket))))
    return common.tooMany
  const { hash } = await db.kysely
    .selectFrom('users')
    .select('password_hash as hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(password, hash))) return userProblems.wrongAdminPassword
  await db.kysely.transaction().execute((trx) => passwordWasRight(trx, clock, bucket))
  return undefined
}

async function reset(
  trx: Transaction<Tables>,
  { clock }: HttpContext,
  {
    viewer,
    clientId,
    weak,
    passwordHash,
  }: { viewer: Viewer; clientId: string; weak: Problem | undefined; passwordHash: string },
): Promise<Outcome> {
  const target = await accountOf(trx, clientId)
  if (!target) return userProblems.notThere
  const problem = refusal.resetPassword(viewer, target) ?? weak
  if (problem) return problem
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', target.id).execute()
  // A new password also unlocks a locked account.
  await passwordWasRight(trx, clock, attempts.ofStrangers(target.clientId))
  await endSessions(trx, clock, { userId: target.id, reason: 'password' })
  if (target.id !== viewer.userId) {
    const sentence = `On ${momentInManila(clock.now())} ${viewer.clientId} reset your password.`
    await leaveNotice(trx, { userId: target.id, sentence })
  }
  return { done: target.id }
}

async function deactivate(
  trx: Transaction<Tables>,
  { clock }: HttpContext,
  { viewer, clientId }: { viewer: Viewer; clientId: string },
): Promise<Outcome> {
  const target = await accountOf(trx, clientId)
  if (!target) return userProblems.notThere
  const problem = refusal.deactivate(viewer, target)
  if (problem) return problem
  if (target.seat === null) return 'done before'
  await trx.updateTable('users').set({ seat: null }).where('id', '=', target.id).execute()
  await endSessions(trx, clock, { userId: target.id, reason: 'deactivated' })
  return { done: target.id }
}

async function reactivate(
  trx: Transaction<Tables>,
  { viewer, clientId }: { viewer: Viewer; clientId: string },
): Promise<Outcome> {
  const target = await accountOf(trx, clientId)
  if (!target) return userProblems.notThere
  const problem = refusal.deactivate(viewer, target)
  if (problem) return problem
  if (target.seat !== null) return 'done before'
  const seat = await freeSeat(trx)
  if (seat === undefined) return userProblems.capReached
  await trx.updateTable('users').set({ seat }).where('id', '=', target.id).execute()
  return { done: target.id }
}

async function putOverview(
  trx: Transaction<Tables>,
  { viewer, clientId, sees }: { viewer: Viewer; clientId: string; sees: boolean },
): Promise<Outcome> {
  const target = await accountOf(trx, clientId)
  if (!target) return userProblems.notThere
  const problem = refusal.overview(viewer, target)
  if (problem) return problem
  const changed = await trx
    .updateTable('users')
    .set({ sees_overview: sees })
    .where('id', '=', target.id)
    .where('sees_overview', '<>', sees)
    .returning('id')
    .executeTakeFirst()
  return changed === undefined ? 'done before' : { done: target.id }
}

async function remove(
  trx: Transaction<Tables>,
  { clock }: HttpContext,
  { viewer, clientId }: { viewer: Viewer; clientId: string },
): Promise<Outcome> {
  const target = await accountOf(trx, clientId)
  if (!target) return (await wasDeleted(trx, clientId)) ? 'done before' : userProblems.notThere
  const problem = refusal.deactivate(viewer, target)
  if (problem) return problem
  await trx
    .updateTable('users')
    .set({ seat: null, deleted_at: timestamp(clock.now()) })
    .where('id', '=', target.id)
    .execute()
  await endSessions(trx, clock, { userId: target.id, reason: 'deleted' })
  await trx.deleteFrom('bookmark').where('user_id', '=', target.id).execute()
  return { done: target.id }
}

type Account = { id: string; clientId: string; role: Role; seat: number | null }

/** The account of this name, locked until the transaction ends, so that changes to it are serialized. */
const accountOf = (trx: Transaction<Tables>, clientId: string): Promise<Account | undefined> =>
  trx
    .selectFrom('users')
    .select(['id', 'client_id as clientId', 'role', 'seat'])
    .where((is) => is(is.fn<string>('lower', ['client_id']), '=', clientId.toLowerCase()))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

async function wasDeleted(trx: Transaction<Tables>, clientId: string): Promise<boolean> {
  const tombstone = await trx
    .selectFrom('users')
    .select('id')
    .where((is) => is(is.fn<string>('lower', ['client_id']), '=', clientId.toLowerCase()))
    .limit(1)
    .executeTakeFirst()
  return tombstone !== undefined
}

/** The lowest free seat. The company is locked first, so that two searches do not find the same one. */
export async function freeSeat(trx: Transaction<Tables>): Promise<number | undefined> {
  await trx.selectFrom('company').select('only_one').forUpdate().execute()
  const taken = await trx.selectFrom('users').select('seat').where('seat', 'is not', null).execute()
  const seats = Array.from({ length: maximumActiveAccounts }, (_, at) => at + 1)
  return seats.find((seat) => !taken.some((row) => row.seat === seat))
}
