// Limits the calls of one account, so that a script in a session can't slow down the others or copy all data quickly. The counts
// are in memory: they protect the work of this process.
import type { HttpContext } from './context.ts'

const windowMs = 60_000

export type CallCounter = {
  /** Counts a call and returns whether it is within the limit. */
  isWithin(userId: string): boolean
}

export function callCounter({ clock, env: { callsPerMinute } }: Pick<HttpContext, 'clock' | 'env'>): CallCounter {
  const windows = new Map<string, { startedAt: number; calls: number }>()
  return {
    isWithin(userId) {
      const now = clock.now()
      const current = windows.get(userId)
      // Also begins again after the clock was set back.
      const isOver = current === undefined || Math.abs(now - current.startedAt) >= windowMs
      const window = isOver ? { startedAt: now, calls: 0 } : current
      if (isOver) windows.set(userId, window)
      window.calls += 1
      return callsPerMinute === null || window.calls <= callsPerMinute
    },
  }
}
