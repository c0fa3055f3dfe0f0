// The interface of identity providers: the embedded one, or a Firebase project.
import type { Route } from '../route.ts'

/** The claims of a bearer token after its signature, issuer, audience and expiry are checked. */
export type Claims = {
  userId: string
  sessionId: string
  /** Milliseconds since the epoch. */
  issuedAt: number
  expiresAt: number
}

export type Provider = {
  /** A custom token for the browser to sign in with. Writes to the database; must not be called inside a transaction. */
  mint(person: { userId: string; sessionId: string }): Promise<string>
  /** The claims of a bearer token, or undefined if it is invalid. */
  verify(token: string): Promise<Claims | undefined>
  /** For the browser's call: `${url}/v1/accounts:signInWithCustomToken?key=${key}`. */
  facts: { url: string; key: string }
  /** The endpoints of the embedded provider. */
  routes: Route[]
}
