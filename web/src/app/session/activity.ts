// When the person at this browser last did something, in any tab or form, by the clock on the wall: laptops sleep.
let lastAt = Date.now()

export const idleSeconds = (): number => Math.max(0, Math.floor((Date.now() - lastAt) / 1000))

/** Someone did something, at most just now; an older report than the one known changes nothing. */
export function activeAt(at: number): void {
  lastAt = Math.max(lastAt, Math.min(at, Date.now()))
}
