// The four shown fields of each account are in the browser's storage only while the page is open.
import { storageKeys } from '@talaan/contract/sign-in.ts'
import type { ListedUser } from '@talaan/contract/users.ts'
import { useEffect } from 'react'
import { store, stored } from '../../app/session/stored.ts'

export function useStoredUsers(users: readonly ListedUser[] | undefined): void {
  useEffect(() => {
    // An answer that arrives after the session has ended is not stored.
    if (users === undefined || stored('token') === null) return
    store('users', JSON.stringify(users.map(shown)))
  }, [users])

  useEffect(() => {
    const forget = () => localStorage.removeItem(storageKeys.users)
    window.addEventListener('pagehide', forget)
    return () => {
      window.removeEventListener('pagehide', forget)
      forget()
    }
  }, [])
}

const shown = ({ ClientId, Role, Active, isOnline }: ListedUser) => ({
  clientId: ClientId,
  role: Role,
  isActive: Active,
  isOnline,
})
