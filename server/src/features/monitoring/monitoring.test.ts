// Monitoring: who may read the figures, when a portal is ready, and what the figures count.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal } from '../../../test/portal.ts'
import type { Portal } from '../../../test/portal.ts'
import { enqueue, plainJob } from '../../platform/jobs/queue.ts'
import { readinessOf } from './readiness.ts'

const token = 'a-token-of-the-operator'
let here: Portal
beforeAll(async () => void (here = await openPortal({ env: { METRICS_TOKEN: token, SMTP_URL: 'smtp://localhost' } })))
beforeEach(() => here.reset())
afterAll(() => here.close())

const ask = (url: string, authorization?: string) =>
  here.app.inject({ method: 'GET', url, headers: authorization === undefined ? {} : { authorization } })
const metrics = async () => (await ask('/metrics', `Bearer ${token}`)).body.split('\n')
type Readiness = { status: string; checks: { name: string; state: string; message?: string }[] }
const readiness = async () => {
  const { statusCode, body } = await ask('/readyz')
  const { status, checks } = JSON.parse(body) as Readiness
  return { statusCode, status, checks: Object.fromEntries(checks.map((check) => [check.name, check])) }
}

test('without METRICS_TOKEN there are no figures, and without the token nobody reads them', async () => {
  await using other = await openPortal()
  const missing = await other.app.inject({ url: '/metrics', headers: { authorization: 'Bearer null' } })
  expect(missing.statusCode).toBe(404)

  for (const authorization of [undefined, '', 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token]) {
    const refused = await ask('/metrics', authorization)
    expect([refused.statusCode, refused.headers['www-authenticate']], authorization).toEqual([401, 'Bearer'])
  }
  const read = await ask('/metrics', `Bearer ${token}`)
  expect(read.statusCode).toBe(200)
  expect(read.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(read.headers['cache-control']).toBe('no-store')
})

test('each line of the figures follows the text format', async () => {
  const lines = await metrics()
  expect(lines.pop()).toBe('')
  for (const line of lines)
    expect(line).toMatch(
      /^(# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))|[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? -?[\d.e+-]+)$/,
    )
})

test('requests are counted by route and status, and a path that does not exist adds no route', async () => {
  await here.app.inject({ url: '/api/documents/1a000000-0000-4000-8000-000000000000' })
  await here.app.inject({ url: '/api/anything/else' })
  const lines = await metrics()
  const at = '{method="GET",route="/api/documents/:documentId"'
  expect(lines).toContain(`talaan_http_requests_total${at},status="401"} 1`)
  expect(lines).toContain(`talaan_http_request_duration_seconds_bucket${at},le="+Inf"} 1`)
  expect(lines).toContain(`talaan_http_request_duration_seconds_count${at}} 1`)
  expect(lines.join('\n')).not.toContain('anything')
  expect(lines.join('\n')).toMatch(/talaan_http_requests_total\{method="GET",route="none",status="404"\} \d/)
})

test('jobs, e-mails, sessions, backups and both chains are counted', async () => {
  await here.signIn('ben')
  const { kysely, pool } = here.db
  const now = here.clock.now()
  await enqueue(kysely, plainJob('mail.send'), { payload: {}, now: now - 90_000 })
  const failed = await enqueue(kysely, plainJob('looseleaf.make'), { payload: {}, now })
  await pool.query(`update job set state = 'failed', attempts = 1, last_error = 'x', ended_at = $1 where id = $2`, [
    new Date(now),
    failed,
  ])
  await pool.query(
    `insert into backup (night, asked_at, begun_at, ended_at, file, bytes, entries, head)
     values ('2026-03-16', $1, $1, $2, 'a.talaan', 1, 0, $3)`,
    [new Date(now - 7_200_000), new Date(now - 3_600_000), '0'.repeat(64)],
  )
  await pool.query(`insert into recovery_test (tested_at, milliseconds) values ($1, 1)`, [new Date(now - 60_000)])
  const lines = await metrics()
  expect(lines).toEqual(
    expect.arrayContaining([
      'talaan_jobs{name="looseleaf.make",state="failed"} 1',
      'talaan_jobs{name="mail.send",state="queued"} 1',
      'talaan_outbox_messages{state="queued"} 1',
      'talaan_outbox_messages{state="failed"} 0',
      'talaan_outbox_oldest_age_seconds 90',
      'talaan_sessions 1',
      'talaan_last_backup_age_seconds 7200',
      'talaan_last_verification_age_seconds 3600',
      'talaan_last_recovery_test_age_seconds 60',
      'talaan_ledger_head 0',
      'talaan_audit_head 0',
      'talaan_info{version="test"} 1',
    ]),
  )
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from audit')
  expect(lines).toContain(`talaan_audit_unsealed_events ${rows[0]?.count}`)
})

test('a portal with a current database and room on its disk is ready', async () => {
  expect(await readiness()).toMatchObject({
    statusCode: 200,
    status: 'ready',
    checks: { database: { state: 'ok' }, migrations: { state: 'ok' }, jobs: { state: 'ok' }, disk: { state: 'ok' } },
  })
})

test('a missing migration makes the portal unready, and a newer one does not', async () => {
  const { pool } = here.db
  const { rows } = await pool.query<{ name: string; sha256: string }>(
    'delete from schema_migration where name = (select max(name) from schema_migration) returning name, sha256',
  )
  const [last] = rows
  const pending = await readiness()
  await pool.query(`insert into schema_migration (name, sha256) values ($1, $2), ('9999-of-a-newer-release.sql', '')`, [
    last?.name,
    last?.sha256,
  ])
  const newer = await readiness()
  await pool.query(`delete from schema_migration where name like '9999%'`)
  expect(pending).toMatchObject({ statusCode: 503, status: 'notReady', checks: { migrations: { state: 'failing' } } })
  expect(pending.checks['migrations']?.message).toContain(last?.name)
  expect(newer).toMatchObject({ statusCode: 200, checks: { migrations: { state: 'ok' } } })
})

test('jobs that nobody claims are a warning, unless they wait for another one or for their setup', async () => {
  const now = here.clock.now()
  const ago = (minutes: number) => now - minutes * 60_000
  const { kysely, pool } = here.db
  await enqueue(kysely, plainJob('audit.seal'), { payload: {}, now: ago(60) })
  await enqueue(kysely, plainJob('backups.make'), { payload: {}, now: ago(60) })
  await enqueue(kysely, plainJob('mail.send'), { payload: {}, now: ago(4) })
  const long = await enqueue(kysely, plainJob('looseleaf.make'), { payload: {}, now: ago(20) })
  await enqueue(kysely, plainJob('looseleaf.make'), { payload: {}, now: ago(10) })
  await pool.query(`update job set state = 'running', locked_by = id, locked_until = $1 where id = $2`, [
    new Date(now + 90_000),
    long,
  ])
  expect((await readiness()).checks['jobs']).toEqual({ name: 'jobs', state: 'ok' })

  // The portal that ran the first book was killed, and nobody has taken over.
  here.clock.forward(120)
  const late = await readiness()
  expect(late).toMatchObject({ statusCode: 200, status: 'ready' })
  expect(late.checks['jobs']).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/looseleaf.make \(1\), mail.send \(1\)\./),
  })
})

test('a disk with little free space is a warning', async () => {
  await using full = await openPortal({ env: { MIN_FREE_DISK_MB: '999999999' } })
  const { statusCode, body } = await full.app.inject({ url: '/readyz' })
  expect(statusCode).toBe(200)
  expect((JSON.parse(body) as Readiness).checks.at(-1)).toMatchObject({ name: 'disk', state: 'warning' })
})

test('a portal without its database is not ready', async () => {
  const lost = await openPortal()
  await lost.close()
  expect(await readinessOf(lost.context)).toMatchObject({
    status: 'notReady',
    checks: [{ name: 'database', state: 'failing' }, { name: 'disk' }],
  })
})
