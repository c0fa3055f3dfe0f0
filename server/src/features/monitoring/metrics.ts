// The metrics for Prometheus that come from the database: the same from each portal that shares it.
import { sql } from 'kysely'
import type { Family } from '../../platform/exposition.ts'
import type { AppContext } from '../../platform/context.ts'
import { timestamp } from '../../platform/clock.ts'
import { spaceOf } from '../../platform/disk/space.ts'

export async function metricFamilies({ db: { kysely }, clock, env, version }: AppContext): Promise<Family[]> {
  const now = timestamp(clock.now())
  const jobs = await sql<{ name: string; state: string; count: number }>`
    select name, state, count(*)::integer as count from job where ended_at is null or state = 'failed'
    group by name, state order by name, state`.execute(kysely)
  const ages = await sql<Record<'backup' | 'verification' | 'restore' | 'oldest', number | null> & Counted>`
    select
      (select count(*)::integer from session where ended_at is null) as sessions,
      (select extract(epoch from ${now}::timestamptz - max(begun_at))::float8 from backup
        where file is not null and unsound is null) as backup,
      (select extract(epoch from ${now}::timestamptz - max(ended_at))::float8 from backup
        where file is not null and unsound is null) as verification,
      (select extract(epoch from ${now}::timestamptz - max(tested_at))::float8 from recovery_test
        where failure is null) as restore,
      (select extract(epoch from ${now}::timestamptz - min(created_at))::float8 from job
        where name = 'mail.send' and ended_at is null) as oldest,
      (select last_entry::float8 from ledger_head) as entries,
      (select last_position::float8 from audit_head) as events,
      (select count(*)::float8 from audit where seq > coalesce(
        (select seq from audit_seal order by position desc limit 1), -1)) as unsealed`.execute(kysely)
  const [row] = ages.rows
  if (row === undefined) throw new Error('The metrics of the database could not be read.')
  const { free, size } = await spaceOf(env.dataDir)
  const mail = jobs.rows.filter(({ name }) => name === 'mail.send')
  return [
    gauge('talaan_info', 'The release that is running.', { labels: { version }, value: 1 }),
    gauge(
      'talaan_jobs',
      'Background jobs that have not ended, and failed ones.',
      ...jobs.rows.map(({ count, ...labels }) => ({ labels, value: count })),
    ),
    gauge(
      'talaan_outbox_messages',
      'E-mails that have not been sent yet, and failed ones.',
      ...['queued', 'running', 'failed'].map((state) => ({
        labels: { state },
        value: mail.find((each) => each.state === state)?.count ?? 0,
      })),
    ),
    gauge(
      'talaan_outbox_oldest_age_seconds',
      'Age of the oldest e-mail that has not been sent yet.',
      ...known(row.oldest),
    ),
    gauge('talaan_sessions', 'Live sessions.', { value: row.sessions }),
    gauge('talaan_last_backup_age_seconds', 'Age of the newest backup that was verified.', ...known(row.backup)),
    gauge(
      'talaan_last_verification_age_seconds',
      'Time since all checks of the books passed in a restored backup.',
      ...known(row.verification),
    ),
    gauge(
      'talaan_last_recovery_test_age_seconds',
      'Time since a point-in-time restore was tested successfully.',
      ...known(row.restore),
    ),
    gauge('talaan_ledger_head', 'Number of the newest entry.', { value: row.entries }),
    gauge('talaan_audit_head', 'Position of the newest sealed audit event.', { value: row.events }),
    gauge('talaan_audit_unsealed_events', 'Audit events that are not sealed yet.', { value: row.unsealed }),
    gauge('talaan_disk_free_bytes', 'Free space on the disk of DATA_DIR.', { value: free }),
    gauge('talaan_disk_size_bytes', 'Size of the disk of DATA_DIR.', { value: size }),
    gauge('process_resident_memory_bytes', 'Memory of this process.', { value: process.memoryUsage.rss() }),
    gauge('process_start_time_seconds', 'Start of this process.', {
      value: Math.round(Date.now() / 1000 - process.uptime()),
    }),
  ]
}

type Counted = { sessions: number; entries: number; events: number; unsealed: number }

const gauge = (name: string, help: string, ...samples: Family['samples']): Family => ({
  name,
  type: 'gauge',
  help,
  samples,
})

const known = (value: number | null): Family['samples'] => (value === null ? [] : [{ value }])
