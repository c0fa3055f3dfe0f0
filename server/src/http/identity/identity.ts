// Who proves that a browser is a person: a provider takes a custom token of ours and gives an ID token, the bearer.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Environment } from '../../platform/env/env.ts'
import { embeddedIdentity } from './embedded.ts'
import { firebaseIdentity } from './firebase.ts'
import type { Route } from '../serve.ts'

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

type Given = { db: Database; clock: Clock; env: Pick<Environment, 'firebase'> }

/** A Firebase project when one is configured, else the provider inside this program. */
export const resolveIdentity = async ({ db, clock, env }: Given): Promise<Provider> =>
  env.firebase === null ? embeddedIdentity({ db, clock }) : firebaseIdentity({ clock, firebase: env.firebase })
