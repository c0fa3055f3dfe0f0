// The state and actions of the session, for every page.
import type { SessionUser as Answered } from '@talaan/contract/session.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { createContext, use } from 'react'

export type SessionUser = { id: string; company: string; role: Role }

/** The signed-in user, from the answer to the Dashboard call. */
export const userOf = ({ ClientId, company, role }: Answered): SessionUser => ({ id: ClientId, company, role })

export type Session = {
  /** The user's role, for display only: the server checks each call. */
  role: Role
  clientId: string
  /** Undefined until the Dashboard call has answered. */
  user: SessionUser | undefined
  /** The user must change the default password first. */
  passwordDue: boolean
  passwordChanged: () => void
  /** Whether the answer has arrived. */
  refresh: () => Promise<boolean>
  /** Ends the session in this browser, on the server and in all tabs. */
  logOut: () => void
  /** The user ends this session by a change of their own account, so the page stays open to show a refusal. */
  endsHere: (ends: boolean) => void
  idleWarning: boolean
  backWarning: boolean
  stayLoggedIn: () => void
  cancelBackLogout: () => void
  /** Reports activity, for instance inside a form frame. */
  active: () => void
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('useSession was called outside the session provider.')
  return session
}
