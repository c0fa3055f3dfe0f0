// Login. An unknown id, a wrong password and a locked account get the same response after the same work. Details of an account are
// shown only after the right password.
import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Problem } from '@talaan/contract/problem.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { logIn, sessionProblems } from '@talaan/contract/session.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { HttpContext } from '../../http/context.ts'
import { attempts, countStranger, mayLogInFrom, mayTryPassword, passwordWasRight, within } from '../../http/limits.ts'
import { isPassword, nobodysHash } from '../../http/passwords.ts'
import { knownDevice } from '../../http/session/devices.ts'
import { endSessions, hashOf, leaveNotice } from '../../http/session/session.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { endOf } from '../../http/session/life.ts'
import { momentInManila } from '../../http/session/moment.ts'

type Credentials = { clientId: string; password: string; force: boolean; address: string; request: FastifyRequest }

export type LoggedIn = {
  userId: string
  passwordHash: string
  role: Role
  firstLogin: boolean
  company: string
  sessionId: string
  /** The browser's sessionId, which can only log out. */
  logoutHandle: string
  /** The value of the binding cookie. */
  bindingSecret: string
}

export async function logInAs(context: HttpContext, credentials: Credentials): Promise<LoggedIn> {
  const { db, clock, limits, passwordCost } = context
  const { clientId, password, address, request } = credentials
  const account = await db.kysely
    .selectFrom('users')
    .select(['id', 'client_id as clientId', 'password_hash as passwordHash'])
    .where((is) => is(is.fn<string>('lower', ['client_id']), '=', clientId.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const device = account && knownDevice(request, context, account)
  const bucket = device === undefined ? attempts.ofStrangers(clientId) : attempts.ofDevice(device)

  // Counted and committed before the password is checked, so that simultaneous attempts all count.
  const count = () =>
    db.kysely.transaction().execute(async (trx) => {
      const isWithinNetwork = () => mayLogInFrom(trx, clock, limits, address)
      if (device === undefined && !(await isWithinNetwork())) return 'too many from this network'
      if (await mayTryPassword(trx, clock, limits, bucket)) return 'may try'
      return device === undefined || (await isWithinNetwork()) ? 'must wait' : 'too many from this network'
    })
  const counted = await (device === undefined ? countStranger('stranger', count) : count())
  // Above the limit of the network, attempts are neither hashed nor recorded in the audit trail, which would grow with each.
  if (counted === 'too many from this network') throw new Refusal(sessionProblems.logInFailed)
  const mayTry = counted === 'may try'
  const hash = mayTry && account ? account.passwordHash : nobodysHash(passwordCost)
  const isRight = await isPassword(password, hash, device === undefined ? 'stranger' : 'known')

  const outcome = await db.kysely.transaction().execute(async (trx): Promise<LoggedIn | Problem> => {
    const outcome =
      account && isRight ? await admit(trx, context, account, { ...credentials, bucket }) : sessionProblems.logInFailed
    const isRefused = 'code' in outcome
    await audit(trx, clock, {
      // An unknown client id is not stored, because people type their password into the wrong field.
      actorName: account?.clientId ?? 'unknown Client ID',
      actorId: account?.id,
      action: logIn.name,
      outcome: isRefused ? 'refused' : 'done',
      detail: {
        ...(isRefused && { why: mayTry ? outcome.code : 'limit' }),
        ...(credentials.force && { forced: true }),
      },
      address,
    })
    return outcome
  })
  if ('code' in outcome) throw new Refusal(outcome)
  return outcome
}

/** Called after the right password: creates the session, or refuses. */
async function admit(
  trx: Transaction<Tables>,
  { clock, limits }: HttpContext,
  account: { id: string; passwordHash: string },
  { force, address, bucket }: Credentials & { bucket: string },
): Promise<LoggedIn | Problem> {
  // The lock serializes logins to one account.
  const person = await trx
    .selectFrom('users')
    .innerJoin('company', (join) => join.onTrue())
    .select([
      'users.client_id as clientId',
      'role',
      'seat',
      'first_login as firstLogin',
      'company.name as company',
      'password_hash as passwordHash',
    ])
    .where('users.id', '=', account.id)
    .where('deleted_at', 'is', null)
    .forUpdate('users')
    .executeTakeFirst()
  if (!person || person.passwordHash !== account.passwordHash) return sessionProblems.logInFailed
  await passwordWasRight(trx, clock, bucket)
  if (person.seat === null) return sessionProblems.deactivated

  const earlier = await trx
    .selectFrom('session')
    .select([
      'id',
      'created_at as createdAt',
      'active_at as activeAt',
      'pinged_at as pingedAt',
      'closing_at as closingAt',
    ])
    .where('user_id', '=', account.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const sessionId = randomUUID()
  if (earlier) {
    const end = endOf(earlier, clock.now()) ?? (earlier.closingAt === null ? undefined : 'closed')
    if (end === undefined && !force) return sessionProblems.alreadyLoggedIn
    if (end === undefined && !(await mayForce(trx, { clock, limits, clientId: person.clientId })))
      return sessionProblems.forcedTooOften
    await endSessions(trx, clock, { sessionId: earlier.id, reason: end ?? 'forced' })
    if (end === undefined) {
      const sentence = `On ${momentInManila(clock.now())} someone logged in with your password from ${address} and ended your session.`
      await leaveNotice(trx, { userId: account.id, sentence, exceptSession: sessionId })
    }
  }

  const secrets = { logoutHandle: newSecret(), bindingSecret: newSecret() }
  const now = timestamp(clock.now())
  await trx
    .insertInto('session')
    .values({
      id: sessionId,
      user_id: account.id,
      logout_handle_hash: hashOf(secrets.logoutHandle),
      binding_hash: hashOf(secrets.bindingSecret),
      created_at: now,
      active_at: now,
      pinged_at: now,
      online: true,
    })
    .execute()
  const { role, firstLogin, company } = person
  return { userId: account.id, passwordHash: account.passwordHash, role, firstLogin, company, sessionId, ...secrets }
}

const mayForce = (
  trx: Transaction<Tables>,
  { clock, limits, clientId }: Pick<HttpContext, 'clock' | 'limits'> & { clientId: string },
): Promise<boolean> =>
  within(trx, clock, {
    bucket: `login:forced:${clientId.toLowerCase()}`,
    atMost: limits.forcedLoginsPerHour,
    seconds: 3600,
  })

/** 256 bits. */
const newSecret = () => randomBytes(32).toString('base64url')
