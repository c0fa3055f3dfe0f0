// Jobs that are due but that no portal has claimed: the sign that no worker is running, or that it can't read the queue.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { timestamp } from '../clock.ts'
import type { Tables } from '../db/tables.ts'
import type { Environment } from '../env/env.ts'

export const overdueAfterMinutes = 5

/** Work that waits for its configuration. */
export const isSetUp: Record<string, (env: Environment) => boolean> = {
  'mail.send': ({ smtpUrl }) => smtpUrl !== null,
  'mail.returned': ({ returnsImapUrl }) => returnsImapUrl !== null,
  'backups.make': ({ backup }) => backup !== null,
  'backups.nightly': ({ backup }) => backup !== null,
}

/** Its row stays due while there is nothing to seal. */
const hasOwnCheck = 'audit.seal'

/** A job that waits for another one of its kind is not overdue. */
export async function overdueJobs(
  db: Kysely<Tables>,
  { now, env }: { now: number; env: Environment },
): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::integer as count from job
    where state = 'queued' and run_at < ${timestamp(now - overdueAfterMinutes * 60_000)} and name <> ${hasOwnCheck}
      and not exists (select from job as other
        where other.name = job.name and other.ended_at is null and other.locked_until > ${timestamp(now)})
    group by name order by name`.execute(db)
  return rows.filter(({ name }) => isSetUp[name]?.(env) ?? true)
}
