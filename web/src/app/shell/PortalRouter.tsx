// The address determines the page. Back never moves inside the portal (session/back.ts), so this router only goes
// forward. It asks for confirmation before unsaved input would be lost.
import { startTransition, useMemo, useState, type ReactNode } from 'react'
import { createPath, type Location, NavigationType, Router, type To } from 'react-router'
import { nowAt } from '../session/back.ts'
import { unlessUnsaved } from '../session/unsaved.ts'

export function PortalRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(addressNow)
  const navigator = useMemo(() => {
    const arrived = () => {
      nowAt()
      // The current page stays until the next one is loaded, to avoid a blank screen.
      startTransition(() => setLocation(addressNow()))
    }
    return {
      createHref: written,
      go: (steps: number) => history.go(steps),
      push: (to: To, state: unknown = null) =>
        unlessUnsaved(() => {
          history.pushState(state, '', written(to))
          arrived()
        }),
      // The same page with a different address, such as a filter or a draft's id: no input is lost, so no confirmation
      // is needed.
      replace: (to: To, state: unknown = null) => {
        const { pathname } = window.location
        history.replaceState(state, '', written(to))
        // This must show immediately, so it waits for nothing.
        if (window.location.pathname !== pathname) return arrived()
        nowAt()
        setLocation(addressNow())
      },
    }
  }, [])
  return (
    <Router location={location} navigator={navigator} navigationType={NavigationType.Push}>
      {children}
    </Router>
  )
}

const written = (to: To): string => (typeof to === 'string' ? to : createPath(to))

let arrivals = 0

function addressNow(): Location {
  const { pathname, search, hash } = window.location
  arrivals += 1
  return { pathname, search, hash, state: history.state as unknown, key: String(arrivals), mask: undefined }
}
