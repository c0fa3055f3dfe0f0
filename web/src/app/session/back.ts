// The browser's back button is always intercepted: it would leave the portal; inside the portal it has no use.

/**
 * Calls the listener when the user presses Back, and stays on the page. The entry pushed here is a dummy
 * that Back consumes instead of the page. It is pushed again each time.
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

/** The portal's current address; just after Back the address bar shows another one. */
const current: { href: string; state: unknown } = { href: '', state: null }

/** Called by the router after each navigation. */
export function nowAt(): void {
  current.href = location.href
  current.state = history.state
}

function pushDummy(): void {
  nowAt()
  history.pushState(current.state, '', current.href)
}
