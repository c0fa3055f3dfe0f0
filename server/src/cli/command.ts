// An operator command: for tasks without a screen.
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/db.ts'
import type { Environment } from '../platform/env/env.ts'

export type Tools = {
  args: readonly string[]
  env: Environment
  clock: Clock
  /**
   * The portal's database, opened at first use and closed by the caller. With the embedded database the portal must not
   * run. Its schema is migrated unless requested otherwise.
   */
  open(how?: { bare: boolean }): Promise<Database>
  say(line: string): void
}

export type Command = {
  name: string
  /** The arguments: '<client ID>'. */
  takes: string
  /** A description in one sentence. */
  does: string
  /** Its audit events are sealed when it is done. */
  writes?: boolean
  run(tools: Tools): Promise<void>
}

/** Shown to the operator instead of a stack trace. */
export class CommandMistake extends Error {
  override name = 'CommandMistake'
}
