// Where the portal is left to, and where it is entered again: the way back lies in the history entry, not in storage.

type Entry = { goingTo?: unknown } | null

/** Shows the sign-in page in a fresh document, so that nothing of the session stays in memory. */
export function leaveTo(goingTo?: string): void {
  history.replaceState({ goingTo }, '', '/')
  location.reload()
}

/** The page someone was going to when they were asked to sign in, if it is a page of this portal. */
export function goingTo(): string | undefined {
  const wanted = (history.state as Entry)?.goingTo
  return typeof wanted === 'string' && /^\/(?![/\\])./.test(wanted) ? wanted : undefined
}

export const here = (): string => location.pathname + location.search
