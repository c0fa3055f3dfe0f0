// A server whose commits wait for a standby. This one has none, so they wait until someone cancels them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { startPostgres } from '../../../test/postgres-server.ts'
import type { PostgresServer } from '../../../test/postgres-server.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'
import { isConnectionLost } from './lost.ts'
import { newTransactions } from './one-handle.ts'
import { notWaiting, waitForStandby } from './replicated.ts'
import { ServerPool } from './server-pool.ts'

let server: PostgresServer
let db: Database
let operator: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  operator = new pg.Client({ connectionString: server.url })
  await operator.connect()
  await operator.query('create role talaan login; create table written (n integer); grant all on written to talaan')
  await operator.query('grant create on schema public to talaan; alter role talaan set synchronous_commit = on')
  const databaseUrl = server.url.replace('postgres@', 'talaan@')
  db = await openDatabase({ databaseUrl }, { log: () => {} })
})
afterAll(async () => {
  await db.close()
  await operator.end()
  await server.stop()
})

const at = (url: string, database: string) => new URL(`/${database}`, url).href

const write = (n: number) =>
  db.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto('written' as never)
      .values({ n } as never)
      .execute()
  })

/** The server follows a new setting a little later, so the work is repeated until it waits for the standby. */
async function startUntilWaiting(work: () => Promise<unknown>): Promise<{ outcome: Promise<unknown> }> {
  for (;;) {
    let isOver = false
    const outcome = work()
      .catch((error: unknown) => error)
      .finally(() => (isOver = true))
    while (!isOver) {
      const { rowCount } = await operator.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
      if (rowCount === 1) return { outcome }
    }
  }
}

/** Ends the wait of the one commit that waits for the standby, or of several. */
async function endWait(how: 'pg_cancel_backend' | 'pg_terminate_backend', commits = 1): Promise<void> {
  const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`
  await expect.poll(async () => (await operator.query(waiting)).rowCount, { interval: 5 }).toBe(commits)
  await operator.query(`select ${how}(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
}

test('without a standby nothing waits', async () => {
  await waitForStandby(db.kysely)
  await write(1)
})

test('a commit counts as unconfirmed if its wait for the standby was cancelled, although the server reports success', async () => {
  await operator.query(`alter system set synchronous_standby_names = 'nowhere'`)
  await operator.query('select pg_reload_conf()')
  for (const how of ['pg_cancel_backend', 'pg_terminate_backend'] as const) {
    const { outcome } = await startUntilWaiting(() => write(2))
    await endWait(how)
    expect(isConnectionLost(await outcome)).toBe(true)
  }
})

test('a change that may be missing on the standby is confirmed only when the standby has it', async () => {
  const { outcome } = await startUntilWaiting(() => waitForStandby(db.kysely))
  await endWait('pg_cancel_backend')
  expect(isConnectionLost(await outcome)).toBe(true)
})

test('a statement without an answer is given up after 75 seconds, but not in a transaction that sets a longer limit', async () => {
  const asked = async (...before: string[]) => {
    const client = await db.pool.connect()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const statement of ['begin', ...before]) await client.query(statement)
      const answer = client.query('select pg_sleep(0.05)').then(
        () => 'answered',
        (error: unknown) => (isConnectionLost(error) ? 'given up' : 'failed'),
      )
      vi.advanceTimersByTime(80_000)
      return await answer
    } finally {
      vi.useRealTimers()
      client.release(true)
    }
  }
  expect(await asked()).toBe('given up')
  expect(await asked("set local statement_timeout = '30min'")).toBe('answered')
  expect(await asked("set local statement_timeout = '30min'", 'rollback', 'begin')).toBe('given up')
})

test('commits that a server does not confirm lead every connection to the next server, once', async () => {
  await operator.query('create database promoted')
  const [old, promoted] = ['postgres', 'promoted'].map((name) => at(server.url.replace('postgres@', 'talaan@'), name))
  const pool = new ServerPool(newTransactions(), [old!, promoted!], { max: 4 })
  const used: unknown[] = []
  const use = async () => {
    const { rows }: pg.QueryResult = await pool.query('select current_database() as name')
    used.push(...rows)
  }
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
  const commits = [1, 2].map((at) =>
    clients[at]!.query(`select pg_logical_emit_message(true, 'talaan', '')`).catch(isConnectionLost),
  )
  clients[0]!.release()
  await use()
  await endWait('pg_cancel_backend', 2)
  expect(await Promise.all(commits)).toEqual([true, true])
  await use()
  for (const client of clients.slice(1)) client.release()
  await use()
  await pool.end()
  expect(used).toEqual(['postgres', 'promoted', 'promoted'].map((name) => ({ name })))
})

test('a change that may be lost in a failover does not wait for the standby', async () => {
  const { rows } = await sql`update written set n = 3 where n = 1 returning ${notWaiting}`.execute(db.kysely)
  expect(rows).toHaveLength(1)
})
