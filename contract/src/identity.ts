// The identity provider uses the REST format of Firebase Auth, so that a real project can replace the embedded one.
// https://firebase.google.com/docs/reference/rest/auth
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'

export const signInWithCustomToken = endpoint({
  name: 'identity.signInWithCustomToken',
  method: 'POST',
  path: '/identity/v1/accounts:signInWithCustomToken',
  access: 'open',
  activity: false,
  query: z.strictObject({ key: z.optional(z.string().check(z.maxLength(256))) }),
  body: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(4096)),
    returnSecureToken: z.optional(z.boolean()),
  }),
  answer: z.object({
    kind: z.optional(z.string()),
    idToken: z.string(),
    expiresIn: z.string(),
    isNewUser: z.optional(z.boolean()),
  }),
  failure: 'Something went wrong. Please try again.',
})
