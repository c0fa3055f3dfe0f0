// Background jobs: permissions, the list, and retrying.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobProblems, listJobs, maxListedJobs, retryJob } from '@talaan/contract/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { plainJob, enqueue } from '../../platform/jobs/queue.ts'
import { queueMessage } from '../../platform/outbox.ts'

let here: Portal
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

const list = async (who = ben) => (await who.call(listJobs)).answer
const retry = (jobId: string, who = ben) => who.call(retryJob, { params: { jobId } })
const change = (id: string, text: string) => here.db.pool.query(`update job set ${text} where id = $1`, [id])

async function message(recipient = 'juana@example.com'): Promise<string> {
  const id = crypto.randomUUID()
  const now = here.clock.now()
  await queueMessage(here.db.kysely, {
    id,
    topic: 'receipt',
    recipient,
    subject: 'Sales Invoice',
    body: '',
    message_id: id,
    now,
  })
  return id
}
const fail = (id: string, at = '2026-03-16T01:00:00Z') =>
  change(id, `state = 'failed', attempts = 3, last_error = '550 No such mailbox', ended_at = '${at}'`)

test('admins and accountants see queued, running and failed jobs, and users do not', async () => {
  const waiting = await message()
  const later = await message('later@example.com')
  await change(later, `run_at = '2026-03-16T01:05:00Z', attempts = 1, last_error = '451 Later'`)
  const failed = await message('nobody@example.com')
  await fail(failed)
  const running = await enqueue(here.db.kysely, plainJob('looseleaf.make'), { payload: {}, now: here.clock.now() })
  await change(running ?? '', `state = 'running', locked_by = id, locked_until = now(), doing = 'General Journal'`)
  const done = await message()
  await change(done, `state = 'done', ended_at = now()`)

  const ana = await here.signIn('ana')
  expect((await ana.call(listJobs)).status).toBe(403)
  expect((await retry(failed, ana)).status).toBe(403)

  const seen = await list()
  expect(seen).toEqual({
    counts: { failed: 1, running: 1, queued: 2 },
    jobs: [
      {
        id: failed,
        name: 'mail.send',
        state: 'failed',
        about: 'Receipt to nobody@example.com',
        attempts: 3,
        lastError: '550 No such mailbox',
        nextTryAt: null,
        failedAt: '2026-03-16T01:00:00.000Z',
        isSetUp: false,
      },
      {
        id: running,
        name: 'looseleaf.make',
        state: 'running',
        about: 'General Journal',
        attempts: 0,
        lastError: null,
        nextTryAt: null,
        failedAt: null,
        isSetUp: true,
      },
      {
        id: waiting,
        name: 'mail.send',
        state: 'queued',
        about: 'Receipt to juana@example.com',
        attempts: 0,
        lastError: null,
        nextTryAt: null,
        failedAt: null,
        isSetUp: false,
      },
      {
        id: later,
        name: 'mail.send',
        state: 'queued',
        about: 'Receipt to later@example.com',
        attempts: 1,
        lastError: '451 Later',
        nextTryAt: '2026-03-16T01:05:00.000Z',
        failedAt: null,
        isSetUp: false,
      },
    ],
  })
  expect(await list(await here.signIn('carla'))).toEqual(seen)
})

test('a retried job is queued again, with an audit event', async () => {
  const id = await message()
  await fail(id)
  here.clock.forward(600)
  expect((await retry(id)).status).toBe(200)
  expect(here.jobs.due).toBe(1)
  expect(await list()).toMatchObject({
    counts: { failed: 0, queued: 1 },
    jobs: [{ id, state: 'queued', attempts: 0, nextTryAt: null, failedAt: null }],
  })
  const { rows } = await here.db.pool.query(`select actor_name, object_id from audit where action = 'jobs.retry'`)
  expect(rows).toEqual([{ actor_name: 'ben', object_id: id }])
})

test('a running, finished or missing job cannot be retried', async () => {
  const id = await message()
  await change(id, `state = 'running', locked_by = id, locked_until = now()`)
  expect((await retry(id)).body).toMatchObject({ error: jobProblems.notThere.sentence })
  await change(id, `state = 'done', locked_by = null, locked_until = null, ended_at = now()`)
  expect((await retry(id)).status).toBe(404)
  expect((await retry(crypto.randomUUID())).status).toBe(404)
})

test('a failed job is listed for a month, and of many queued jobs only the first are listed', async () => {
  await fail(await message(), '2026-02-14T00:00:00Z')
  for (let no = 0; no <= maxListedJobs; no++) await message()
  const { counts, jobs } = await list()
  expect(counts).toEqual({ failed: 0, running: 0, queued: maxListedJobs + 1 })
  expect(jobs).toHaveLength(maxListedJobs)
})
