// The time of the last activity in this browser, in any tab or form. It uses the system clock, because laptops sleep.
let lastAt = Date.now()

export const idleSeconds = (): number => Math.max(0, Math.floor((Date.now() - lastAt) / 1000))

/** Reports activity; a report that is older than the latest one changes nothing. */
export function activeAt(at: number): void {
  lastAt = Math.max(lastAt, Math.min(at, Date.now()))
}
