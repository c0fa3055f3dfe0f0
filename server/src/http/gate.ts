// Limits how many passwords or logins are checked at the same time, and how many may wait for their turn.
import { common, Refusal } from '@talaan/contract/problem.ts'

/** A stranger is anyone without a session and without a known browser. */
export type Caller = 'known' | 'stranger'
export type Gate = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>

/** Strangers wait in a queue of their own, so that they can neither delay nor turn away anyone else. */
export function openGate({ atOnce, mayWait }: { atOnce: number; mayWait: number }): Gate {
  let running = 0
  const waiting: Record<Caller, (() => void)[]> = { known: [], stranger: [] }
  return async (caller, work) => {
    if (running >= atOnce) {
      if (waiting[caller].length >= mayWait) throw new Refusal(common.tooManyLogins)
      await new Promise<void>((turn) => waiting[caller].push(turn))
    } else running++
    try {
      return await work()
    } finally {
      // The slot passes directly to the next waiting call.
      const next = waiting.known.shift() ?? waiting.stranger.shift()
      if (next) next()
      else running--
    }
  }
}
