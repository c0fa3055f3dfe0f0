// The title of the browser's tab, where a page knows more than its place in the navigation.
import { useEffect, useSyncExternalStore } from 'react'

let current: string | undefined
const listeners = new Set<() => void>()

function say(title: string | undefined) {
  current = title
  for (const listener of listeners) listener()
}

/** The page has this title while it is open; undefined as long as it is not known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    say(title)
    return () => say(undefined)
  }, [title])
}

export const useCurrentTitle = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
