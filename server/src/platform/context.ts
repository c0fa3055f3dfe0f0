// What every feature is given: the database, the clock, the configuration, and the effects that leave the process.
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
  /** Tells the worker, after the commit, that there is a job to run. */
  jobsAreDue: () => void
}
