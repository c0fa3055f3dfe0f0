// The jobs that make books: one at a time, with progress and cancellation, and all of their files or none.
import type { Kysely, Transaction } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { bookProblems, booksRequest } from '@talaan/contract/books.ts'
import type { BookJob } from '@talaan/contract/books.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { formatMonth, month } from '@talaan/ledger/core/date.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobKind } from '../../platform/jobs/queue.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

const packRequest = z.strictObject({ from: month, to: month })
export type PackRequest = z.output<typeof packRequest>

const payload = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('books'), asked: booksRequest }),
  z.strictObject({ kind: z.literal('pack'), asked: packRequest }),
])
export const bookJob: JobKind<z.output<typeof payload>> = { name: 'looseleaf.make', payload }

/** The work of a job, and its number of steps. */
export type Plan = { payload: z.output<typeof payload>; total: number }

/** Thrown inside a job that cannot be done, with the message for its requester. */
export class CannotBeMade extends Error {}

/** The interface of a job: reporting progress, and detecting cancellation. */
export type Work = {
  jobId: string
  /** Finishes one step and begins the next. Throws when the job was cancelled. */
  step: (doing: string, steps?: number) => Promise<void>
  signal: AbortSignal
}

/** Returns the id of the job. Refused while another one is unfinished. */
export async function queueBooks(
  trx: Transaction<Tables>,
  { plan, requestedBy, now }: { plan: Plan; requestedBy: string; now: number },
): Promise<string> {
  const id = await enqueue(trx, bookJob, { ...plan, key: 'one', requestedBy, now })
  if (id === undefined) throw new Refusal(bookProblems.jobRunning)
  return id
}

/** A job, or the newest one. */
export async function jobById(db: Db, jobId?: string): Promise<BookJob | null> {
  const row = await db
    .selectFrom('job')
    .innerJoin('users', 'users.id', 'requested_by')
    .selectAll('job')
    .select('users.client_id as startedBy')
    .where('name', '=', bookJob.name)
    .$if(jobId !== undefined, (query) => query.where('job.id', '=', jobId ?? ''))
    .orderBy('job.created_at', 'desc')
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
  const said = payload.parse(row.payload)
  const total = row.total ?? 1
  return {
    id: row.id,
    kind: said.kind,
    state: row.state === 'queued' ? 'running' : row.state,
    done: Math.min(row.done, total),
    total,
    doing: row.doing,
    problem: row.state === 'failed' ? row.last_error : null,
    startedBy: row.startedBy,
    startedAt: row.created_at,
    title: titleOf(said),
    files: files.map((file) => ({ ...file, bytes: Number(file.bytes) })),
  }
}

function titleOf(said: z.output<typeof payload>): string {
  const { from, to } = said.asked
  const period = from === to ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(to)}`
  if (said.kind === 'pack') return `Audit pack, ${period}`
  return said.asked.bind ? `Bound books, ${period}` : `Draft of the books, ${period}`
}
