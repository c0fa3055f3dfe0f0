// The dependencies of every feature: the database, the clock, the configuration, and the external effects.
import type { Clock } from './clock.ts'
import type { Database } from './db/db.ts'
import type { Environment } from './env/env.ts'
import type { Log } from './log.ts'

export type AppContext = {
  db: Database
  clock: Clock
  env: Environment
  version: string
  log: Log
  /** Notifies the worker, after the commit, of a new job. */
  jobsAreDue: () => void
}
