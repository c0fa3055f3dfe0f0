// Who proves that a browser is a person: a provider takes a custom token of ours and gives an ID token, the bearer.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Environment } from '../../platform/env/env.ts'
import { embeddedIdentity } from './embedded.ts'
import { firebaseIdentity } from './firebase.ts'
import type { Provider } from './provider.ts'

type IdentityContext = { db: Database; clock: Clock; env: Pick<Environment, 'firebase'> }

/** A Firebase project when one is configured, else the provider inside this program. */
export const resolveIdentity = async ({ db, clock, env }: IdentityContext): Promise<Provider> =>
  env.firebase === null ? embeddedIdentity({ db, clock }) : firebaseIdentity({ clock, firebase: env.firebase })
