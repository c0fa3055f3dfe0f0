// A Firebase project as identity provider: a test server that follows Google's documentation:
// https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithCustomToken
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dashboard, logIn } from '@talaan/contract/session.ts'
import { callerOn, cookieIn, passwordOf, openPortal, statusOf } from '../../../test/portal.ts'

const projectId = 'bahay-kubo'
const clientEmail = 'portal@bahay-kubo.iam.gserviceaccount.com'
const identityToolkit = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

const serviceAccount = await generateKeyPair('RS256', { extractable: true })
const google = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256', { extractable: true })

const seconds = () => Math.floor(p.clock.now() / 1000)

/** An ID token as the project issues it; `change` makes it invalid. */
const idToken = (
  uid: string,
  claims: object,
  change: JWTPayload = {},
  { key = google.privateKey, kid = 'google-1' } = {},
) =>
  new SignJWT({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: seconds(),
    user_id: uid,
    sub: uid,
    iat: seconds(),
    exp: seconds() + 3600,
    ...claims,
    firebase: { identities: {}, sign_in_provider: 'custom' },
    ...change,
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .sign(key)

const keyServer = { answers: true }
const project = createServer(async (request, response) => {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const failure = (code: number, message: string) =>
    answer(code, { error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } })
  const url = new URL(request.url ?? '', 'http://project')
  if (url.pathname === '/keys') {
    if (!keyServer.answers) return answer(500, {})
    return answer(200, {
      keys: [{ ...(await exportJWK(google.publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' }],
    })
  }
  if (url.pathname !== '/v1/accounts:signInWithCustomToken') return failure(404, 'NOT_FOUND')
  if (url.searchParams.get('key') !== 'web-key') return failure(403, 'The request is missing a valid API key.')
  const { token } = JSON.parse(await text(request)) as { token?: string }
  if (!token) return failure(400, 'MISSING_CUSTOM_TOKEN')
  try {
    const { payload } = await jwtVerify(token, serviceAccount.publicKey, {
      algorithms: ['RS256'],
      issuer: clientEmail,
      subject: clientEmail,
      audience: identityToolkit,
      currentDate: new Date(p.clock.now()),
      requiredClaims: ['uid', 'iat', 'exp'],
    })
    if (payload.exp! - payload.iat! > 3600) return failure(400, 'INVALID_CUSTOM_TOKEN')
    return answer(200, {
      kind: 'identitytoolkit#VerifyCustomTokenResponse',
      idToken: await idToken(payload['uid'] as string, payload['claims'] as object),
      refreshToken: 'not-used-here',
      expiresIn: '3600',
      isNewUser: false,
    })
  } catch {
    return failure(400, 'INVALID_CUSTOM_TOKEN')
  }
})
await new Promise<void>((ready) => project.listen(0, '127.0.0.1', ready))
const base = `http://127.0.0.1:${(project.address() as AddressInfo).port}`

const p = await openPortal({
  env: {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: 'web-key',
    FIREBASE_AUTH_URL: base,
    FIREBASE_KEYS_URL: `${base}/keys`,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      client_email: clientEmail,
      private_key: await exportPKCS8(serviceAccount.privateKey),
      private_key_id: 'account-1',
    }),
  },
})
afterAll(async () => {
  await p.close()
  await new Promise((closed) => project.close(closed))
})
beforeEach(p.reset)

/** Like the browser: log in to the portal, and exchange the custom token at the project. */
async function signIn() {
  const reply = await p.nobody.call(logIn, { body: { ClientId: 'ana', Password: passwordOf('ana') } })
  const { url, key } = p.context.identity.facts
  const exchanged = await fetch(`${url}/v1/accounts:signInWithCustomToken?key=${key}`, {
    method: 'POST',
    body: JSON.stringify({ token: reply.answer.customToken, returnSecureToken: true }),
  })
  const { idToken } = (await exchanged.json()) as { idToken: string }
  return { cookie: cookieIn(reply.headers), bearer: idToken }
}

async function ids() {
  const { userId, sid } = await p.db.kysely
    .selectFrom('session')
    .select(['user_id as userId', 'id as sid'])
    .executeTakeFirstOrThrow()
  return { userId, claims: { sid } }
}

test('a custom token is exchanged at the project for an ID token that the portal accepts', async () => {
  const ana = callerOn(p.app, await signIn())
  expect((await ana.call(dashboard)).answer.user.ClientId).toBe('ana')
})

test('the Dashboard call returns a new custom token after half the lifetime of the bearer token', async () => {
  const ana = callerOn(p.app, await signIn())
  expect((await ana.call(dashboard)).answer.customToken).toBeUndefined()
  p.clock.forward(1400)
  await p.db.kysely
    .updateTable('session')
    .set({ pinged_at: new Date(p.clock.now()).toISOString() })
    .execute()
  p.clock.forward(400)
  const { customToken } = (await ana.call(dashboard)).answer
  await expect(
    jwtVerify(customToken!, serviceAccount.publicKey, {
      audience: identityToolkit,
      currentDate: new Date(p.clock.now()),
    }),
  ).resolves.toBeDefined()
})

test('with a Firebase project, the portal has no token exchange', async () => {
  const { statusCode } = await p.app.inject({
    method: 'POST',
    url: '/identity/v1/accounts:signInWithCustomToken',
    payload: { token: 'x' },
  })
  expect(statusCode).toBe(404)
})

describe('an ID token', () => {
  test.for([
    ['of another project', { aud: 'another', iss: 'https://securetoken.google.com/another' }],
    ['for another audience', { aud: 'another' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['that has expired', { exp: 1 }],
    ['that expired more than a minute ago', { exp: seconds() - 90 }],
    ['without expiry', { exp: undefined }],
    ['without a session', { sid: undefined }],
    ['of another user', { sub: '00000000-0000-4000-8000-000000000000' }],
    ['without a user', { sub: undefined }],
  ] as const)('%s is refused', async ([, change]) => {
    const { cookie } = await signIn()
    const { userId, claims } = await ids()
    expect(await statusOf(callerOn(p.app, { cookie, bearer: await idToken(userId, claims) }))).toBe(200)
    expect(
      await statusOf(callerOn(p.app, { cookie, bearer: await idToken(userId, claims, change as JWTPayload) })),
    ).toBe(401)
  })

  test('is accepted if its times differ from our clock by less than a minute', async () => {
    const { cookie } = await signIn()
    const { userId, claims } = await ids()
    const [late, early] = [{ exp: seconds() - 30 }, { iat: seconds() + 30, nbf: seconds() + 30 }]
    for (const change of [late, early])
      expect(await statusOf(callerOn(p.app, { cookie, bearer: await idToken(userId, claims, change) }))).toBe(200)
  })

  test("signed with a key that is not the project's is refused, whichever key id it has", async () => {
    const { cookie } = await signIn()
    const { userId, claims } = await ids()
    for (const kid of ['google-1', 'google-2', 'account-1']) {
      const bearer = await idToken(userId, claims, {}, { key: stranger.privateKey, kid })
      expect(await statusOf(callerOn(p.app, { cookie, bearer }))).toBe(401)
    }
  })

  test('without a signature, or signed as HS256 with the public key, is refused', async () => {
    const { cookie, bearer } = await signIn()
    const payload = bearer.split('.')[1]!
    const header = (alg: string) =>
      Buffer.from(JSON.stringify({ alg, kid: 'google-1', typ: 'JWT' })).toString('base64url')
    const signedText = `${header('HS256')}.${payload}`
    const hmac = createHmac('sha256', await exportSPKI(google.publicKey))
      .update(signedText)
      .digest('base64url')
    for (const forged of [`${header('none')}.${payload}.`, `${signedText}.${hmac}`]) {
      expect(await statusOf(callerOn(p.app, { cookie, bearer: forged }))).toBe(401)
    }
  })

  test('that is our own custom token is refused', async () => {
    const { cookie } = await signIn()
    const { userId, claims } = await ids()
    const bearer = await p.context.identity.mint({ userId, sessionId: claims.sid })
    expect(await statusOf(callerOn(p.app, { cookie, bearer }))).toBe(401)
  })
})

test('a key server that is down logs no one out: the call returns 503 and works later', async () => {
  await using fresh = await openPortal({
    env: { ...firebaseEnvironment(), FIREBASE_KEYS_URL: `${base}/keys?fresh` },
  })
  const reply = await fresh.nobody.call(logIn, { body: { ClientId: 'ana', Password: passwordOf('ana') } })
  const { userId, sid } = await fresh.db.kysely
    .selectFrom('session')
    .select(['user_id as userId', 'id as sid'])
    .executeTakeFirstOrThrow()
  const ana = callerOn(fresh.app, { cookie: cookieIn(reply.headers), bearer: await idToken(userId, { sid }) })
  keyServer.answers = false
  expect(await statusOf(ana)).toBe(503)
  keyServer.answers = true
  expect(await statusOf(ana)).toBe(200)
})

test('with the emulator configured its unsigned tokens are accepted, and signed ones or those of other projects are not', async () => {
  await using fresh = await openPortal({
    env: { ...firebaseEnvironment(), FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
  })
  expect(fresh.context.identity.facts.url).toBe('http://127.0.0.1:9099/identitytoolkit.googleapis.com')
  const reply = await fresh.nobody.call(logIn, { body: { ClientId: 'ana', Password: passwordOf('ana') } })
  const { userId, sid } = await fresh.db.kysely
    .selectFrom('session')
    .select(['user_id as userId', 'id as sid'])
    .executeTakeFirstOrThrow()
  const now = Math.floor(fresh.clock.now() / 1000)
  const unsigned = (change: JWTPayload = {}) =>
    new UnsecuredJWT({
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      auth_time: now,
      user_id: userId,
      sub: userId,
      sid,
      iat: now,
      exp: now + 3600,
      ...change,
    }).encode()
  const status = (bearer: string) => statusOf(callerOn(fresh.app, { cookie: cookieIn(reply.headers), bearer }))
  expect(await status(unsigned())).toBe(200)
  expect(await status(unsigned({ aud: 'another-project' }))).toBe(401)
  expect(await status(unsigned({ iss: 'https://securetoken.google.com/another-project' }))).toBe(401)
  expect(await status(unsigned({ exp: now - 90 }))).toBe(401)
  expect(await status(await idToken(userId, { sid }))).toBe(401)
})

function firebaseEnvironment(): Record<string, string> {
  const { firebase } = p.context.env
  const { clientEmail: client_email, privateKey: private_key, keyId: private_key_id } = firebase!.serviceAccount
  return {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: 'web-key',
    FIREBASE_AUTH_URL: base,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ client_email, private_key, private_key_id }),
  }
}
