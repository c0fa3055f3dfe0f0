// What every room is given: the database, the clock, the configuration, and the effects that leave the process.
import type { Clock } from './clock.ts'
import type { Database } from './db/db.ts'
import type { Environment } from './env/env.ts'

export type AppContext = {
  db: Database
  clock: Clock
  env: Environment
  version: string
  /** Tells the outbox that there is something to send. */
  mailIsDue: () => void
  /** Tells who makes the backups that one was asked for. */
  backupIsDue: () => void
}
