// Chooses the identity provider, which exchanges Talaan's custom token for an ID token, the bearer token.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Environment } from '../../platform/env/env.ts'
import { embeddedIdentity } from './embedded.ts'
import { firebaseIdentity } from './firebase.ts'
import type { Provider } from './provider.ts'

type IdentityContext = { db: Database; clock: Clock; env: Pick<Environment, 'firebase'> }

/** A Firebase project if one is configured, else the embedded provider. */
export const resolveIdentity = async ({ db, clock, env }: IdentityContext): Promise<Provider> =>
  env.firebase === null ? embeddedIdentity({ db, clock }) : firebaseIdentity({ clock, firebase: env.firebase })
