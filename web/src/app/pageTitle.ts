// The title of the browser tab, for pages that need more than the title in the navigation.
import { useEffect, useSyncExternalStore } from 'react'

let current: string | undefined
const listeners = new Set<() => void>()

function say(title: string | undefined) {
  current = title
  for (const listener of listeners) listener()
}

/** Sets the title while the page is open; undefined until the title is known. */
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
