// The embedded identity provider: the REST interface of Firebase Auth, single-use tokens, and no forged bearer token.
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportSPKI, importJWK, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, logOut, ping } from '@talaan/contract/session.ts'
import { callerOn, exchange, passwordOf, openPortal, statusOf } from '../../../test/portal.ts'
import { resolveIdentity } from './identity.ts'

const p = await openPortal()
afterAll(p.close)
const keys = await p.db.kysely.selectFrom('signing_key').selectAll().execute()
beforeEach(p.reset)

const logInAs = async (ClientId: string) =>
  (await p.nobody.call(logIn, { body: { ClientId, Password: passwordOf(ClientId) } })).answer
const invalid = {
  error: {
    code: 400,
    message: 'INVALID_CUSTOM_TOKEN',
    errors: [{ message: 'INVALID_CUSTOM_TOKEN', domain: 'global', reason: 'invalid' }],
  },
}

describe('the exchange of a custom token', () => {
  test('answers in the shape of Firebase Auth, with an ID token of an hour', async () => {
    const { status, body } = await exchange(p.app, (await logInAs('ana')).customToken)
    expect(status).toBe(200)
    expect(body).toEqual({
      kind: 'identitytoolkit#VerifyCustomTokenResponse',
      idToken: expect.any(String),
      expiresIn: '3600',
      isNewUser: false,
    })
    const now = p.clock.now() / 1000
    const [session] = await p.db.kysely.selectFrom('session').select(['id', 'user_id as userId']).execute()
    expect(decodeJwt(body.idToken)).toEqual({
      iss: 'talaan',
      aud: 'talaan/portal',
      sub: session!.userId,
      user_id: session!.userId,
      sid: session!.id,
      iat: now,
      exp: now + 3600,
      auth_time: now,
      firebase: { identities: {}, sign_in_provider: 'custom' },
    })
    expect(decodeProtectedHeader(body.idToken).alg).toBe('ES256')
  })

  test('works once', async () => {
    const { customToken } = await logInAs('ana')
    const replies = await Promise.all([exchange(p.app, customToken), exchange(p.app, customToken)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await exchange(p.app, customToken)).toEqual({ status: 400, body: invalid })
  })

  test('works for two minutes', async () => {
    const first = await logInAs('ana')
    p.clock.forward(119)
    expect((await exchange(p.app, first.customToken)).status).toBe(200)
    const second = await logInAs('ben')
    p.clock.forward(120)
    expect(await exchange(p.app, second.customToken)).toEqual({ status: 400, body: invalid })
  })

  test('does not work for a session that has ended', async () => {
    const { customToken } = await logInAs('ana')
    await p.signIn('ana', { force: true })
    expect(await exchange(p.app, customToken)).toEqual({ status: 400, body: invalid })
  })

  test.for([
    [undefined, 'MISSING_CUSTOM_TOKEN'],
    ['', 'MISSING_CUSTOM_TOKEN'],
    [7, 'INVALID_CUSTOM_TOKEN'],
    ['x', 'INVALID_CUSTOM_TOKEN'],
    ['x.y.z', 'INVALID_CUSTOM_TOKEN'],
    ['x'.repeat(5000), 'INVALID_CUSTOM_TOKEN'],
  ])('of %o answers %s', async ([token, message]) => {
    const { status, body } = await exchange(p.app, token)
    expect([status, body.error.code, body.error.message]).toEqual([400, 400, message])
  })

  test('does not take an ID token, nor a custom token for another audience', async () => {
    const ana = await p.signIn('ana')
    expect((await exchange(p.app, ana.bearer)).body.error.message).toBe('INVALID_CUSTOM_TOKEN')
    const custom = keys.find(({ purpose }) => purpose === 'custom-token')!
    const forAnother = await signed({ aud: 'another', jti: crypto.randomUUID() }, custom)
    expect((await exchange(p.app, forAnother)).body.error.message).toBe('CREDENTIAL_MISMATCH')
  })
})

const idKey = keys.find(({ purpose }) => purpose === 'id-token')!
const now = () => Math.floor(p.clock.now() / 1000)

/** A token with any claims and a valid signature. */
async function signed(claims: JWTPayload, key = idKey, header: object = {}): Promise<string> {
  return new SignJWT({ iss: 'talaan', iat: now(), exp: now() + 3600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.id, ...header })
    .sign(await importJWK(key.private_jwk as object, 'ES256'))
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a bearer', () => {
  const good = async () => {
    const ana = await p.signIn('ana')
    const { sub, sid } = decodeJwt(ana.bearer!)
    return { ana, claims: { sub: sub!, sid: sid as string, aud: 'talaan/portal' } }
  }
  const status = async (ana: { cookie?: string }, bearer: string) =>
    statusOf(callerOn(p.app, { cookie: ana.cookie, bearer }))

  test('with correct claims made by this test is accepted, so the forged ones below are refused for the right reason', async () => {
    const { ana, claims } = await good()
    expect(await status(ana, await signed(claims))).toBe(200)
  })

  test.for([
    ['another issuer', { iss: 'https://securetoken.google.com/talaan' }],
    ['the audience of custom tokens', { aud: 'talaan/identity' }],
    ['a list of audiences with ours in it', { aud: ['talaan/portal', 'other'] }],
    ['no expiry', { exp: undefined }],
    ['an expiry in the past', { exp: 0 }],
    ['no session', { sid: undefined }],
    ['a session that is not an id', { sid: "' or true --" }],
    ['a list as user', { sub: ['x'] as never }],
    ['the session of another user', { sub: '00000000-0000-4000-8000-000000000000' }],
  ] as const)('with %s is refused', async ([, change]) => {
    const { ana, claims } = await good()
    expect(await status(ana, await signed({ ...claims, ...change } as JWTPayload))).toBe(401)
  })

  test('signed with the key of custom tokens is refused', async () => {
    const { ana, claims } = await good()
    expect(
      await status(
        ana,
        await signed(
          claims,
          keys.find(({ purpose }) => purpose === 'custom-token')!,
        ),
      ),
    ).toBe(401)
  })

  test.for(['none', 'None', 'nOnE', ''])('without a signature (alg %o) is refused', async (alg) => {
    const { ana, claims } = await good()
    const body = `${base64({ alg, kid: idKey.id })}.${base64({ iss: 'talaan', iat: now(), exp: now() + 60, ...claims })}`
    expect(await status(ana, `${body}.`)).toBe(401)
    expect(await status(ana, `${body}.${ana.bearer!.split('.')[2]}`)).toBe(401)
  })

  test('signed as HS256 with our public key as the secret is refused', async () => {
    const { ana, claims } = await good()
    const { d: _, ...jwk } = idKey.private_jwk as { d: string }
    const spki = await exportSPKI((await importJWK(jwk, 'ES256', { extractable: true })) as never)
    for (const secret of [spki, spki.trim(), JSON.stringify(jwk)]) {
      const body = `${base64({ alg: 'HS256', kid: idKey.id })}.${base64({ iss: 'talaan', iat: now(), exp: now() + 60, ...claims })}`
      expect(await status(ana, `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`)).toBe(401)
    }
  })

  test('signed with a key in its own header is refused', async () => {
    const { ana, claims } = await good()
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>
    for (const header of [
      { kid: idKey.id },
      { jwk },
      { kid: idKey.id, jwk },
      { kid: '../../etc/passwd' },
      { kid: idKey.id, jku: 'http://127.0.0.1:9/keys' },
      {},
    ]) {
      const forged = await new SignJWT({ iss: 'talaan', iat: now(), exp: now() + 60, ...claims })
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(privateKey)
      expect(await status(ana, forged)).toBe(401)
    }
  })

  test('changed in any part is refused', async () => {
    const { ana } = await good()
    const [header, payload, signature] = ana.bearer!.split('.') as [string, string, string]
    const claims = decodeJwt(ana.bearer!)
    for (const changed of [
      `${header}.${base64({ ...claims, exp: claims.exp! + 3600 })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.`,
      `${ana.bearer}=`,
      `${ana.bearer},${ana.bearer}`,
      'x'.repeat(5000),
    ]) {
      expect(await status(ana, changed)).toBe(401)
    }
  })

  test('that was accepted before is refused after it expires and after its session ends', async () => {
    const { ana } = await good()
    const ben = await p.signIn('ben')
    await ben.call(logOut, { body: { sessionId: ben.sessionId } })
    expect(await statusOf(ben)).toBe(401)
    for (let minutes = 0; minutes < 60; minutes += 20) {
      expect((await ana.call(ping)).status).toBe(200)
      p.clock.forward(1200)
    }
    expect((await ana.call(ping)).status).toBe(401)
  })
})

test('the keys are created once: a restarted or second server accepts the tokens of the first', async () => {
  // Emptying the tables also deleted the keys; the first start creates new ones.
  const first = await resolveIdentity(p.context)
  const second = await resolveIdentity(p.context)
  await p.signIn('ana')
  const [session] = await p.db.kysely.selectFrom('session').select(['id as sessionId', 'user_id as userId']).execute()
  expect(decodeProtectedHeader(await first.mint(session!)).kid).toBe(
    decodeProtectedHeader(await second.mint(session!)).kid,
  )
  expect(await p.db.kysely.selectFrom('signing_key').select('purpose').orderBy('purpose').execute()).toEqual([
    { purpose: 'custom-token' },
    { purpose: 'id-token' },
  ])
})

test('custom tokens of the day before are deleted', async () => {
  await p.signIn('ana')
  p.clock.forward(2 * 86_400)
  await p.signIn('ana')
  expect(await p.db.kysely.selectFrom('custom_token').select('id').execute()).toHaveLength(1)
})
