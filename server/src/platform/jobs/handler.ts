// What a kind of background work does, how often at once, and when it is tried again.
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { JobKind } from './queue.ts'

/** A job as its handler is given it. */
export type Job<P> = {
  id: string
  payload: P
  requestedBy: string | null
  /** The portal that ran it before stopped on the way. */
  interrupted: boolean
  /** Aborted when the job is cancelled, when the portal stops, and when another portal has taken the job over. */
  signal: AbortSignal
  /** Notes how far the job is. Throws once the job is cancelled. */
  progress(step: { done: number; doing: string }): Promise<void>
  /** Ends the job well and writes what came of it, both or neither. A handler that does not call it has nothing to write. */
  finish(write: (trx: Transaction<Tables>) => Promise<void>): Promise<void>
}

type Work<P> = {
  run: (job: Job<P>) => Promise<void>
  /** Milliseconds until the next try after so many failures; null gives up. */
  retryAfter: (attempts: number, error: unknown) => number | null
  /** Jobs at a time in one process; one if left out. */
  atOnce?: number
  /** For recurring work: when it runs next, in milliseconds, after a run at this time. */
  next?: (after: number) => number
  /** Asked before recurring work is claimed: while there is none, nothing is written. */
  hasWork?: () => Promise<boolean>
  /** It takes long and starts again anyway, so a portal that stops does not wait for it. */
  stopsAtOnce?: boolean
}
export type JobHandler = Work<unknown> & { kind: JobKind<unknown> }

/** Binds a kind of work to its handler, typed by what its jobs say. */
export const handles = <P>(kind: JobKind<P>, work: Work<P>): JobHandler => ({
  ...work,
  kind,
  run: (job) => work.run({ ...job, payload: kind.payload.parse(job.payload) }),
})

/** Thrown inside a job that nobody wants any more. */
export class Cancelled extends Error {
  override message = 'This job was cancelled.'
}

/** Thrown inside a job whose portal stops, or has lost the job to another one. */
export class Stopped extends Error {
  override message = 'Talaan was stopped during this job.'
}
