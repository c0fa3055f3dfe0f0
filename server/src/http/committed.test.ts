// A failed change says that nothing was recorded only if that is true.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from '@talaan/contract/endpoint.ts'
import { common } from '@talaan/contract/problem.ts'
import { testEngine } from '../../test/database.ts'
import { openPortal } from '../../test/portal.ts'
import type { Portal } from '../../test/portal.ts'
import { writeInTurn } from '../books/recording/together.ts'
import { bodyBudget } from './bodies.ts'
import { answers } from './route.ts'
import { serve } from './serve.ts'

const change = endpoint({
  name: 'test.change',
  method: 'POST',
  path: '/api/change',
  access: 'open',
  body: z.strictObject({ first: z.string(), failure: z.string() }),
  answer: z.object({}),
  failure: 'This may not have been changed. Look at the list.',
})

let portal: Portal
let nowhere: number
/** A server that accepts connections and never answers. */
const mute = createServer()

/** What a handler did before the database failed. */
const before: Record<string, () => Promise<unknown>> = {
  nothing: async () => {},
  'reads in a transaction': () =>
    portal.db.kysely.transaction().execute((trx) => trx.selectFrom('company').selectAll().execute()),
  'a write that was rolled back': () =>
    portal.db.kysely
      .transaction()
      .execute(async (trx) => {
        await add(trx, 'undone')
        throw new Error('Undo this.')
      })
      .catch(() => {}),
  'a transaction': () => portal.db.kysely.transaction().execute((trx) => add(trx, 'done')),
  'a statement without a transaction': () => add(portal.db.kysely, 'done by itself'),
  'a transaction shared with other calls': () => writeInTurn(portal.db.kysely, (trx) => add(trx, 'done together')),
}
/** How the database fails after that. */
const failures: Record<string, () => Promise<unknown>> = {
  'refuses a connection': () => new pg.Client({ host: '127.0.0.1', port: nowhere }).connect(),
  'accepts a connection and does not answer': () => toMute((pool) => pool.query('select 1')),
  'has no free connection': () =>
    toMute((pool) => {
      pool.query('select 1').catch(() => {})
      return pool.query('select 2')
    }),
  'ends the connection': () => portal.db.pool.query('select pg_terminate_backend(pg_backend_pid())'),
}
async function toMute(query: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const { port } = mute.address() as AddressInfo
  const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 })
  try {
    await query(pool)
  } finally {
    await pool.end()
  }
}
const add = (db: Pick<Portal['db']['kysely'], 'insertInto'>, bucket: string) =>
  db
    .insertInto('limiter')
    .values({ bucket, failures: 1, window_start: '2026-03-16T01:00:00Z', blocked_until: null })
    .execute()

beforeAll(async () => {
  portal = await openPortal({ atRandom: true })
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  nowhere = (probe.address() as AddressInfo).port
  await new Promise((closed) => probe.close(closed))
  await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
  const handle = async ({ body: { first, failure } }: { body: { first: string; failure: string } }) => {
    await before[first]?.()
    await failures[failure]?.()
    return {}
  }
  serve(portal.app, portal.context, answers(change, handle), bodyBudget())
})
afterAll(async () => {
  mute.close()
  await portal.close()
})

test.for([
  ['nothing', common.unavailable.code, common.unavailable.sentence],
  ['reads in a transaction', common.unavailable.code, common.unavailable.sentence],
  ['a write that was rolled back', common.unavailable.code, common.unavailable.sentence],
  ['a transaction', common.uncertain.code, change.failure],
  ['a statement without a transaction', common.uncertain.code, change.failure],
  ['a transaction shared with other calls', common.uncertain.code, change.failure],
])('if the database fails after %s, a change returns %s', async ([first, code, sentence]) => {
  const { status, body } = await portal.nobody.call(change, { body: { first, failure: 'refuses a connection' } })
  expect([status, body.code, body.error]).toEqual([503, code, sentence])
})

test.for([
  ['has no free connection', common.unavailable.code, common.unavailable.sentence],
  ['accepts a connection and does not answer', common.uncertain.code, change.failure],
  // The embedded database has one connection, which nobody can end from outside.
  ...(testEngine === 'server' ? [['ends the connection', common.uncertain.code, change.failure]] : []),
])('if the database %s, a change returns %s, and not an internal error', async ([failure, code, sentence]) => {
  const { status, body } = await portal.nobody.call(change, { body: { first: 'nothing', failure } })
  expect([status, body.code, body.error]).toEqual([503, code, sentence])
  expect((await portal.db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
