// An embedded PostgreSQL has no background processes. Without this its log would grow until the next stop, deleted
// rows would never give back their room, and the planner would never learn how large a table has become.
import type { PGlite } from '@electric-sql/pglite'

export const checkpointAfterBytes = 64 * 1024 * 1024
export const checkpointAfterMinutes = 5

/** One small piece of work, the most urgent one; says whether there was any. */
export async function runHousekeeping(lite: PGlite): Promise<boolean> {
  const { rows } = await lite.query<{ sql: string }>(mostUrgent, [checkpointAfterBytes, checkpointAfterMinutes])
  const work = rows[0]
  if (work) await lite.exec(work.sql)
  return work !== undefined
}

// A checkpoint that follows only idleness would write for ever: the previous one leaves a record of its own behind,
// hence the 4 KB. The figures for vacuum are those of PostgreSQL's own autovacuum, and a little more patient.
const mostUrgent = `
  select 'checkpoint' as sql
    from pg_control_checkpoint() c, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), c.redo_lsn) as since
   where since > $1 or (since > 4096 and c.checkpoint_time < clock_timestamp() - make_interval(mins => $2))
  union all
  (select format('vacuum (analyze) %I.%I', schemaname, relname)
     from pg_stat_user_tables
    where n_dead_tup > 500 + n_live_tup * 0.2 or n_mod_since_analyze > 500 + n_live_tup * 0.1
    order by n_dead_tup desc)
  limit 1`
