// A command of the operator: what no screen can do.
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/db.ts'
import type { Environment } from '../platform/env/env.ts'

export type Tools = {
  args: readonly string[]
  env: Environment
  clock: Clock
  /** The portal's database, opened at the first use and closed by the caller. On the embedded one the portal must not run. Its schema is
   *  brought up to date, unless it is asked for as it is. */
  open(how?: { bare: boolean }): Promise<Database>
  say(line: string): void
}

export type Command = {
  name: string
  /** What follows the name: '<client id>'. */
  takes: string
  /** What it does, in one sentence. */
  does: string
  /** What it writes into the audit trail is sealed when it is done. */
  writes?: boolean
  run(tools: Tools): Promise<void>
}

/** Said to the operator instead of a stack trace. */
export class CommandMistake extends Error {
  override name = 'CommandMistake'
}
