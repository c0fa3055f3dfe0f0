// Jobs for the nightly backup and for backups on request.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { timestamp, today } from '../../platform/clock.ts'
import { mailHeads } from '../../books/heads-mail.ts'
import { notify } from '../../books/notify.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { Job, JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import type { JobKind } from '../../platform/jobs/queue.ts'
import { nextAt } from '../../platform/jobs/schedule.ts'
import { errorLine } from '../../platform/log.ts'
import { BackupFailure, makeBackup, thinOut } from './make.ts'
import type { Made, Place } from './make.ts'

type BackupContext = Pick<AppContext, 'db' | 'clock' | 'version' | 'env' | 'log' | 'jobsAreDue'>

const minute = 60_000
const hour = 60 * minute
/** The hour in Manila from which the nightly backup is due. */
const firstHour = 3

const nightlyBackup = plainJob('backups.nightly')
export const requestedBackup: JobKind<{ backupId: string }> = {
  name: 'backups.make',
  payload: z.strictObject({ backupId: z.string().check(z.regex(/^\d{1,18}$/)) }),
}

/** No jobs without BACKUP_DIR. A failed nightly backup is retried an hour later. */
export function makesBackups(context: BackupContext): JobHandler[] {
  const place = context.env.backup
  if (place === null) return []
  return [
    handles(requestedBackup, {
      retryAfter: () => null,
      run: (job) => backUp(context, place, job, BigInt(job.payload.backupId)),
    }),
    handles(nightlyBackup, {
      next: (after) => nextAt(firstHour, after),
      retryAfter: (_, error) => (error instanceof AnotherUnderWay ? 10 * minute : hour),
      async run(job) {
        const id = job.interrupted ? await nightUnderWay(context) : await nightThatIsDue(context)
        if (id !== undefined) await backUp(context, place, job, id)
      },
    }),
  ]
}

class AnotherUnderWay extends Error {
  override message = 'Another backup is running.'
}

/** The nightly backup, unless it is not due yet or already made. */
async function nightThatIsDue({ db: { kysely: db }, clock }: BackupContext): Promise<bigint | undefined> {
  const now = clock.now()
  if (nextAt(firstHour, now) - now <= firstHour * hour) return undefined
  const night = today(clock)
  await db
    .insertInto('backup')
    .values({ night, asked_at: timestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('backup').select(['id', 'file']).where('night', '=', night).executeTakeFirst()
  if (row === undefined) throw new AnotherUnderWay()
  return row.file === null ? row.id : undefined
}

/** An unfinished nightly backup, possibly of an earlier night, that a portal left when it stopped. */
async function nightUnderWay({ db }: BackupContext): Promise<bigint | undefined> {
  const row = await db.kysely
    .selectFrom('backup')
    .select('id')
    .where('night', 'is not', null)
    .where('begun_at', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

const portalEnded = 'Talaan stopped during this backup.'

async function backUp(
  context: BackupContext,
  place: Place,
  { interrupted, signal, finish }: Pick<Job<unknown>, 'interrupted' | 'signal' | 'finish'>,
  id: bigint,
): Promise<void> {
  const { db, log, jobsAreDue } = context
  const failed = async (failure: string) => {
    await db.kysely.transaction().execute((trx) => end(trx, context, { id, failure }))
    jobsAreDue()
    return new BackupFailure(failure)
  }
  if (interrupted) throw await failed(portalEnded)
  await take(context, id)
  let made: Made
  try {
    made = await makeBackup(context, place, signal)
  } catch (error) {
    throw await failed(signal.aborted ? portalEnded : sentenceOf(error))
  }
  await finish((trx) => end(trx, context, { id, made }))
  jobsAreDue()
  // Some shares don't allow deleting; the new backup is complete anyway.
  await thinOut(place.folder).catch((error: unknown) => log.warn({ err: error }, 'Older backups could not be removed.'))
}

/** Starts a backup, or restarts a failed one. Only one runs at a time. */
async function take({ db, clock }: BackupContext, id: bigint): Promise<void> {
  const taken = await db.kysely
    .updateTable('backup')
    .set({ begun_at: timestamp(clock.now()), ended_at: null, failure: null })
    .where('id', '=', id)
    .where('file', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('backup as other')
            .select('other.id')
            .whereRef('other.id', '<>', 'backup.id')
            .where('other.ended_at', 'is', null),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw new AnotherUnderWay()
}

async function end(
  trx: Transaction<Tables>,
  { clock, env }: BackupContext,
  { id, ...outcome }: { id: bigint } & ({ made: Made } | { failure: string }),
): Promise<void> {
  const at = timestamp(clock.now())
  const result = 'made' in outcome ? { ...pick(outcome.made), failure: null } : { ...nothing, failure: outcome.failure }
  await trx
    .updateTable('backup')
    .set(({ fn }) => ({ ...result, begun_at: fn.coalesce('begun_at', sql<string>`${at}::timestamptz`), ended_at: at }))
    .where('id', '=', id)
    .execute()
  await audit(trx, clock, {
    actorName: 'portal',
    action: 'backups.made',
    object: { type: 'backup', id: id.toString() },
    outcome: 'made' in outcome ? 'done' : 'refused',
    detail: 'made' in outcome ? { ...outcome.made } : { failure: outcome.failure },
  })
  const problem = 'made' in outcome ? outcome.made.unsound : outcome.failure
  if (problem !== null)
    await notify(
      trx,
      { clock, env },
      {
        kind: 'backupFailed',
        key: `backup ${id} ${at}`,
        title: 'made' in outcome ? 'The books in the backup have errors' : 'A backup could not be made',
        detail: problem,
      },
    )
  const report = 'made' in outcome ? reportOf(outcome.made) : failureReport(outcome.failure)
  await mailHeads(trx, { env, now: clock.now(), topic: 'backup', to: env.backupEmail, ...report })
}

type Report = Pick<Parameters<typeof mailHeads>[1], 'subject' | 'lines' | 'heads'>

function reportOf({ file, bytes, entries, head, acts, actsHead, takenAt, unsound }: Made): Report {
  const made = `The backup ${file} was made (${(Number(bytes) / 1_000_000).toFixed(1)} MB).`
  const heads = { at: takenAt, entries: BigInt(entries), head, events: BigInt(acts), eventsHead: actsHead }
  if (unsound === null) return { subject: 'Backup made', lines: [`${made} It was restored and verified.`], heads }
  const lines = [
    'The books have errors:',
    '',
    `  ${unsound}`,
    '',
    `${made} It contains the books as they are, with their errors. Keep an older backup that was tested.`,
    'Stop recording, and ask your system administrator to run "npm run talaan verify", which lists every error.',
  ]
  return { subject: 'ALARM: the books have errors', lines, heads }
}

const failureReport = (failure: string): Report => ({
  subject: 'ALARM: a backup failed',
  lines: ['A backup could not be made:', '', `  ${failure}`],
  heads: null,
})

const nothing = {
  unsound: null,
  file: null,
  bytes: null,
  entries: null,
  head: null,
  audit_position: null,
  audit_hash: null,
}

const pick = ({ file, bytes, entries, head, acts, actsHead, unsound }: Made) => ({
  unsound,
  file,
  bytes: BigInt(bytes),
  entries: BigInt(entries),
  head,
  audit_position: BigInt(acts),
  audit_hash: actsHead,
})

function sentenceOf(error: unknown): string {
  if (error instanceof BackupFailure) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'There is no space left in BACKUP_DIR.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'Talaan has no permission to write to BACKUP_DIR.'
  return errorLine(error)
}
