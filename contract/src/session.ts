// Signing in, staying signed in and signing out: timers, limits, texts and calls of a session.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone, roles } from './roles.ts'
import { sessionWords } from './sign-in.ts'

export const idleWarningSeconds = 3481
export const idleLogoutSeconds = 3600
export const sessionRefreshSeconds = 15 * 60
export const pingSeconds = 10 * 60
/** The first ping comes early, because the beacon of a reload may arrive after the calls of the reloaded page. */
export const firstPingSeconds = 5
/** Without a ping, a session ends after this time. */
export const pingLimitSeconds = 25 * 60
export const absoluteLimitSeconds = 12 * 60 * 60
/** After the beacon, a session waits this long for a reload before it ends. */
export const closingSeconds = 45
export const idTokenSeconds = 3600
export const customTokenSeconds = 120

export const clientIdPattern = /^[A-Za-z0-9._@-]{3,64}$/
export const clientIdPrefix = 'client_'
export const clientIdSentence = 'A Client ID has 3 to 64 letters, digits, dots, dashes, underscores or @.'
export const clientId = z.string().check(z.regex(clientIdPattern, clientIdSentence))
/** The path parameter: the prefix and the Client ID, such as client_ana. */
export const clientPath = z.pipe(
  z.pipe(
    z.string().check(z.startsWith(clientIdPrefix)),
    z.transform((text) => text.slice(clientIdPrefix.length)),
  ),
  clientId,
)

export const sessionProblems = {
  logInFailed: { code: 'session.logInFailed', status: 401, sentence: 'Please enter correct Client ID and Password' },
  deactivated: {
    code: 'session.deactivated',
    status: 403,
    sentence: 'Your account is deactivated. Please contact your administrator.',
  },
  alreadyLoggedIn: {
    code: 'session.alreadyLoggedIn',
    status: 409,
    sentence: 'Your account is already logged in on another device. Please log out there first.',
  },
  /** Only the right password gets this far. */
  forcedTooOften: {
    code: 'session.forcedTooOften',
    status: 429,
    sentence: 'You have logged out other devices too often. Log out there, or wait an hour.',
  },
  unauthorizedCompany: {
    code: 'session.company',
    status: 403,
    sentence: 'Unauthorized Company: Only employees of the company can log in',
  },
  wrongPassword: { code: 'session.wrongPassword', status: 403, sentence: 'The current password is not correct.' },
  weakPassword: { code: 'session.weakPassword', status: 400, sentence: 'Password does not meet requirements' },
  samePassword: {
    code: 'session.samePassword',
    status: 400,
    sentence: 'The new password must differ from the current one.',
  },
} satisfies Record<string, Problem>

const typedPassword = z.string().check(z.minLength(1, sessionWords.allRequired), z.maxLength(1024))
const success = z.literal(true)

export const logIn = endpoint({
  name: 'session.logIn',
  method: 'POST',
  path: '/api/auth/login',
  access: 'open',
  body: z.strictObject({
    ClientId: z.string().check(z.minLength(1, sessionWords.allRequired), z.maxLength(256)),
    Password: typedPassword,
    forceLogout: z.optional(z.boolean()),
  }),
  answer: z.object({
    success,
    customToken: z.string(),
    company: z.string(),
    sessionId: z.string(),
    role: z.enum(roles),
    firstLogin: z.boolean(),
  }),
  failure: sessionWords.noResponse,
})

/** Ends the caller's own session. The beacon variant contains only the session id, without a bearer. */
export const logOut = endpoint({
  name: 'session.logOut',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'open',
  beforePasswordChange: true,
  activity: false,
  bodyLimit: 512,
  body: z.strictObject({ sessionId: z.string().check(z.maxLength(128)), isOnline: z.optional(z.literal(false)) }),
  failure: sessionWords.noResponse,
})

export const goOnline = endpoint({
  name: 'session.online',
  method: 'POST',
  path: '/api/auth/online',
  access: everyone,
  beforePasswordChange: true,
  activity: false,
  answer: z.object({ success }),
  failure: sessionWords.networkError,
})

export const ping = endpoint({
  name: 'session.ping',
  method: 'POST',
  path: '/api/auth/ping',
  access: everyone,
  beforePasswordChange: true,
  activity: false,
  answer: z.object({ success }),
  failure: sessionWords.networkError,
})

export const sessionUser = z.object({ ClientId: z.string(), company: z.string(), role: z.enum(roles) })
export type SessionUser = z.infer<typeof sessionUser>

/** The signed-in user. In the second half of the token's lifetime, the response contains a new custom token. */
export const dashboard = endpoint({
  name: 'session.dashboard',
  method: 'GET',
  path: '/api/auth/Dashboard',
  access: everyone,
  beforePasswordChange: true,
  activity: false,
  carriesToken: true,
  answer: z.object({
    success,
    user: sessionUser,
    firstLogin: z.boolean(),
    customToken: z.optional(z.string()),
    /** Shown once: what happened to the account since the user's last login. */
    notices: z.array(z.string()),
  }),
  failure: sessionWords.networkError,
})

export const changeFirstPassword = endpoint({
  name: 'session.changeFirstPassword',
  method: 'PATCH',
  path: '/api/auth/firstLogin/:clientId',
  access: everyone,
  beforePasswordChange: true,
  params: z.strictObject({ clientId: clientPath }),
  body: z.strictObject({ oldPassword: typedPassword, newPassword: typedPassword }),
  answer: z.object({ success, customToken: z.optional(z.string()) }),
  failure: sessionWords.couldNotUpdate,
})

/** A header of polling calls: the seconds since the user's last activity. */
export const idleHeader = 'x-idle-seconds'
