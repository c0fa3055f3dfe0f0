// The session in browser storage, under exactly the keys of the specification.
import { storageKeys } from '@talaan/contract/sign-in.ts'
import type { Role } from '@talaan/contract/roles.ts'

export type StoredLogin = {
  token: string
  role: Role
  sessionId: string
  clientId: string
  firstLogin: boolean
}

export const stored = (key: keyof typeof storageKeys): string | null => localStorage.getItem(storageKeys[key])

export function store(key: keyof typeof storageKeys, value: string): void {
  // Other tabs get an event for every write, even if the value does not change.
  if (stored(key) !== value) localStorage.setItem(storageKeys[key], value)
}

export function storeLogin({ token, role, sessionId, clientId, firstLogin }: StoredLogin): void {
  storeToken(token)
  store('userRole', role)
  store('sessionId', sessionId)
  store('clientId', clientId)
  if (firstLogin) store('firstLogin', 'true')
  else localStorage.removeItem(storageKeys.firstLogin)
}

export function storeToken(token: string): void {
  store('token', token)
  store('firebaseIdToken', token)
}

/** Removes everything that belongs to the session; settings of the browser stay. */
export function clearStored(keep: readonly string[]): void {
  // The storage is not cleared and refilled: several tabs do this at the same time, and one would delete what another
  // has just written.
  for (const key of Object.keys(localStorage)) if (!keep.includes(key)) localStorage.removeItem(key)
}

/** Whether the bearer has expired by its own claim; a token that cannot be read counts as expired. */
export function tokenExpired(token: string, nowMs: number): boolean {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: unknown
    }
    return typeof claims.exp !== 'number' || claims.exp * 1000 <= nowMs
  } catch {
    return true
  }
}
