// Signing in and out. This module loads when the user begins to type, so that the sign-in screen loads fast.
import { portalFacts } from '@talaan/contract/portal.ts'
import { dashboard, logIn, logOut } from '@talaan/contract/session.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { signInWithCustomToken } from '@talaan/contract/identity.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { call, CallFailure } from '../api.ts'
import { stored, storeLogin, storeToken } from './stored.ts'

export type Credentials = { clientId: string; password: string }

export type SignIn =
  | { outcome: 'signedIn' }
  | { outcome: 'deactivated' }
  | { outcome: 'alreadyLoggedIn' }
  | { outcome: 'refused'; title: string; message: string }
  /** `more` is what the server adds to the message, such as how long to wait. */
  | { outcome: 'failed'; message: string; more?: string }

export async function signIn({ clientId, password }: Credentials, forceLogout: boolean): Promise<SignIn> {
  let login: AnswerOf<typeof logIn>
  try {
    login = await call(logIn, { body: { ClientId: clientId, Password: password, ...(forceLogout && { forceLogout }) } })
  } catch (error) {
    return refusedLogin(error, forceLogout)
  }
  try {
    const facts = await call(portalFacts)
    if (login.company !== facts.company) {
      await endQuietly(login.sessionId)
      return { outcome: 'refused', ...sessionWords.unauthorizedCompany }
    }
    const token = await exchange(login.customToken, facts.identity)
    storeLogin({ token, role: login.role, sessionId: login.sessionId, clientId, firstLogin: login.firstLogin })
    return { outcome: 'signedIn' }
  } catch {
    await endQuietly(login.sessionId)
    return noAnswer(forceLogout)
  }
}

function refusedLogin(error: unknown, forced: boolean): SignIn {
  if (!(error instanceof CallFailure) || error.status === 0) return noAnswer(forced)
  const sentence = error.sentence.toLowerCase()
  if (sentence.includes('deactivated')) return { outcome: 'deactivated' }
  if (sentence.includes('already logged in')) return { outcome: 'alreadyLoggedIn' }
  if (forced)
    return {
      outcome: 'failed',
      message: sessionWords.forceFailed,
      ...(error.status === 429 && { more: error.sentence }),
    }
  // Only a required wait is reported. Every other refusal has the same message, whether or not the password was
  // correct.
  if (error.status === 429)
    return { outcome: 'refused', title: sessionWords.logInFailed.title, message: error.sentence }
  return { outcome: 'refused', ...sessionWords.logInFailed }
}

const noAnswer = (forced: boolean): SignIn => ({
  outcome: 'failed',
  message: forced ? sessionWords.forceFailed : sessionWords.noResponse,
})

type Identity = AnswerOf<typeof portalFacts>['identity']

/**
 * Exchanges the custom token for an ID token at the configured identity provider, which is another service, so call()
 * is not used.
 */
export async function exchange(customToken: string, { url, key }: Identity): Promise<string> {
  const response = await fetch(`${url}/v1/accounts:signInWithCustomToken?key=${encodeURIComponent(key)}`, {
    method: signInWithCustomToken.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: customToken, returnSecureToken: true }),
    // A web key may be restricted to the portal's address; by default, the portal's pages send no referrer.
    referrerPolicy: 'origin',
  })
  // Always read: until then the browser keeps the connection open.
  const answer = await response.text()
  if (!response.ok)
    throw new CallFailure({ status: response.status, code: 'identity', sentence: signInWithCustomToken.failure })
  return signInWithCustomToken.answer.parse(JSON.parse(answer)).idToken
}

/** Ends the stored session on the server. The browser removes the session in any case, so no error is thrown. */
export async function signOut(): Promise<void> {
  const sessionId = stored('sessionId')
  if (stored('token') === null || sessionId === null) return
  await endQuietly(sessionId)
}

async function endQuietly(sessionId: string): Promise<void> {
  await call(logOut, {
    body: { sessionId, isOnline: false },
    keepalive: true,
    signal: AbortSignal.timeout(3000),
  }).catch((error: unknown) => {
    // oxlint-disable-next-line eslint/no-console -- explains why the user still appears online on the server
    console.warn('The logout request failed. The session was removed from this browser anyway.', error)
  })
}

/**
 * The last message of a page: presence changes to offline, and the session ends soon unless the page returns or another
 * tab is open.
 */
export function beacon(): void {
  const sessionId = stored('sessionId')
  if (sessionId === null) return
  navigator.sendBeacon(logOut.path, new Blob([JSON.stringify({ sessionId })], { type: 'application/json' }))
}

/** The signed-in user; renews the tokens when the answer has a new custom token. */
export async function refreshSession(): Promise<AnswerOf<typeof dashboard>> {
  const answer = await call(dashboard)
  if (answer.customToken !== undefined) {
    const facts = await call(portalFacts)
    storeToken(await exchange(answer.customToken, facts.identity))
  }
  return answer
}
