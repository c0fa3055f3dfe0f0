// The signed-in person behind a call, for the audit trail and every feature.
import type { Role } from '@talaan/contract/roles.ts'

export type Viewer = {
  userId: string
  clientId: string
  role: Role
  /** The session's key in the database; the browser's sessionId is the separate logout handle. */
  sessionId: string
  company: string
  firstLogin: boolean
}
