// A link that is pointed at or focused is likely to be followed, so its page is prefetched. When the browser is
// idle, so are the pages in the navigation.
import { useEffect, useEffectEvent } from 'react'
import { currentConnection } from '../connection.ts'

/** The page has been shown and read by then. */
const idleAfterMs = 8000

export function usePrefetch(fetchPage: (pathname: string) => Promise<void>): void {
  const ahead = useEffectEvent(fetchPage)
  useEffect(() => {
    const look = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      // A file that failed to load once is not requested again before the portal is reloaded.
      if (link?.origin === location.origin && currentConnection().up) void ahead(link.pathname)
    }
    document.addEventListener('pointerover', look, { passive: true })
    document.addEventListener('focusin', look)
    let left = false
    // One page after the other, so that a click never waits for all of them.
    const fetchThem = async () => {
      for (const { pathname } of document.querySelectorAll<HTMLAnchorElement>('nav a[href]')) {
        await new Promise<unknown>((resolve) => requestIdleCallback(resolve))
        if (left || savesData() || !currentConnection().up) return
        await ahead(pathname)
      }
    }
    const timer = setTimeout(() => void fetchThem(), idleAfterMs)
    return () => {
      left = true
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
      clearTimeout(timer)
    }
  }, [])
}

/** Data saver: fetch only on demand. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
