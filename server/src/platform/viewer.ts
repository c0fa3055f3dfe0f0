// The signed-in person behind a call, as the audit trail and every feature know them.
import type { Role } from '@talaan/contract/roles.ts'

export type Viewer = {
  userId: string
  clientId: string
  role: Role
  /** The session's key in the database; the browser's sessionId is another thing, the logout handle. */
  sessionId: string
  company: string
  firstLogin: boolean
}
