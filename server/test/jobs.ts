// Background jobs in tests: due jobs are run to completion, as by a portal that has just started.
import { setTimeout as sleep } from 'node:timers/promises'
import { timestamp } from '../src/platform/clock.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { JobHandler } from '../src/platform/jobs/handler.ts'
import { schedule } from '../src/platform/jobs/schedule.ts'
import { startWorker } from '../src/platform/jobs/worker.ts'

type JobContext = Pick<AppContext, 'db' | 'clock' | 'log'>

/** Runs the jobs of these handlers until none is due. */
export async function workOff(context: JobContext, handlers: readonly JobHandler[]): Promise<void> {
  await schedule(context, handlers)
  const worker = startWorker(context, handlers, { pollMs: 1_000_000 })
  while (await isAnyDue(context, handlers)) await sleep(5)
  await worker.stop()
}

/** One run of a recurring job, as the worker runs it; without one, nothing. */
export async function runOnce([handler]: readonly JobHandler[]): Promise<void> {
  await handler?.run({
    id: 'x',
    payload: {},
    requestedBy: null,
    interrupted: false,
    signal: new AbortController().signal,
    progress: async () => {},
    finish: async () => {},
  })
}

async function isAnyDue({ db, clock }: JobContext, handlers: readonly JobHandler[]): Promise<boolean> {
  const due = await db.kysely
    .selectFrom('job')
    .select('id')
    .where('ended_at', 'is', null)
    .where('run_at', '<=', timestamp(clock.now()))
    .where(
      'name',
      'in',
      handlers.map(({ kind }) => kind.name),
    )
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}
