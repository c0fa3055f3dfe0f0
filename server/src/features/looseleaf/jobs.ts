// A job that makes books: it says how far it is, can be cancelled at any moment, and leaves all of its files or none.
import type { Kysely, Transaction } from 'kysely'
import { bookProblems } from '@talaan/contract/books.ts'
import type { BookJob, BooksAsked } from '@talaan/contract/books.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { clearFiles } from './files.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** A job that has said nothing for this long died with its process. */
const silenceMs = 300_000

/** Thrown inside a job that somebody cancelled. */
class Cancelled extends Error {}

/** Thrown inside a job that cannot be done, with the sentence for whoever asked for it. */
export class CannotBeMade extends Error {}

/** What a job is given to work with: how to say what it does, and to notice that nobody wants it any more. */
export type Work = {
  jobId: string
  /** One step is done and the next begins. Throws when the job was cancelled. */
  step: (doing: string, steps?: number) => Promise<void>
  signal: AbortSignal
}

type NewJob = { kind: 'books' | 'pack'; asked: unknown; total: number; startedBy: string }

/** The jobs of this process. */
const running = new Map<string, AbortController>()

/**
 * Begins a job and answers its id; the work goes on by itself. `end` is called in the transaction that ends the job
 * well. Refused while another job runs.
 */
export async function beginJob(
  { db: { kysely: db }, clock }: AppContext,
  job: NewJob,
  work: (work: Work) => Promise<(trx: Trx) => Promise<void>>,
): Promise<string> {
  const now = clock.now()
  await endSilentJobs(db, now)
  await clearFiles(db, now)
  const id = crypto.randomUUID()
  const begun = await db
    .insertInto('book_job')
    .values({
      ...{ id, kind: job.kind, asked: JSON.stringify(job.asked), state: 'running', total: job.total },
      ...{ started_by: job.startedBy, started_at: timestamp(now), touched_at: timestamp(now) },
      ...{ problem: null, ended_at: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (begun === undefined) throw new Refusal(bookProblems.jobRunning)

  const stop = new AbortController()
  running.set(id, stop)
  let done = 0
  const step = async (doing: string, steps = 1) => {
    done += steps
    const row = await db
      .updateTable('book_job')
      .set({ done: Math.min(done, job.total), doing, touched_at: timestamp(clock.now()) })
      .where('id', '=', id)
      .returning('state')
      .executeTakeFirst()
    if (row?.state !== 'running' || stop.signal.aborted) throw new Cancelled()
  }
  void work({ jobId: id, step, signal: stop.signal })
    .then((end) =>
      db.transaction().execute(async (trx) => {
        const ended = await endJob(trx, id, { state: 'done', now: clock.now(), done: job.total })
        if (!ended) throw new Cancelled()
        await end(trx)
      }),
    )
    .catch((error: unknown) => giveUp(db, { id, now: clock.now(), cancelled: stop.signal.aborted, error }))
    .finally(() => running.delete(id))
  return id
}

const ourSide = 'Something went wrong on our side and nothing was kept. Try again.'

async function giveUp(
  db: Db,
  { id, now, cancelled, error }: { id: string; now: number; cancelled: boolean; error: unknown },
): Promise<void> {
  const wanted = cancelled || error instanceof Cancelled
  if (!wanted) console.error(error)
  try {
    await clearFiles(db, now, id)
    await db.transaction().execute((trx) =>
      endJob(trx, id, {
        ...{ state: wanted ? 'cancelled' : 'failed', now },
        ...(!wanted && { problem: error instanceof CannotBeMade ? error.message : ourSide }),
      }),
    )
  } catch (closed) {
    // The database went away with the portal; the next start ends the job.
    console.error(closed)
  }
}

type Ending = { state: 'done' | 'cancelled' | 'failed'; now: number; done?: number; problem?: string }

/** Whether the job was still going on. One that is to be cancelled does not end well any more. */
async function endJob(trx: Trx, id: string, { state, now, done, problem }: Ending): Promise<boolean> {
  const row = await trx
    .updateTable('book_job')
    .set({ state, ended_at: timestamp(now), doing: '', problem: problem ?? null, ...(done !== undefined && { done }) })
    .where('id', '=', id)
    .where('state', 'in', state === 'done' ? ['running'] : ['running', 'cancelling'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function endSilentJobs(db: Db, now: number): Promise<void> {
  const silent = await db
    .updateTable('book_job')
    .set({
      state: 'failed',
      ended_at: timestamp(now),
      problem: 'The portal was stopped while this was being made. Nothing was kept; start it again.',
    })
    .where('ended_at', 'is', null)
    .where('touched_at', '<', timestamp(now - silenceMs))
    .returning('id')
    .execute()
  for (const { id } of silent) await clearFiles(db, now, id)
}

/** Asks a job to end; whoever runs it notices at its next step, this process at once. */
export async function cancelJob({ db: { kysely: db }, clock }: AppContext, jobId: string): Promise<void> {
  await db
    .updateTable('book_job')
    .set({ state: 'cancelling' })
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .execute()
  running.get(jobId)?.abort()
  await endSilentJobs(db, clock.now())
}

export async function jobById(
  { db: { kysely: db }, clock }: Pick<AppContext, 'db' | 'clock'>,
  jobId?: string,
): Promise<BookJob | null> {
  await endSilentJobs(db, clock.now())
  const row = await db
    .selectFrom('book_job')
    .innerJoin('users', 'users.id', 'started_by')
    .selectAll('book_job')
    .select('users.client_id as startedBy')
    .$if(jobId !== undefined, (query) => query.where('book_job.id', '=', jobId ?? ''))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const files =
    row.state !== 'done'
      ? []
      : await db
          .selectFrom('book_file')
          .select(['id', 'name', 'bytes', 'sha256'])
          .where('job_id', '=', row.id)
          .orderBy('position')
          .execute()
  const { id, kind, state, done, total, doing, problem, startedBy, started_at: startedAt } = row
  return {
    ...{ id, kind, state, done, total, doing, problem, startedBy, startedAt },
    title: titleOf(kind, row.asked as BooksAsked),
    files: files.map((file) => ({ ...file, bytes: Number(file.bytes) })),
  }
}

function titleOf(kind: BookJob['kind'], { from, to, bind }: Pick<BooksAsked, 'from' | 'to' | 'bind'>): string {
  const period = from === to ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(to)}`
  if (kind === 'pack') return `Audit pack, ${period}`
  return bind ? `Bound books, ${period}` : `Draft of the books, ${period}`
}
