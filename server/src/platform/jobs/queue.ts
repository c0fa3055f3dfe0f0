// Background jobs are rows of a table, written in the transaction that causes them.
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { timestamp } from '../clock.ts'
import type { RowOf, Tables } from '../db/tables.ts'

type Trx = Transaction<Tables>

/** A kind of background work: the name of its handler, and its payload. */
export type JobKind<P> = { name: string; payload: z.ZodMiniType<P> }
export type JobRow = RowOf<'job'>

/** Work without a payload, or identified by its job id. */
export const plainJob = (name: string): JobKind<Record<never, never>> => ({ name, payload: z.strictObject({}) })

type NewJob<P> = {
  payload: P
  /** Milliseconds, from the clock. */
  now: number
  id?: string
  /** At most one unfinished job of this kind and key. */
  key?: string
  /** Milliseconds; now by default. */
  runAt?: number
  /** Steps, for jobs that report progress. */
  total?: number
  requestedBy?: string
}

/** The row alone, for a statement that also writes other rows. */
export const jobRow = <P>(
  { name }: JobKind<P>,
  { payload, now, id = crypto.randomUUID(), key, runAt = now, total, requestedBy }: NewJob<P>,
): Insertable<Tables['job']> & { id: string } => ({
  id,
  name,
  payload: JSON.stringify(payload),
  key: key ?? null,
  run_at: timestamp(runAt),
  total: total ?? null,
  requested_by: requestedBy ?? null,
  created_at: timestamp(now),
})

/** Returns the id of the job, or nothing while another one of its key is unfinished. */
export async function enqueue<P>(trx: Kysely<Tables>, kind: JobKind<P>, job: NewJob<P>): Promise<string | undefined> {
  const queued = await trx
    .insertInto('job')
    .values(jobRow(kind, job))
    .onConflict((conflict) =>
      conflict.columns(['name', 'key']).where('ended_at', 'is', null).where('key', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return queued?.id
}

/** Runs a failed or waiting job as soon as possible, with a fresh retry count; false for any other. */
export async function retryJob(trx: Trx, id: string, now: number): Promise<boolean> {
  const retried = await trx
    .updateTable('job')
    .set({ state: 'queued', run_at: timestamp(now), attempts: 0, done: 0, doing: '', ended_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job as other')
            .select('other.id')
            .whereRef('other.name', '=', 'job.name')
            .whereRef('other.key', '=', 'job.key')
            .whereRef('other.id', '<>', 'job.id')
            .where('other.ended_at', 'is', null),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return retried !== undefined
}

/** A running job ends at its next step; a waiting one has ended. */
export async function cancelJob(trx: Trx, id: string, now: number): Promise<void> {
  await trx
    .updateTable('job')
    .set({
      state: sql`case state when 'queued' then 'cancelled' else 'cancelling' end`,
      ended_at: sql`case state when 'queued' then ${timestamp(now)}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}
