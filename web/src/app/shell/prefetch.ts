// When the user points at a link or focuses it, its page is prefetched. When the browser is idle, the pages in the
// navigation are prefetched too.
import { useEffect, useEffectEvent, useState } from 'react'
import { currentConnection } from '../connection.ts'

/** By then, the page has been shown and read. */
const idleAfterMs = 8000

export function usePrefetch(fetchPage: (pathname: string) => Promise<void>): void {
  const ahead = useEffectEvent(fetchPage)
  useEffect(() => {
    const look = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      // A file that once failed to load is not requested again until the portal is reloaded.
      if (link?.origin === location.origin && currentConnection().up) void ahead(link.pathname)
    }
    document.addEventListener('pointerover', look, { passive: true })
    document.addEventListener('focusin', look)
    let left = false
    // One page at a time, so that a click never waits for all of them.
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

/** By then, the page is shown. */
const idleAfterShownMs = 3000

/** Whether the page is shown and the browser has time for what the user may open next. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!mayLoadAhead() || !('requestIdleCallback' in window)) return
    const timer = setTimeout(() => requestIdleCallback(() => setIdle(true), { timeout: 5000 }), idleAfterShownMs)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}

/** A phone has little memory and power, so it loads a form's frame only when the form opens. */
export const mayLoadAhead = (): boolean => matchMedia('(pointer: fine)').matches && !savesData()

/** If the browser saves data, pages are fetched only on demand. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
