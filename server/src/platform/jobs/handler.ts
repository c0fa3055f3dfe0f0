// The definition of a kind of background work: its handler, its concurrency, and its retries.
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { JobKind } from './queue.ts'

/** A job as passed to its handler. */
export type Job<P> = {
  id: string
  payload: P
  requestedBy: string | null
  /** The portal that ran it before stopped on the way. */
  interrupted: boolean
  /** Aborted when the job is cancelled, when the portal stops, or when another portal has taken over the job. */
  signal: AbortSignal
  /** Reports progress. Throws once the job is cancelled. */
  progress(step: { done: number; doing: string }): Promise<void>
  /** Completes the job and writes its result, both or neither. A handler that does not call it has no result. */
  finish(write: (trx: Transaction<Tables>) => Promise<void>): Promise<void>
}

type Work<P> = {
  run: (job: Job<P>) => Promise<void>
  /** Milliseconds until the next try after this many failures; null gives up. */
  retryAfter: (attempts: number, error: unknown) => number | null
  /** Called when the job is given up, in the transaction that stores this. */
  gaveUp?: (trx: Transaction<Tables>, job: { id: string; error: string }) => Promise<void>
  /** Concurrent jobs per process; one by default. */
  atOnce?: number
  /** For recurring work: the next run in milliseconds, after a run at this time. */
  next?: (after: number) => number
  /** Recurring work that does not run when Talaan first starts, but at its next time. */
  waitsAtFirst?: boolean
  /** Checked before recurring work is claimed: without work, nothing is written. */
  hasWork?: () => Promise<boolean>
  /** It takes long and is restarted anyway, so a stopping portal does not wait for it. */
  stopsAtOnce?: boolean
}
export type JobHandler = Work<unknown> & { kind: JobKind<unknown> }

/** Binds a kind of work to its handler, typed by the payload. */
export const handles = <P>(kind: JobKind<P>, work: Work<P>): JobHandler => ({
  ...work,
  kind,
  run: (job) => work.run({ ...job, payload: kind.payload.parse(job.payload) }),
})

/** Thrown inside a cancelled job. */
export class Cancelled extends Error {
  override message = 'This job was cancelled.'
}

/** Thrown inside a job whose portal stops, or that another portal has taken over. */
export class Stopped extends Error {
  override message = 'Talaan was stopped during this job.'
}
