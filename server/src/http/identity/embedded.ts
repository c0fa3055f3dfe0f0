// The embedded identity provider: single-use custom tokens, ID tokens valid for an hour, and its own keys.
import { randomUUID } from 'node:crypto'
import { errors, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import type { CryptoKey, JWK, JWTPayload, JWTVerifyGetKey } from 'jose'
import { sql } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { signInWithCustomToken } from '@talaan/contract/identity.ts'
import { customTokenSeconds, idTokenSeconds } from '@talaan/contract/session.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Claims, Provider } from './provider.ts'
import { answers } from '../route.ts'
import { endOf } from '../session/life.ts'
import { claimsOf, isBadToken, longestToken, remembering } from './claims.ts'

const issuer = 'talaan'
const portal = 'talaan/portal'
const exchange = 'talaan/identity'
const algorithm = 'ES256'

type AppContext = { db: Database; clock: Clock }
type Purpose = 'id-token' | 'custom-token'
type Keys = { newest: { id: string; key: CryptoKey }; find: JWTVerifyGetKey }

export async function embeddedIdentity({ db, clock }: AppContext): Promise<Provider> {
  const idKeys = await keysFor('id-token', { db, clock })
  const customKeys = await keysFor('custom-token', { db, clock })
  const seconds = () => Math.floor(clock.now() / 1000)

  return {
    facts: { url: '/identity', key: 'embedded' },

    async mint({ userId, sessionId }) {
      const id = randomUUID()
      await db.kysely.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('custom_token')
          .where('expires_at', '<', timestamp(clock.now() - 86_400_000))
          .execute()
        await trx
          .insertInto('custom_token')
          .values({
            id,
            session_id: sessionId,
            expires_at: timestamp(clock.now() + customTokenSeconds * 1000),
            used_at: null,
          })
          .execute()
      })
      return new SignJWT({ uid: userId, claims: { sid: sessionId } })
        .setProtectedHeader({ alg: algorithm, kid: customKeys.newest.id, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(exchange)
        .setJti(id)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + customTokenSeconds)
        .sign(customKeys.newest.key)
    },

    verify: remembering(clock, async (token) => {
      const payload = await payloadOf(token, { keys: idKeys, audience: portal, clock })
      return payload === undefined ? undefined : claimsOf(payload)
    }),

    routes: [
      answers(
        // The body is validated here, because errors must have the format of Firebase Auth.
        { ...signInWithCustomToken, body: z.looseObject({ token: z.optional(z.unknown()) }) },
        async ({ body: { token }, reply }) => {
          const person = await exchanged(token, { db, clock, keys: customKeys })
          if (typeof person === 'string') {
            const list = [{ message: person, domain: 'global', reason: 'invalid' }]
            return reply.code(400).send({ error: { code: 400, message: person, errors: list } }) as never
          }
          return {
            kind: 'identitytoolkit#VerifyCustomTokenResponse',
            idToken: await idToken(person, idKeys, seconds()),
            expiresIn: String(idTokenSeconds),
            isNewUser: false,
          }
        },
      ),
    ],
  }
}

type Person = Pick<Claims, 'userId' | 'sessionId'>

const idToken = ({ userId, sessionId }: Person, { newest }: Keys, now: number): Promise<string> =>
  new SignJWT({
    sid: sessionId,
    user_id: userId,
    auth_time: now,
    firebase: { identities: {}, sign_in_provider: 'custom' },
  })
    .setProtectedHeader({ alg: algorithm, kid: newest.id, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(portal)
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(now + idTokenSeconds)
    .sign(newest.key)

/** Exchanges a custom token once, if its session is active; otherwise returns Firebase's error code. */
async function exchanged(token: unknown, { db, clock, keys }: AppContext & { keys: Keys }): Promise<Person | string> {
  if (token === undefined || token === '') return 'MISSING_CUSTOM_TOKEN'
  if (typeof token !== 'string' || token.length > longestToken) return 'INVALID_CUSTOM_TOKEN'
  const payload = await payloadOf(token, { keys, clock })
  if (payload?.jti === undefined) return 'INVALID_CUSTOM_TOKEN'
  if (payload.aud !== exchange) return 'CREDENTIAL_MISMATCH'
  const { jti } = payload
  return db.kysely.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('custom_token')
      .set({ used_at: timestamp(clock.now()) })
      .where('id', '=', jti)
      .where('used_at', 'is', null)
      .returning('session_id as sessionId')
      .executeTakeFirst()
    if (!used) return 'INVALID_CUSTOM_TOKEN'
    const session = await trx
      .selectFrom('session')
      .select([
        'user_id as userId',
        'created_at as createdAt',
        'active_at as activeAt',
        'pinged_at as pingedAt',
        'closing_at as closingAt',
      ])
      .where('id', '=', used.sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!session || endOf(session, clock.now())) return 'INVALID_CUSTOM_TOKEN'
    return { userId: session.userId, sessionId: used.sessionId }
  })
}

async function payloadOf(
  token: string,
  { keys, audience, clock }: { keys: Keys; audience?: string; clock: Clock },
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      algorithms: [algorithm],
      issuer,
      audience,
      currentDate: new Date(clock.now()),
      requiredClaims: ['iat', 'exp'],
    })
    return payload
  } catch (error) {
    if (isBadToken(error)) return undefined
    throw error
  }
}

/** The keys for a purpose, of which the newest signs. Creates the first key. */
async function keysFor(purpose: Purpose, { db, clock }: AppContext): Promise<Keys> {
  const rows = await db.kysely.transaction().execute(async (trx) => {
    // Two servers that start on one empty database must use the same keys.
    await sql`select pg_advisory_xact_lock(741633)`.execute(trx)
    const stored = () =>
      trx
        .selectFrom('signing_key')
        .select(['id', 'private_jwk as jwk'])
        .where('purpose', '=', purpose)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
    const found = await stored()
    if (found.length > 0) return found
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const private_jwk = JSON.stringify(await exportJWK(privateKey))
    await trx
      .insertInto('signing_key')
      .values({ id: randomUUID(), purpose, private_jwk, created_at: timestamp(clock.now()) })
      .execute()
    return stored()
  })
  const [newest] = rows
  if (!newest) throw new Error(`There is no key for ${purpose}.`)
  const publicKeys = new Map(
    await Promise.all(rows.map(async ({ id, jwk }) => [id, await publicKey(jwk as JWK)] as const)),
  )
  return {
    newest: { id: newest.id, key: (await importJWK(newest.jwk as JWK, algorithm)) as CryptoKey },
    find: ({ kid }) => {
      const key = kid === undefined ? undefined : publicKeys.get(kid)
      if (!key) throw new errors.JWKSNoMatchingKey()
      return key
    },
  }
}

const publicKey = async ({ d: _, ...rest }: JWK): Promise<CryptoKey> => (await importJWK(rest, algorithm)) as CryptoKey
