// Runs all checks, each in a snapshot of its own, so that people can work in between, and stores the results.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { CheckVerdict, TrustFacts } from '@talaan/contract/trust.ts'
import { headsOf } from '../../books/verify/heads.ts'
import { checksOfBooks } from '../../books/verify/verify.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { isConnectionLost } from '../../platform/db/lost.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { spaceOf } from '../../platform/disk/space.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { Job, JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { nextAt } from '../../platform/jobs/schedule.ts'
import { errorLine } from '../../platform/log.ts'
import { Inconclusive, embeddedOnlyChecks, systemChecks } from './system.ts'

type Db = Kysely<Tables>
type TrustCheckQuery = { name: string; problems: (trx: Db) => Promise<string[]> }
export type Result = { name: string; verdict: CheckVerdict; problems: string[]; milliseconds: number }

export const requestedRun = plainJob('trust.run')
export const nightlyRun = plainJob('trust.nightly')

/** The hour in Manila, after the nightly backup. */
const nightHour = 5
const hourMs = 3_600_000

type TrustContext = Pick<AppContext, 'db' | 'clock' | 'env' | 'version'>

export const runsTrust = (context: TrustContext): JobHandler[] => [
  handles(requestedRun, {
    retryAfter: () => null,
    stopsAtOnce: true,
    run: (job) => runChecks(context, job),
  }),
  handles(nightlyRun, {
    next: (after) => nextAt(nightHour, after),
    waitsAtFirst: true,
    retryAfter: () => hourMs,
    stopsAtOnce: true,
    run: (job) => runChecks(context, job),
  }),
]

/** The checks in the order of the page. */
export const checksOf = (context: TrustContext): TrustCheckQuery[] => [
  ...Object.entries(checksOfBooks).map(([name, problems]) => ({ name, problems })),
  ...Object.entries(systemChecks)
    .filter(([name]) => context.db.engine === 'embedded' || !embeddedOnlyChecks.includes(name))
    .map(([name, check]) => ({ name, problems: (trx: Db) => check(context, trx) })),
]

async function runChecks(
  context: TrustContext,
  { requestedBy, signal, progress, finish }: Pick<Job<unknown>, 'requestedBy' | 'signal' | 'progress' | 'finish'>,
): Promise<void> {
  const { clock, db } = context
  const startedAt = clock.now()
  const results: Result[] = []
  for (const check of checksOf(context)) {
    signal.throwIfAborted()
    await progress({ done: results.length, doing: check.name })
    const inSnapshot = () =>
      db.kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => resultIn(trx, check))
    results.push(
      await (readInParts.includes(check.name) ? resultOf(check, () => check.problems(db.kysely)) : inSnapshot()),
    )
  }
  const facts = await factsOf(context)
  await finish((trx) => storeRun(trx, { context, requestedBy, startedAt, results, facts }))
}

/**
 * These read all documents in parts, whose rows never change. A snapshot would occupy the embedded database for a minute or more
 * in large books.
 */
export const readInParts: readonly string[] = [
  'the hash chain matches the stored entries',
  'the links and details of each document match the data entered',
]

export async function resultIn(trx: Transaction<Tables>, check: TrustCheckQuery): Promise<Result> {
  // Compiling a query over all tables takes longer than running it.
  await sql`set local jit = off`.execute(trx)
  await sql`savepoint checking`.execute(trx)
  const result = await resultOf(check, () => check.problems(trx))
  if (result.verdict === 'unknown') await sql`rollback to savepoint checking`.execute(trx)
  return result
}

/** A check that can't be completed is unknown, for example because rows are unreadable. */
async function resultOf({ name }: TrustCheckQuery, find: () => Promise<string[]>): Promise<Result> {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const found = await find()
    return { name, verdict: found.length === 0 ? 'holds' : 'broken', problems: found, milliseconds: took() }
  } catch (error) {
    if (isConnectionLost(error)) throw error
    const why = error instanceof Inconclusive ? error.message : `This check could not be completed: ${errorLine(error)}`
    return { name, verdict: 'unknown', problems: [why], milliseconds: took() }
  }
}

type Run = {
  context: TrustContext
  requestedBy: string | null
  startedAt: number
  results: readonly Result[]
  facts: TrustFacts
}

export async function storeRun(trx: Transaction<Tables>, { context, requestedBy, startedAt, results, facts }: Run) {
  const { clock, version } = context
  const endedAt = Math.max(startedAt, clock.now())
  const { entries, head, events, eventsHead } = await headsOf(trx, timestamp(endedAt))
  const run = await trx
    .insertInto('trust_run')
    .values({
      reason: requestedBy === null ? 'night' : 'requested',
      requested_by: requestedBy,
      started_at: timestamp(startedAt),
      ended_at: timestamp(endedAt),
      version,
      entries,
      head,
      events,
      events_head: eventsHead,
      facts: JSON.stringify(facts),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('trust_result')
    .values(
      results.map(({ name, verdict, problems, milliseconds }, at) => ({
        run_id: run.id,
        check_name: name,
        position: at + 1,
        verdict,
        problems,
        milliseconds,
      })),
    )
    .execute()
}

export async function factsOf({ db: { kysely, engine }, env }: TrustContext): Promise<TrustFacts> {
  const backup = await kysely
    .selectFrom('backup')
    .select(['begun_at as begun', 'ended_at as ended', 'bytes', 'entries'])
    .where('file', 'is not', null)
    .where('unsound', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const recovery = await kysely
    .selectFrom('recovery_test')
    .select(['tested_at as at', 'milliseconds'])
    .where('failure', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const { rows } = await sql<Counted>`
    select pg_database_size(current_database())::float8 as database,
      (select count(*)::integer from attachment) as files,
      (select count(*)::integer from job where state = 'queued') as queued,
      (select count(*)::integer from job where state in ('running', 'cancelling')) as running,
      (select count(*)::integer from job where state = 'failed') as failed,
      (select count(*)::integer from period) as closed,
      (select max(month) from period) as last,
      (select count(distinct month)::integer from completeness_proof) as signed,
      (select max(month) from completeness_proof) as "lastSigned",
      (select max(name) from schema_migration) as schema`.execute(kysely)
  const [row] = rows
  if (row === undefined) throw new Error('The database statistics could not be read.')
  const { database, files, queued, running, failed, closed, last, signed, lastSigned, schema } = row
  return {
    database: engine,
    backup:
      backup?.begun == null || backup.ended === null
        ? null
        : {
            at: timestamp(instant(backup.begun)),
            seconds: (instant(backup.ended) - instant(backup.begun)) / 1000,
            bytes: Number(backup.bytes),
            entries: String(backup.entries),
          },
    recovery:
      recovery === undefined
        ? null
        : { at: timestamp(instant(recovery.at)), seconds: Number(recovery.milliseconds) / 1000 },
    storage: { database, files, ...(await spaceOf(env.dataDir)) },
    jobs: { queued, running, failed },
    months: { closed, last },
    completeness: { signed, last: lastSigned },
    schema,
    node: process.version,
  }
}

type Counted = { last: string | null; lastSigned: string | null; schema: string } & Record<
  'database' | 'files' | 'queued' | 'running' | 'failed' | 'closed' | 'signed',
  number
>
