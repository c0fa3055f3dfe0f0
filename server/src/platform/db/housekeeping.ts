// An embedded PostgreSQL has no background processes. Without this its log would grow until the next stop, deleted rows
// would never free their space, and the planner would have no statistics.
import type { PGlite } from '@electric-sql/pglite'

export const checkpointAfterBytes = 64 * 1024 * 1024
export const checkpointAfterMinutes = 5

/** Runs the most urgent small task; returns whether there was one. */
export async function runHousekeeping(lite: PGlite): Promise<boolean> {
  const { rows } = await lite.query<{ sql: string }>(nextTask, [checkpointAfterBytes, checkpointAfterMinutes])
  const work = rows[0]
  if (work) await lite.exec(work.sql)
  return work !== undefined
}

// A checkpoint during idleness would repeat forever, as each leaves a record of its own; the limit of 4 KB prevents this. The vacuum
// thresholds are those of PostgreSQL's own autovacuum, slightly higher.
const nextTask = `
  select 'checkpoint' as sql
    from pg_control_checkpoint() c, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), c.redo_lsn) as since
   where since > $1 or (since > 4096 and c.checkpoint_time < clock_timestamp() - make_interval(mins => $2))
  union all
  (select format('vacuum (analyze) %I.%I', schemaname, relname)
     from pg_stat_user_tables
    where n_dead_tup > 500 + n_live_tup * 0.2 or n_mod_since_analyze > 500 + n_live_tup * 0.1
    order by n_dead_tup desc)
  limit 1`
