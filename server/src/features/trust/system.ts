// The checks of the system: backups, background jobs, sealing, clock, disk and schema. Each returns its problems as messages; one
// that has nothing to look at says so.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { backupIsLateAfterHours } from '@talaan/contract/backups.ts'
import { failedJobsShownDays, jobWords } from '@talaan/contract/jobs.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { pendingMigrations, unlikeMigrations } from '../../platform/db/migrate.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { diskState, stateSentences } from '../../platform/disk/trouble.ts'
import { overdueAfterMinutes, overdueJobs } from '../../platform/jobs/overdue.ts'
import type { SystemCheck } from './catalog.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'env'>
type Db = Kysely<Tables>
/** Why a check can't say anything. */
export class Inconclusive extends Error {}

const minute = 60_000
const hour = 60 * minute
const recoveryTestIsLateAfterDays = 8

export const systemChecks: Record<SystemCheck, (context: Context, trx: Db) => Promise<string[]>> = {
  async 'a backup of the last 26 hours was restored and verified'({ env, clock }, trx) {
    if (env.backup === null)
      throw new Inconclusive(
        "Talaan doesn't make backups, because BACKUP_DIR is not set. Set it, and keep a copy elsewhere.",
      )
    const newest = await trx
      .selectFrom('backup')
      .select(['begun_at as begun', 'asked_at as asked'])
      .where('file', 'is not', null)
      .where('unsound', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (newest === undefined) return ['No backup has been restored and verified yet. Make a backup now.']
    const age = clock.now() - instant(newest.begun ?? newest.asked)
    if (age <= backupIsLateAfterHours * hour) return []
    return [`The newest verified backup is ${Math.floor(age / hour)} hours old. Check the error of the last backup.`]
  },

  async 'no backup contains books with errors'(_context, trx) {
    const newest = await trx
      .selectFrom('backup')
      .select(['file', 'unsound'])
      .where('file', 'is not', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (newest === undefined) throw new Inconclusive('There is no backup yet.')
    return newest.unsound === null ? [] : [`The newest backup ${newest.file} has errors: ${newest.unsound}`]
  },

  async 'a point-in-time restore was tested in the last 8 days'({ env, clock }, trx) {
    if (env.backup === null) throw new Inconclusive("Talaan doesn't copy the log, because BACKUP_DIR is not set.")
    const test = await trx.selectFrom('recovery_test').selectAll().orderBy('id', 'desc').executeTakeFirst()
    if (test === undefined) throw new Inconclusive('The first test runs within a week.')
    if (test.failure !== null) return [`The last test failed: ${test.failure}`]
    const days = Math.floor((clock.now() - instant(test.tested_at)) / (24 * hour))
    return days <= recoveryTestIsLateAfterDays ? [] : [`The last test was ${days} days ago.`]
  },

  async 'the log and the second disk are up to date'(_context, trx) {
    const rows = await trx.selectFrom('safety_problem').select(['name', 'failure']).orderBy('name').execute()
    return rows.map(({ name, failure }) =>
      name === 'log' ? `The log can't be copied to BACKUP_DIR: ${failure}` : `The second disk failed: ${failure}`,
    )
  },

  async 'no background job has failed'({ clock }, trx) {
    const rows = await trx
      .selectFrom('job')
      .select(['name', ({ fn }) => fn.countAll<bigint>().as('count')])
      .where('state', '=', 'failed')
      .where('ended_at', '>', timestamp(clock.now() - failedJobsShownDays * 24 * hour))
      .groupBy('name')
      .orderBy('name')
      .execute()
    return rows.map(({ name, count }) => `${titleOf(name)}: ${count} failed. Open Background jobs and retry.`)
  },

  async 'background jobs are started in time'({ clock, env }, trx) {
    const overdue = await overdueJobs(trx, { now: clock.now(), env })
    return overdue.map(
      ({ name, count }) =>
        `${titleOf(name)}: ${count} due for more than ${overdueAfterMinutes} minutes. Restart Talaan if none starts.`,
    )
  },

  async 'audit events are sealed within 5 minutes'({ clock }, trx) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from audit where at < ${timestamp(clock.now() - 5 * minute)}
        and not exists (select from audit_seal where audit_seal.seq = audit.seq)`.execute(trx)
    const count = rows[0]?.count ?? 0
    return count === 0
      ? []
      : [`${count} ${count === 1 ? 'event is' : 'events are'} not sealed. Check the log, and restart Talaan.`]
  },

  async 'the times of entries and events are in order'({ clock }, trx) {
    const now = clock.now()
    const { rows } = await sql<{ no: bigint | null; ahead: number; back: bigint | null }>`
      select
        (select max(no) from entry where posted_at > ${timestamp(now + minute)}) as no,
        -- The database notes changed rows by its own clock.
        (select count(*)::integer from audit
          where at > case when action like 'rows.%' then clock_timestamp() + interval '1 minute' else ${timestamp(now + minute)} end) as ahead,
        (select min(no) from (select no, posted_at, lag(posted_at) over (order by no) as before from entry) as timed
          where posted_at < before) as back`.execute(trx)
    const row = rows[0]
    if (row === undefined) throw new Error('The times of the entries could not be read.')
    return [
      ...(row.no === null
        ? []
        : [`Entry ${row.no} has a time in the future. The server clock was ahead, or was set back.`]),
      ...(row.ahead === 0 ? [] : [`Audit events with a time in the future: ${row.ahead}.`]),
      ...(row.back === null ? [] : [`Entry ${row.back} has an earlier time than the entry before it.`]),
    ]
  },

  async 'the disk has room'({ env }) {
    const state = await diskState(env)
    return state === 'ok' ? [] : [stateSentences[state]]
  },

  async 'the database has the schema of this release'(_context, trx) {
    const [pending, unlike] = [await pendingMigrations(trx), await unlikeMigrations(trx)]
    return [
      ...pending.map((name) => `The migration ${name} has not run. Restart Talaan.`),
      ...unlike.map(
        (name) => `The migration ${name} differs from the one in this release. Check the installed release.`,
      ),
    ]
  },

  async 'the triggers that protect posted rows are on'(_context, trx) {
    const { rows } = await sql<{ table: string; trigger: string }>`
      select tgrelid::regclass::text as "table", tgname as trigger from pg_trigger
      join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and not tgisinternal and tgenabled <> 'O' order by 1, 2 limit 20`.execute(trx)
    return rows.map(({ table, trigger }) => `The trigger ${trigger} of the table ${table} is switched off.`)
  },
}

/** A database server has a log and disks of its own. */
export const embeddedOnlyChecks: readonly string[] = [
  'a point-in-time restore was tested in the last 8 days',
  'the log and the second disk are up to date',
] satisfies SystemCheck[]

const titleOf = (name: string) => jobWords[name]?.title ?? name
