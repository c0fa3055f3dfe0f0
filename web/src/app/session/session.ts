// What every page may ask of the session, and do with it.
import type { SessionUser as Answered } from '@talaan/contract/session.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { createContext, use } from 'react'

export type SessionUser = { id: string; company: string; role: Role }

/** Who is signed in, from what the Dashboard call answers. */
export const userOf = ({ ClientId, company, role }: Answered): SessionUser => ({ id: ClientId, company, role })

export type Session = {
  /** The person's role, for drawing only: the server decides at each call. */
  role: Role
  clientId: string
  /** Undefined until the Dashboard call has answered. */
  user: SessionUser | undefined
  /** The default password has to be changed before anything else. */
  passwordDue: boolean
  passwordChanged: () => void
  /** Whether the answer came. */
  refresh: () => Promise<boolean>
  /** Ends the session here, at the server and in all tabs. */
  logOut: () => void
  idleWarning: boolean
  backWarning: boolean
  stayLoggedIn: () => void
  cancelBackLogout: () => void
  /** Someone did something, for instance inside a form frame. */
  active: () => void
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('useSession was used outside the session.')
  return session
}
