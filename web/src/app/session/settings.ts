// Settings of this browser, so a logout preserves them: colours, density of tables, letter keys, and how amounts are typed.
import { useSyncExternalStore } from 'react'
import { colorSchemeKey } from './colorScheme.ts'

const densityKey = 'talaan-density'
const letterKeysKey = 'talaan-letter-keys'
export const impliedDecimalsKey = 'talaan-implied-decimals'

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

export const useLetterKeys = (): boolean => useSyncExternalStore(listen, letterKeysAreOn)
export const useCompact = (): boolean => useSyncExternalStore(listen, tablesAreCompact)

const listeners = new Set<() => void>()

export function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function put(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  for (const listener of listeners) listener()
}
