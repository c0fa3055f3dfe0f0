// The browser's Back button is always intercepted, because it would leave the portal.

/**
 * Calls the listener when the user presses Back, and stays on the page. Back removes a dummy history entry instead of
 * the page. The entry is added again each time.
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

/** The portal's current address; immediately after Back, the address bar shows another one. */
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
