// Runs the due jobs, in all portals that share the database. A job belongs to the worker that claimed it for the time
// of a lease, which is renewed while it runs: the jobs of a killed portal are taken over when their lease expires.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { isConnectionLost, isNotConnected } from '../db/lost.ts'
import type { Tables } from '../db/tables.ts'
import { errorLine } from '../log.ts'
import { Cancelled, Stopped } from './handler.ts'
import type { Job, JobHandler } from './handler.ts'
import type { JobRow } from './queue.ts'
import { schedule } from './schedule.ts'

export type Worker = {
  /** There may be work: called after the commit. */
  wake(): void
  /** Claims nothing more, and waits for running jobs. */
  stop(): Promise<void>
}

type WorkerContext = Pick<AppContext, 'db' | 'clock' | 'log'>
type Pace = {
  /** How often to poll for jobs of other portals, and for retries. */
  pollMs?: number
  leaseMs?: number
  /** How long a job may continue when the portal stops. */
  graceMs?: number
  /** The pause before the end of a job is written again, when the database could not be reached. */
  storeAgainMs?: number
  /** 0 to 1; spreads the retries of jobs that failed together. */
  random?: () => number
}
type Claimed = JobRow & { interrupted: boolean }
type Begun = { handler: JobHandler; startedAt: number; signal: AbortSignal }
type Running = { handler: JobHandler; abort: AbortController; ended: Promise<void> }

/** Documents recorded one after another wake the worker once: each look costs a twentieth of a recording. */
const gatherMs = 50
/** How long a job has to end after an abort. */
const abortMs = 3_000

export function startWorker(
  { db, clock, log }: WorkerContext,
  handlers: readonly JobHandler[],
  pace: Pace = {},
): Worker {
  const { pollMs = 5_000, leaseMs = 90_000, graceMs = 10_000, storeAgainMs = 1_000, random = Math.random } = pace
  const { kysely } = db
  const me = crypto.randomUUID()
  const running = new Map<string, Running>()
  const quietUntil = new Map<string, number>()
  const alarms = new Map<string, NodeJS.Timeout>()
  let isScheduled = false
  let looking: Promise<void> | undefined
  let again = false
  let isStopped = false
  let notified: NodeJS.Timeout | undefined
  const lease = () => timestamp(clock.now() + leaseMs)

  // The caller that notifies the worker may still be in a transaction; jobs run outside of it.
  const outside = AsyncLocalStorage.snapshot()
  const wake = () => {
    if (isStopped) return
    again = looking !== undefined
    looking ??= outside(look)
      .catch((error: unknown) => log.error({ err: error }, 'The job queue could not be read; Talaan tries again.'))
      .finally(() => {
        looking = undefined
        if (again) wake()
      })
  }

  async function look(): Promise<void> {
    if (!isScheduled) await schedule({ db, clock }, handlers)
    isScheduled = true
    await noticeChanges()
    const now = clock.now()
    const slots = await freeSlots(now)
    if (isStopped || slots.length === 0) return
    for (const row of await claim(slots, now)) begin(row, now)
  }

  /** Aborts jobs of this worker that were cancelled, or that another one has taken over. */
  async function noticeChanges(): Promise<void> {
    if (running.size === 0) return
    const rows = await kysely
      .selectFrom('job')
      .select(['id', 'state'])
      .where('id', 'in', [...running.keys()])
      .where('locked_by', '=', me)
      .execute()
    const states = new Map(rows.map(({ id, state }) => [id, state]))
    for (const [id, { abort }] of running)
      if (states.get(id) !== 'running') abort.abort(states.has(id) ? new Cancelled() : new Stopped())
  }

  async function freeSlots(now: number): Promise<{ name: string; free: number }[]> {
    const slots: { name: string; free: number }[] = []
    for (const handler of handlers) {
      const busy = [...running.values()].filter((one) => one.handler === handler).length
      const free = (handler.atOnce ?? 1) - busy
      if (free > 0 && (await mayHaveWork(handler, now))) slots.push({ name: handler.kind.name, free })
    }
    return slots
  }

  /** Recurring work with its own check is polled at its own pace, however often the worker is notified. */
  async function mayHaveWork({ kind: { name }, hasWork, next }: JobHandler, now: number): Promise<boolean> {
    if (hasWork === undefined || next === undefined) return true
    const until = next(now)
    const quiet = quietUntil.get(name) ?? now
    // A clock that is set back does not delay the work.
    if (now < quiet && quiet <= until) return false
    quietUntil.set(name, until)
    clearTimeout(alarms.get(name))
    // A timer may fire slightly early.
    alarms.set(name, setTimeout(wake, until - now + 10))
    return hasWork()
  }

  async function claim(slots: { name: string; free: number }[], now: number): Promise<Claimed[]> {
    const at = timestamp(now)
    const { rows } = await sql<Claimed>`
      with due as (
        select job.* from
          unnest(${slots.map(({ name }) => name)}::text[], ${slots.map(({ free }) => free)}::integer[]) as slot (name, free)
          cross join lateral (
            select id, state from job
            where job.name = slot.name and ended_at is null and run_at <= ${at}
              and (locked_until is null or locked_until <= ${at}) and id <> all (${[...running.keys()]}::uuid[])
            order by run_at, id limit slot.free for update skip locked
          ) as job
      )
      update job set
        locked_by = ${me}, locked_until = ${timestamp(now + leaseMs)},
        state = case due.state when 'queued' then 'running' else due.state end,
        attempts = attempts + case due.state when 'queued' then 0 else 1 end
      from due where job.id = due.id
      returning job.*, due.state <> 'queued' as interrupted`.execute(kysely)
    return rows
  }

  function begin(row: Claimed, startedAt: number): void {
    const handler = handlers.find(({ kind }) => kind.name === row.name)!
    const abort = new AbortController()
    if (row.state === 'cancelling') abort.abort(new Cancelled())
    const ended = work(row, { handler, startedAt, signal: abort.signal })
      .catch((error: unknown) =>
        log.error(
          { err: error, job: row.id, name: row.name },
          'A finished job could not be marked as done; it runs again when its lease expires.',
        ),
      )
      .finally(() => {
        running.delete(row.id)
        wake()
      })
    running.set(row.id, { handler, abort, ended })
  }

  async function work(row: Claimed, { handler, startedAt, signal }: Begun): Promise<void> {
    let isOver = false
    const finish: Job<unknown>['finish'] = async (write) => {
      await kysely.transaction().execute(async (trx) => {
        await markDone(trx, row, { handler, startedAt })
        await write(trx)
      })
      isOver = true
    }
    const { id, payload, requested_by: requestedBy, interrupted } = row
    try {
      await handler.run({
        id,
        payload,
        requestedBy,
        interrupted,
        signal,
        progress: (step) => progress(row, signal, step),
        finish,
      })
      if (!isOver) await untilStored(() => finish(async () => {}))
    } catch (error) {
      if (isOver) throw error
      await markFailed(row, handler, error)
    }
  }

  /** The work is done, and would be done again if the database did not learn of it. */
  async function untilStored(store: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await store()
      } catch (error) {
        if (isStopped || !(isConnectionLost(error) || isNotConnected(error))) throw error
        log.warn({ err: error }, 'A finished job could not be marked as done; Talaan tries again.')
      }
      await new Promise((resolve) => setTimeout(resolve, storeAgainMs))
    }
  }

  async function progress({ id }: Claimed, signal: AbortSignal, step: { done: number; doing: string }): Promise<void> {
    const row = await kysely
      .updateTable('job')
      .set({ ...step, locked_until: lease() })
      .where('id', '=', id)
      .where('locked_by', '=', me)
      .returning('state')
      .executeTakeFirst()
    signal.throwIfAborted()
    if (row === undefined) throw new Stopped()
    if (row.state !== 'running') throw new Cancelled()
  }

  const free = { locked_by: null, locked_until: null }

  async function markDone(
    trx: Transaction<Tables>,
    row: Claimed,
    { handler, startedAt }: { handler: JobHandler; startedAt: number },
  ): Promise<void> {
    const over = {
      state: 'done' as const,
      attempts: row.attempts + 1,
      done: row.total ?? 0,
      ended_at: timestamp(clock.now()),
    }
    const waiting = (at: number) => ({ state: 'queued' as const, attempts: 0, run_at: timestamp(at) })
    const marked = await trx
      .updateTable('job')
      .set({
        ...(handler.next === undefined ? over : waiting(handler.next(startedAt))),
        ...free,
        doing: '',
        last_error: null,
      })
      .where('id', '=', row.id)
      .where('locked_by', '=', me)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    if (marked === undefined) throw new Cancelled()
  }

  /** Scheduled for a retry, given up, or cancelled; unless another worker has taken over the job. */
  async function markFailed(row: Claimed, handler: JobHandler, error: unknown): Promise<void> {
    const attempts = row.attempts + 1
    const wait = handler.retryAfter(attempts, error)
    const now = clock.now()
    const runAt = timestamp(now + Math.round((wait ?? 0) * (1 + random() / 10)))
    const failed = wait === null ? 'failed' : 'queued'
    const marked = await kysely.transaction().execute(async (trx) => {
      const updated = await trx
        .updateTable('job')
        .set({
          ...free,
          attempts,
          last_error: errorLine(error),
          doing: '',
          run_at: runAt,
          state: sql`case state when 'cancelling' then 'cancelled' else ${failed} end`,
          ended_at: sql`case when state = 'cancelling' or ${failed} = 'failed' then ${timestamp(now)}::timestamptz end`,
        })
        .where('id', '=', row.id)
        .where('locked_by', '=', me)
        .returning('state')
        .executeTakeFirst()
      if (updated?.state === 'failed') await handler.gaveUp?.(trx, { id: row.id, error: errorLine(error) })
      return updated
    })
    const facts = { err: error, job: row.id, name: row.name, attempts }
    if (marked?.state === 'failed') log.error(facts, 'A job failed and will not be retried.')
    if (marked?.state === 'queued') log.warn({ ...facts, runAt }, 'A job failed and will be retried.')
  }

  async function renewLeases(): Promise<void> {
    if (running.size === 0) return
    await kysely
      .updateTable('job')
      .set({ locked_until: lease() })
      .where('id', 'in', [...running.keys()])
      .where('locked_by', '=', me)
      .execute()
  }
  const renew = () => {
    outside(renewLeases).catch((error: unknown) => log.error({ err: error }, 'Job leases could not be renewed.'))
  }

  const timers = [setInterval(wake, pollMs), setInterval(renew, leaseMs / 3)]
  wake()
  return {
    wake() {
      notified ??= setTimeout(() => {
        notified = undefined
        wake()
      }, gatherMs)
    },
    async stop() {
      isStopped = true
      await looking
      const abortAll = (which: (one: Running) => boolean) => {
        for (const one of running.values()) if (which(one)) one.abort.abort(new Stopped())
      }
      abortAll(({ handler }) => handler.stopsAtOnce === true)
      const grace = setTimeout(() => abortAll(() => true), graceMs)
      const late = Promise.withResolvers<void>()
      const patience = setTimeout(late.resolve, graceMs + abortMs)
      await Promise.race([Promise.all([...running.values()].map(({ ended }) => ended)), late.promise])
      for (const timer of [...timers, ...alarms.values(), notified, grace, patience]) clearTimeout(timer)
    },
  }
}
