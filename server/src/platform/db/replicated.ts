// A commit waits for the standby, but a change may be visible without it: the wait ends when its connection or the server does.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** In the `returning` of a statement: it commits without the standby. For what may be lost in a failover. */
export const notWaiting = sql<string>`set_config('synchronous_commit', 'local', true)`

/** Waits until the standby has everything that was read so far. Does nothing if commits don't wait for a standby. */
export async function waitForStandby(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'talaan', '')
    where current_setting('synchronous_standby_names') <> ''`.execute(db)
}
