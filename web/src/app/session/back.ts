// The browser's back button is always intercepted: it would leave the portal, and it never moves inside it.

/**
 * Calls the listener when someone presses Back and stays where we are. The entry pushed here is a dummy: the one that
 * Back consumes instead of the page. It is pushed again each time.
 */
export function onBack(listener: () => void): () => void {
  pushDummy()
  const onPop = (event: PopStateEvent) => {
    event.stopImmediatePropagation()
    history.pushState(current.state, '', current.href)
    listener()
  }
  window.addEventListener('popstate', onPop, { capture: true })
  return () => window.removeEventListener('popstate', onPop, { capture: true })
}

/** Where the portal is, which is not what the address bar says in the moment after Back. */
const current: { href: string; state: unknown } = { href: '', state: null }

/** The portal's router tells where it went. */
export function nowAt(): void {
  current.href = location.href
  current.state = history.state
}

function pushDummy(): void {
  nowAt()
  history.pushState(current.state, '', current.href)
}
