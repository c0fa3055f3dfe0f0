// Whether a balancer may send calls to this portal: the database responds with the schema of this release, and there is room to
// record. Overdue jobs are a warning, because calls are still served.
import type { Kysely } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { readiness } from '@talaan/contract/monitoring.ts'
import type { AppContext } from '../../platform/context.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { diskState, stateSentences } from '../../platform/disk/trouble.ts'
import { overdueAfterMinutes, overdueJobs } from '../../platform/jobs/overdue.ts'

type Check = AnswerOf<typeof readiness>['checks'][number]

export async function readinessOf({ db, env, clock, log }: AppContext): Promise<AnswerOf<typeof readiness>> {
  const checks = [
    ...(await databaseChecks(db.kysely, { now: clock.now(), env }).catch((error: unknown): Check[] => {
      log.warn({ err: error }, 'The database did not answer the readiness check.')
      return [{ name: 'database', state: 'failing', message: 'The database is not responding. Check DATABASE_URL.' }]
    })),
    await diskCheck(env),
  ]
  return { status: checks.some(({ state }) => state === 'failing') ? 'notReady' : 'ready', checks }
}

async function databaseChecks(db: Kysely<Tables>, at: Parameters<typeof overdueJobs>[1]): Promise<Check[]> {
  const pending = await pendingMigrations(db)
  const overdue = await overdueJobs(db, at)
  return [
    { name: 'database', state: 'ok' },
    pending.length === 0
      ? { name: 'migrations', state: 'ok' }
      : {
          name: 'migrations',
          state: 'failing',
          message: `The database does not have ${pending.join(', ')}. Run 'npm run talaan migrate', or restart Talaan.`,
        },
    overdue.length === 0
      ? { name: 'jobs', state: 'ok' }
      : {
          name: 'jobs',
          state: 'warning',
          message: `Jobs due for more than ${overdueAfterMinutes} minutes: ${overdue.map(({ name, count }) => `${name} (${count})`).join(', ')}. Check the log, and restart Talaan if no job starts.`,
        },
  ]
}

async function diskCheck(env: AppContext['env']): Promise<Check> {
  const disk = await diskState(env)
  if (disk === 'ok') return { name: 'disk', state: 'ok' }
  return { name: 'disk', state: disk === 'low' ? 'warning' : 'failing', message: stateSentences[disk] }
}
