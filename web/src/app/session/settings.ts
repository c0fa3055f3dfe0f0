// Settings of this browser, which a logout preserves: colors, density of tables, single-letter shortcuts, how amounts
// are typed, and whether documents of external forms are reviewed in Talaan.
import { useSyncExternalStore } from 'react'
import { colorSchemeKey } from './colorScheme.ts'

const densityKey = 'talaan-density'
const letterKeysKey = 'talaan-letter-keys'
export const impliedDecimalsKey = 'talaan-implied-decimals'
const reviewsOutsideKey = 'talaan-review-outside-forms'
const fileShareKey = 'talaan-file-share'
const fileHiddenKey = 'talaan-file-hidden'

export const browserKeys: readonly string[] = [
  colorSchemeKey,
  densityKey,
  letterKeysKey,
  impliedDecimalsKey,
  reviewsOutsideKey,
  fileShareKey,
  fileHiddenKey,
]

export const letterKeysAreOn = (): boolean => localStorage.getItem(letterKeysKey) !== 'off'
export const tablesAreCompact = (): boolean => localStorage.getItem(densityKey) === 'compact'

export function setLetterKeys(on: boolean): void {
  put(letterKeysKey, on ? null : 'off')
}

export function setCompact(compact: boolean): void {
  put(densityKey, compact ? 'compact' : null)
  drawDensity()
}

/** Whether the user confirms documents of external forms in Talaan instead of in the form. */
export const useReviewsOutside = (): boolean =>
  useSyncExternalStore(listen, () => localStorage.getItem(reviewsOutsideKey) === 'on')

export function setReviewsOutside(on: boolean): void {
  put(reviewsOutsideKey, on ? 'on' : null)
}

/** The width of a file next to the form that records it, in percent. */
export const useFileShare = (): number =>
  useSyncExternalStore(listen, () => Number(localStorage.getItem(fileShareKey) ?? '36') || 36)

export function setFileShare(percent: number): void {
  put(fileShareKey, String(percent))
}

/** Whether the file next to a form is hidden, on screens with space for both. */
export const useFileHidden = (): boolean =>
  useSyncExternalStore(listen, () => localStorage.getItem(fileHiddenKey) === 'on')

export function setFileHidden(on: boolean): void {
  put(fileHiddenKey, on ? 'on' : null)
}

/** The row height is set on the root element, so that tables need no code for it. */
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
