// Jobs for the restore to a moment: the log is copied continuously, the database files each night, and a restore is tested each
// week. Errors are shown on the Backups page and sent by e-mail.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from '@talaan/ledger/core/zod.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { nextAt } from '../../platform/jobs/schedule.ts'
import { errorLine } from '../../platform/log.ts'
import { stretchFolders } from '../../platform/backup/archive.ts'
import { archiveFolder, archivePlace, LogArchive, testKey } from './log-archive.ts'
import { runApart } from './make.ts'
import { notify } from '../../books/notify.ts'
import { writeToOperator } from './operator-mail.ts'
import { noteSafety } from './safety.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The interval at which the log is copied. */
export const copyEveryMs = 45_000

const lookEveryMs = 5_000

const archives = new WeakMap<AppContext['db'], LogArchive>()

/** One per database, so that copies do not overlap; undefined if there is nothing to copy. */
export function logArchiveOf(context: AppContext): LogArchive | undefined {
  const place = archivePlace(context)
  if (place === undefined) return undefined
  const archive = archives.get(context.db) ?? new LogArchive(context, place)
  archives.set(context.db, archive)
  return archive
}

/** Copies the log while Talaan runs, and once more when it stops. */
export function copiesLog(context: AppContext): { stop(): Promise<void> } {
  const archive = logArchiveOf(context)
  if (archive === undefined) return { stop: () => Promise.resolve() }
  const copy = () =>
    archive.copyLog().then(
      () => noteSafety(context, 'log', null),
      (error: unknown) => noteSafety(context, 'log', errorLine(error)),
    )
  const copyOrLog = () => copy().catch((error: unknown) => context.log.error({ err: error }, 'The log was not copied.'))
  let noted: string | null | undefined
  const lookAtMirror = async () => {
    const failure = context.db.mirrorFailure()
    if (failure === noted) return
    await noteSafety(context, 'mirror', failure).then(
      () => (noted = failure),
      (error: unknown) => context.log.error({ err: error }, 'The state of MIRROR_DIR could not be stored.'),
    )
  }
  void copyOrLog()
  const timers = [setInterval(copyOrLog, copyEveryMs), setInterval(lookAtMirror, lookEveryMs)]
  return {
    stop: () => {
      timers.forEach(clearInterval)
      return copyOrLog()
    },
  }
}

const testing = fileURLToPath(new URL('./recovery-testing.ts', import.meta.url))
const result = z.object({ moment: z.nullable(z.string()), milliseconds: z.int(), failure: z.nullable(z.string()) })

/** A new base each night after the backup, and a restore test early each Sunday. */
export function keepsLog(context: AppContext): JobHandler[] {
  const place = archivePlace(context)
  if (place === undefined) return []
  const { env } = context
  return [
    handles(plainJob('backups.base'), {
      next: (after) => nextAt(4, after),
      retryAfter: () => hour,
      async run() {
        // On the first day the first copy of the log has already made a base.
        const newest = (await stretchFolders(archiveFolder(place))).at(-1)
        if (newest === undefined || context.clock.now() - newest.since > 12 * hour)
          await logArchiveOf(context)?.copyBase()
      },
    }),
    handles(plainJob('backups.recoveryTest'), {
      next: nextSunday,
      retryAfter: () => hour,
      async run({ finish, signal }) {
        const key = place.key === null ? [] : [await testKey(env.dataDir).then(() => join(env.dataDir, 'test.key'))]
        const { output } = await runApart(testing, [archiveFolder(place), env.dataDir, ...key], signal)
        const outcome = outcomeIn(output)
        // In the first days there is nothing to test yet.
        if (outcome.moment === null) return
        await finish((trx) => note(context, trx, outcome))
      },
    }),
  ]
}

function nextSunday(after: number): number {
  let at = nextAt(5, after)
  while (new Date(at + 8 * hour).getUTCDay() !== 0) at += day
  return at
}

type Outcome = z.output<typeof result>

function outcomeIn(output: string): Outcome {
  const line = output.split('\n').findLast((each) => each.startsWith('{"moment"'))
  if (line !== undefined) return result.parse(JSON.parse(line))
  throw new Error(`The restore test ended without a result: ${output.trim().split('\n').at(-1) ?? ''}`)
}

async function note(
  { clock, env }: AppContext,
  trx: Parameters<typeof writeToOperator>[0],
  { moment, milliseconds, failure }: Outcome,
): Promise<void> {
  const now = clock.now()
  await trx
    .insertInto('recovery_test')
    .values({ tested_at: timestamp(now), moment, milliseconds: BigInt(milliseconds), failure })
    .execute()
  await audit(trx, clock, {
    actorName: 'portal',
    action: 'backups.recoveryTested',
    outcome: failure === null ? 'done' : 'refused',
    detail: { moment, milliseconds, ...(failure !== null && { failure }) },
  })
  if (failure === null) return
  const title = 'The restore test failed'
  await notify(trx, { clock, env }, { kind: 'backupFailed', key: `restore ${now}`, title, detail: failure })
  await writeToOperator(trx, env, {
    now,
    subject: title,
    lines: [
      `The weekly test could not restore the books of ${moment ?? 'a time in the last week'}:`,
      '',
      `  ${failure}`,
      '',
      "Open Company Settings, Backups, and check that tonight's backup is made. Talaan starts a new copy of the database files at 4:00 a.m.",
    ],
  })
}
