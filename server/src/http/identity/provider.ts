// What an identity provider has to do, whether it is the embedded one or a Firebase project.
import type { Route } from '../route.ts'

/** What a bearer says once its signature, issuer, audience and expiry are checked. Everything else is in the database. */
export type Claims = {
  userId: string
  sessionId: string
  /** Milliseconds since the epoch. */
  issuedAt: number
  expiresAt: number
}

export type Provider = {
  /** A custom token for the browser to sign in with. Writes; not to be called inside a transaction. */
  mint(person: { userId: string; sessionId: string }): Promise<string>
  /** The claims of a bearer, or undefined when it is not good. */
  verify(token: string): Promise<Claims | undefined>
  /** Where the browser finds the provider: `${url}/v1/accounts:signInWithCustomToken?key=${key}`. */
  facts: { url: string; key: string }
  /** The provider's own endpoints, when it is the embedded one. */
  routes: Route[]
}
