// Limits the calls of one account, so that a script in a session can't slow down the others or copy all data quickly. The counts
// are in memory: they protect the work of this process.
import type { HttpContext } from './context.ts'

const windowMs = 60_000

export type CallCounter = {
  /** Counts a call of an account or an API key. */
  count(caller: string): { isWithin: boolean; limit: CallLimit | null }
}

/** How many more calls the limit allows, and after how many seconds it allows all again. */
export type CallLimit = { calls: number; left: number; resetSeconds: number }

export function callCounter({ clock, env: { callsPerMinute } }: Pick<HttpContext, 'clock' | 'env'>): CallCounter {
  const windows = new Map<string, { startedAt: number; calls: number }>()
  return {
    count(caller) {
      const now = clock.now()
      const current = windows.get(caller)
      // Also begins again after the clock was set back.
      const isOver = current === undefined || Math.abs(now - current.startedAt) >= windowMs
      const window = isOver ? { startedAt: now, calls: 0 } : current
      if (isOver) windows.set(caller, window)
      window.calls += 1
      if (callsPerMinute === null) return { isWithin: true, limit: null }
      const limit = {
        calls: callsPerMinute,
        left: Math.max(0, callsPerMinute - window.calls),
        resetSeconds: Math.ceil((window.startedAt + windowMs - now) / 1000),
      }
      return { isWithin: window.calls <= callsPerMinute, limit }
    },
  }
}
