// Reads the claims of a verified token, and caches verified tokens.
import type { JWTPayload } from 'jose'
import { errors } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Claims } from './provider.ts'

export const longestToken = 4096

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function claimsOf({ sub, aud, sid, iat, exp }: JWTPayload): Claims | undefined {
  // A list of audiences is refused, even if it contains ours.
  if (typeof aud !== 'string' || typeof sub !== 'string' || typeof sid !== 'string') return undefined
  if (!uuid.test(sub) || !uuid.test(sid) || iat === undefined || exp === undefined) return undefined
  return { userId: sub, sessionId: sid, issuedAt: iat * 1000, expiresAt: exp * 1000 }
}

/** Caches the claims of a token until it expires. The session is checked in the database at each call. */
export function remembering(clock: Clock, verify: (token: string) => Promise<Claims | undefined>) {
  const known = new Map<string, Claims>()
  return async (token: string): Promise<Claims | undefined> => {
    if (token.length > longestToken) return undefined
    const remembered = known.get(token)
    if (remembered && remembered.expiresAt > clock.now()) return remembered
    known.delete(token)
    const claims = await verify(token)
    if (!claims) return undefined
    if (known.size >= 500) known.clear()
    known.set(token, claims)
    return claims
  }
}

/** Whether the token is invalid; other errors mean that it could not be checked. */
export const isBadToken = (error: unknown): boolean =>
  [
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JOSENotSupported,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((bad) => error instanceof bad)
