// Leaving the portal and returning to it. The return address is in the history entry, not in storage.

type Entry = { goingTo?: unknown } | null

/** Shows the sign-in page as a new document, so that nothing of the session stays in memory. */
export function leaveTo(goingTo?: string): void {
  history.replaceState({ goingTo }, '', '/')
  location.reload()
}

/** The page that required the sign-in, if it is a page of this portal. */
export function goingTo(): string | undefined {
  const wanted = (history.state as Entry)?.goingTo
  return typeof wanted === 'string' && /^\/(?![/\\])./.test(wanted) ? wanted : undefined
}

export const here = (): string => location.pathname + location.search
