// The identity provider speaks the REST shapes of Firebase Auth, so that a real project can take the embedded one's place.
// https://firebase.google.com/docs/reference/rest/auth
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const signInWithCustomToken = endpoint({
  name: 'identity.signInWithCustomToken',
  method: 'POST',
  path: '/identity/v1/accounts:signInWithCustomToken',
  access: 'open',
  activity: false,
  query: z.strictObject({ key: z.string().max(256).optional() }),
  body: z.strictObject({ token: z.string().min(1).max(4096), returnSecureToken: z.boolean().optional() }),
  answer: z.object({
    kind: z.string().optional(),
    idToken: z.string(),
    expiresIn: z.string(),
    isNewUser: z.boolean().optional(),
  }),
  failure: 'Something went wrong. Please try again.',
})

/** Errors in the provider's own shape: { error: { code, message, errors } }. */
export const identityFailure = z.object({ error: z.object({ code: z.number(), message: z.string() }) })
