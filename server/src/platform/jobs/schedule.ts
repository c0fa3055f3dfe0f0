// Recurring work has one job each, which waits for its next time instead of ending.
import { enqueue } from './queue.ts'
import type { JobHandler } from './handler.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/db.ts'

const hour = 3_600_000
const day = 24 * hour
const aheadOfUtc = 8 * hour

/** The next time it is this hour in Manila. */
export function nextAt(hourInManila: number, after: number): number {
  const midnight = Math.floor((after + aheadOfUtc) / day) * day - aheadOfUtc
  const today = midnight + hourInManila * hour
  return today > after ? today : today + day
}

/** Adds a job for each recurring kind without one, to be run now or at its next time. */
export async function schedule(
  { db, clock }: { db: Database; clock: Clock },
  handlers: Iterable<JobHandler>,
): Promise<void> {
  for (const { kind, next, waitsAtFirst } of handlers) {
    if (next === undefined) continue
    const now = clock.now()
    await enqueue(db.kysely, kind, { payload: {}, key: 'recurring', now, runAt: waitsAtFirst ? next(now) : now })
  }
}
