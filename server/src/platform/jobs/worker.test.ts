// Background jobs: written with their cause, run once by one of several portals, retried, taken over, cancelled.
// @module-tag engine
import { z } from '@talaan/ledger/core/zod.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptied, freshDatabase } from '../../../test/database.ts'
import { timestamp } from '../clock.ts'
import type { Database } from '../db/db.ts'
import { openLog } from '../log.ts'
import { handles } from './handler.ts'
import type { Job, JobHandler } from './handler.ts'
import { cancelJob, enqueue, plainJob, retryJob } from './queue.ts'
import type { JobKind } from './queue.ts'
import { nextAt } from './schedule.ts'
import { startWorker } from './worker.ts'
import type { Worker } from './worker.ts'

let db: Database
let workers: Worker[] = []
const clock = { ms: 0, now: () => clock.ms, forward: (seconds: number) => void (clock.ms += seconds * 1000) }
const log = openLog('silent')

beforeAll(async () => void (db = await freshDatabase()))
beforeEach(async () => {
  await emptied(db)
  clock.ms = Date.parse('2026-03-16T01:00:00Z')
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
})
afterAll(() => db.close())

const noted: JobKind<{ no: number }> = { name: 'test.note', payload: z.strictObject({ no: z.int() }) }

/** A worker that polls only when started and notified; its lease is renewed only after twenty minutes. */
function worker(handlers: readonly JobHandler[], pace: Parameters<typeof startWorker>[2] = {}): Worker {
  const started = startWorker({ db, clock, log }, handlers, {
    pollMs: 1_000_000,
    leaseMs: 3_600_000,
    random: () => 0,
    ...pace,
  })
  workers.push(started)
  return started
}

/** Due since a moment, in the order of the numbers. */
const put = (no: number, more: { key?: string; runAt?: number } = {}) =>
  enqueue(db.kysely, noted, { payload: { no }, now: clock.now(), runAt: clock.now() - 1_000 + no, ...more })

const jobs = async () => {
  const { rows } = await db.pool.query<{ no: number; state: string; attempts: number; last_error: string | null }>(
    `select (payload ->> 'no')::int as no, state, attempts, last_error from job order by 1`,
  )
  return rows
}
const states = async () => (await jobs()).map(({ state }) => state)

/** Collects the numbers that were run, and treats each as configured. */
function collector(
  run: (job: Job<{ no: number }>) => Promise<void> = () => Promise.resolve(),
  more: Partial<JobHandler> = {},
) {
  const seen: number[] = []
  const handler = handles(noted, {
    retryAfter: () => null,
    ...more,
    run: async (job) => {
      seen.push(job.payload.no)
      await run(job)
    },
  })
  return { seen, handler }
}

test('a job runs after its transaction commits, and never after a rollback', async () => {
  const { seen, handler } = collector()
  const one = worker([handler])
  await db.kysely.transaction().execute((trx) => enqueue(trx, noted, { payload: { no: 1 }, now: clock.now() }))
  const rolledBack = db.kysely.transaction().execute(async (trx) => {
    await enqueue(trx, noted, { payload: { no: 2 }, now: clock.now() })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  one.wake()
  await expect.poll(states).toEqual(['done'])
  expect(seen).toEqual([1])
  expect(await jobs()).toEqual([{ no: 1, state: 'done', attempts: 1, last_error: null }])
})

test('a scheduled job waits for its time, and a key has at most one unfinished job', async () => {
  const { seen, handler } = collector()
  const first = await put(1, { key: 'night', runAt: clock.now() + 60_000 })
  expect(await put(2, { key: 'night' })).toBeUndefined()
  await put(3, { key: 'other' })
  const one = worker([handler])
  await expect.poll(states).toEqual(['queued', 'done'])
  clock.forward(60)
  one.wake()
  await expect.poll(states).toEqual(['done', 'done'])
  expect(seen).toEqual([3, 1])
  expect(await put(4, { key: 'night' })).not.toBe(first)
})

test('two workers on one database run each of many jobs once', async () => {
  const made = [collector(undefined, { atOnce: 3 }), collector(undefined, { atOnce: 3 })]
  for (let no = 0; no < 40; no++) await put(no)
  for (const { handler } of made) worker([handler])
  await expect.poll(states, { timeout: 20_000 }).toEqual(Array(40).fill('done'))
  const all = made.flatMap(({ seen }) => seen)
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, no) => no))
})

test('a worker runs as many jobs of a kind at once as its handler allows, and other kinds in parallel', async () => {
  const gate = Promise.withResolvers<void>()
  const { seen, handler } = collector(() => gate.promise, { atOnce: 2 })
  const other = Promise.withResolvers<void>()
  const parallel = handles(plainJob('test.parallel'), {
    retryAfter: () => null,
    run: () => Promise.resolve(other.resolve()),
  })
  for (let no = 1; no <= 3; no++) await put(no)
  await enqueue(db.kysely, plainJob('test.parallel'), { payload: {}, now: clock.now() })
  worker([handler, parallel])
  await other.promise
  await expect.poll(() => seen).toEqual([1, 2])
  gate.resolve()
  await expect.poll(() => seen).toEqual([1, 2, 3])
})

test('the job of a killed worker is taken over after its lease, and late results of the first worker change nothing', async () => {
  const gate = Promise.withResolvers<void>()
  const outcomes: unknown[] = []
  const hangs = collector(async ({ finish }) => {
    await gate.promise
    await finish(() => Promise.resolve()).catch((error: unknown) => outcomes.push(error))
    throw new Error('late')
  })
  await put(1)
  worker([hangs.handler])
  await expect.poll(() => hangs.seen).toEqual([1])

  const takenOver: boolean[] = []
  const second = collector(({ interrupted }) => Promise.resolve(void takenOver.push(interrupted)))
  const other = worker([second.handler])
  clock.forward(3_599)
  other.wake()
  await expect.poll(states).toEqual(['running'])
  expect(second.seen).toEqual([])
  clock.forward(2)
  other.wake()
  await expect.poll(states).toEqual(['done'])
  expect([second.seen, takenOver]).toEqual([[1], [true]])

  gate.resolve()
  await expect.poll(() => outcomes).toHaveLength(1)
  await workers[0]?.stop()
  expect(await jobs()).toEqual([{ no: 1, state: 'done', attempts: 2, last_error: null }])
})

test('the lease of a long job is renewed', async () => {
  const gate = Promise.withResolvers<void>()
  const { seen, handler } = collector(() => gate.promise)
  await put(1)
  worker([handler], { leaseMs: 30 })
  await expect.poll(() => seen).toEqual([1])
  const until = async () => (await db.pool.query<{ at: string }>('select locked_until as at from job')).rows[0]?.at
  const first = await until()
  clock.forward(60)
  await expect.poll(until).not.toBe(first)
  gate.resolve()
  await expect.poll(states).toEqual(['done'])
})

test('a failed job is retried after its delay, and given up when the handler says so', async () => {
  const waits = [60_000, 300_000]
  const { seen, handler } = collector(() => Promise.reject(new Error('nobody home')), {
    retryAfter: (attempts) => waits[attempts - 1] ?? null,
  })
  await put(1)
  const one = worker([handler], { random: () => 0.5 })
  const runAt = async () => (await db.pool.query<{ run_at: string }>('select run_at from job')).rows[0]?.run_at ?? ''
  await expect.poll(jobs).toEqual([{ no: 1, state: 'queued', attempts: 1, last_error: 'nobody home' }])
  expect(Date.parse(await runAt()) - clock.now()).toBe(63_000)
  clock.forward(62)
  one.wake()
  clock.forward(1)
  one.wake()
  await expect.poll(jobs).toMatchObject([{ state: 'queued', attempts: 2 }])
  clock.forward(315)
  one.wake()
  await expect.poll(jobs).toEqual([{ no: 1, state: 'failed', attempts: 3, last_error: 'nobody home' }])
  expect(seen).toEqual([1, 1, 1])
})

test('a job that failed for good runs again on request, from its first try; a finished one does not', async () => {
  let fails = true
  const { seen, handler } = collector(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve()))
  const id = (await put(1)) ?? ''
  const one = worker([handler])
  await expect.poll(states).toEqual(['failed'])
  fails = false
  expect(await db.kysely.transaction().execute((trx) => retryJob(trx, id, clock.now()))).toBe(true)
  one.wake()
  await expect.poll(jobs).toEqual([{ no: 1, state: 'done', attempts: 1, last_error: null }])
  expect(await db.kysely.transaction().execute((trx) => retryJob(trx, id, clock.now()))).toBe(false)
  expect(seen).toEqual([1, 1])
})

test('an abandoned job is not run again while a newer job of its key exists', async () => {
  const { handler } = collector(({ payload: { no } }) =>
    no === 1 ? Promise.reject(new Error('no')) : Promise.resolve(),
  )
  const id = (await put(1, { key: 'one' })) ?? ''
  worker([handler])
  await expect.poll(states).toEqual(['failed'])
  await put(2, { key: 'one', runAt: clock.now() + 1_000 })
  expect(await db.kysely.transaction().execute((trx) => retryJob(trx, id, clock.now()))).toBe(false)
})

test('the result of a job and its completion are written together, or neither is', async () => {
  const { handler } = collector(async ({ payload: { no }, finish }) =>
    finish(async (trx) => {
      await trx.insertInto('inquiry').values(inquiryOf(no)).execute()
      if (no === 2) throw new Error('on second thought')
    }),
  )
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into users (id, client_id, role, password_hash, seat, created_at)
     values (gen_random_uuid(), 'ana', 'user', '', 1, now()) returning id`,
  )
  const inquiryOf = (no: number) => ({
    id: crypto.randomUUID(),
    user_id: rows[0]?.id ?? '',
    created_at: timestamp(clock.now()),
    fields: JSON.stringify({ no }),
  })
  await put(1)
  await put(2)
  worker([handler])
  await expect.poll(states).toEqual(['done', 'failed'])
  expect((await db.pool.query('select fields from inquiry')).rows).toEqual([{ fields: { no: 1 } }])
})

test('a cancelled job ends at its next step, and a queued one at once', async () => {
  const gate = Promise.withResolvers<void>()
  const { handler } = collector(async ({ signal, progress }) => {
    await gate.promise
    await progress({ done: 1, doing: 'the first step' })
    signal.throwIfAborted()
  })
  const running = (await put(1)) ?? ''
  const waiting = (await put(2)) ?? ''
  worker([handler])
  await expect.poll(states).toEqual(['running', 'queued'])
  await db.kysely.transaction().execute(async (trx) => {
    for (const id of [running, waiting]) await cancelJob(trx, id, clock.now())
  })
  expect(await states()).toEqual(['cancelling', 'cancelled'])
  gate.resolve()
  await expect.poll(states).toEqual(['cancelled', 'cancelled'])
})

test('a notified worker cancels a running job at once', async () => {
  const { handler } = collector(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  const id = (await put(1)) ?? ''
  const one = worker([handler])
  await expect.poll(states).toEqual(['running'])
  await db.kysely.transaction().execute((trx) => cancelJob(trx, id, clock.now()))
  one.wake()
  await expect.poll(states).toEqual(['cancelled'])
})

test('stopping waits for running jobs and claims no more; a job that does not end is aborted', async () => {
  const gate = Promise.withResolvers<void>()
  const { seen, handler } = collector(
    ({ payload: { no }, signal }) =>
      new Promise((resolve, reject) => {
        if (no === 1) void gate.promise.then(resolve)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
    { atOnce: 2, retryAfter: () => 0 },
  )
  for (const no of [1, 2, 3]) await put(no)
  const one = worker([handler], { graceMs: 50 })
  await expect.poll(() => seen).toEqual([1, 2])
  const stopped = one.stop()
  gate.resolve()
  await stopped
  expect(await jobs()).toMatchObject([
    { state: 'done' },
    { state: 'queued', attempts: 1, last_error: 'Talaan was stopped during this job.' },
    { state: 'queued', attempts: 0 },
  ])
})

test('recurring work has one job, which waits for its next time and is not claimed without work to do', async () => {
  let runs = 0
  let asked = 0
  let hasWork = true
  const recurring = () =>
    handles(plainJob('test.recurs'), {
      next: (after) => after + 60_000,
      retryAfter: () => 1_000,
      hasWork: () => {
        asked += 1
        return Promise.resolve(hasWork)
      },
      run: () => Promise.resolve(void (runs += 1)),
    })
  const rows = async () => {
    const found = await db.kysely.selectFrom('job').select(['state', 'run_at']).execute()
    return found.map(({ state, run_at }) => [state, (Date.parse(run_at) - clock.now()) / 1000])
  }
  worker([recurring()])
  await expect.poll(rows).toEqual([['queued', 60]])
  const other = worker([recurring()])
  await expect.poll(() => asked).toBe(2)
  expect(runs).toBe(1)

  clock.forward(60)
  hasWork = false
  other.wake()
  await expect.poll(() => asked).toBe(3)
  clock.forward(60)
  hasWork = true
  other.wake()
  await expect.poll(rows).toEqual([['queued', 60]])
  expect(runs).toBe(2)

  // A clock that is set back does not delay the work.
  clock.forward(-3_600)
  other.wake()
  await expect.poll(() => asked).toBe(5)
})

test('nightly jobs start at the same local hour in Manila', () => {
  const at = (text: string) => Date.parse(text)
  for (const [now, next] of [
    ['2026-03-15T18:59:59Z', '2026-03-15T19:00:00Z'],
    ['2026-03-15T19:00:00Z', '2026-03-16T19:00:00Z'],
    ['2026-12-31T23:00:00Z', '2027-01-01T19:00:00Z'],
  ] as const)
    expect(nextAt(3, at(now))).toBe(at(next))
})
