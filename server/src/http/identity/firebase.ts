// A Firebase project as identity provider: we sign custom tokens as its service account, it signs ID tokens.
// https://firebase.google.com/docs/auth/admin/create-custom-tokens and …/verify-id-tokens
import { createRemoteJWKSet, importPKCS8, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { customTokenSeconds } from '@talaan/contract/session.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Firebase } from '../../platform/env/env.ts'
import type { Provider } from './provider.ts'
import { claimsOf, isBadToken, remembering } from './claims.ts'

const identityToolkit = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const algorithm = 'RS256'
/** Our clock and Google's may differ by so much, so that a token is not yet valid for one or expires too soon for the other. */
const clockDifferenceSeconds = 60

export async function firebaseIdentity({ clock, firebase }: { clock: Clock; firebase: Firebase }): Promise<Provider> {
  const { projectId, apiKey, authUrl, keysUrl, serviceAccount, emulator } = firebase
  const { clientEmail, keyId } = serviceAccount
  const privateKey = await importPKCS8(serviceAccount.privateKey, algorithm)
  const publicKeys = createRemoteJWKSet(new URL(keysUrl))

  return {
    facts: { url: authUrl, key: apiKey },
    routes: [],

    mint({ userId, sessionId }) {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ uid: userId, claims: { sid: sessionId } })
        .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
        .setIssuer(clientEmail)
        .setSubject(clientEmail)
        .setAudience(identityToolkit)
        .setIssuedAt(now - clockDifferenceSeconds)
        .setExpirationTime(now + customTokenSeconds)
        .sign(privateKey)
    },

    verify: remembering(clock, async (token) => {
      try {
        const expected = {
          issuer: `https://securetoken.google.com/${projectId}`,
          audience: projectId,
          currentDate: new Date(clock.now()),
          clockTolerance: clockDifferenceSeconds,
          requiredClaims: ['iat', 'exp', 'sub', 'auth_time'],
        }
        const { payload } = emulator
          ? UnsecuredJWT.decode(token, expected)
          : await jwtVerify(token, publicKeys, { ...expected, algorithms: [algorithm] })
        return claimsOf(payload)
      } catch (error) {
        if (isBadToken(error)) return undefined
        // A token that can't be checked now may be valid, so a key server that is down logs no one out.
        throw new Refusal(
          saying(common.unavailable, 'The identity provider is not responding right now. Try again in a moment.'),
        )
      }
    }),
  }
}
