// The signed-in person behind a call, for the audit trail and every feature.
import type { Scope } from '@talaan/contract/api-keys.ts'
import type { Role } from '@talaan/contract/roles.ts'

export type Viewer = {
  userId: string
  clientId: string
  role: Role
  /** The session's key in the database; the browser's sessionId is the separate logout handle. */
  sessionId: string
  company: string
  firstLogin: boolean
  /** The API key of a program that calls for this person; then the session is the key. */
  apiKey?: ApiKeyOfCall
}

export type ApiKeyOfCall = {
  id: string
  name: string
  scopes: readonly Scope[]
  expiresOn: string
  /** The external form that calls for the person who opened it, with a token instead of the key. */
  launch?: LaunchOfCall
}

export type LaunchOfCall = { id: string; form: string; draftId: string; mayRecord: boolean }
