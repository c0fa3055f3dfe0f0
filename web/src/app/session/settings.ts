// Settings of this browser, so a logout preserves them: colours, density of tables, letter keys, and how amounts are typed.
import { useSyncExternalStore } from 'react'
import { colorSchemeKey } from './colorScheme.ts'

const densityKey = 'talaan-density'
const letterKeysKey = 'talaan-letter-keys'
/** The people who type amounts in forms without a point; nobody else at this computer does. */
const impliedDecimalsKey = 'talaan-implied-decimals'

export const browserKeys: readonly string[] = [colorSchemeKey, densityKey, letterKeysKey, impliedDecimalsKey]

export const letterKeysAreOn = (): boolean => localStorage.getItem(letterKeysKey) !== 'off'
export const tablesAreCompact = (): boolean => localStorage.getItem(densityKey) === 'compact'

export function setLetterKeys(on: boolean): void {
  put(letterKeysKey, on ? null : 'off')
}

export function setCompact(compact: boolean): void {
  put(densityKey, compact ? 'compact' : null)
  drawDensity()
}

/** The row height is set on the root element, so that no table has to know about it. */
export function drawDensity(): void {
  document.documentElement.dataset.density = tablesAreCompact() ? 'compact' : 'comfortable'
}

export const decimalsAreImplied = (clientId: string): boolean => peopleWithImpliedDecimals().includes(clientId)

export function setImpliedDecimals(clientId: string, on: boolean): void {
  const others = peopleWithImpliedDecimals().filter((each) => each !== clientId)
  const people = on ? [...others, clientId] : others
  put(impliedDecimalsKey, people.length === 0 ? null : JSON.stringify(people))
}

function peopleWithImpliedDecimals(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(impliedDecimalsKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const useImpliedDecimals = (clientId: string): boolean =>
  useSyncExternalStore(listen, () => decimalsAreImplied(clientId))
export const useLetterKeys = (): boolean => useSyncExternalStore(listen, letterKeysAreOn)
export const useCompact = (): boolean => useSyncExternalStore(listen, tablesAreCompact)

const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  for (const listener of listeners) listener()
}
