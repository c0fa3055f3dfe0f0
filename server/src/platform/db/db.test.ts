// The database handle: exact values, readable errors, one handle inside a transaction.
// @module-tag engine
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import type { Database } from './db.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
  await db.pool.query(
    'create table jar (id int primary key, coins int8 not null constraint some_coins check (coins > 0))',
  )
})
afterAll(() => db.close())

test('whole numbers, amounts, dates and times are read exactly, alone and in lists', async () => {
  const { rows } = await db.pool.query(`
    select 9007199254740993::int8 as whole, array[9007199254740993, null]::int8[] as wholes, array[[1], [2]]::int8[] as nested,
           1.10::numeric as exact, array[1.10, null]::numeric[] as exacts,
           date '2026-02-28' as day, array[date '2026-02-28', null] as days,
           timestamptz '2026-02-28 23:59:59.5+08' as moment, array[timestamptz '2026-02-28 23:59:59.5+08'] as moments,
           timestamp '2026-02-28 01:02:03' as local, array[timestamp '2026-02-28 01:02:03'] as locals, null::int8 as nothing`)
  expect(rows[0]).toEqual({
    whole: 9007199254740993n,
    wholes: [9007199254740993n, null],
    nested: [[1n], [2n]],
    exact: '1.10',
    exacts: ['1.10', null],
    day: '2026-02-28',
    days: ['2026-02-28', null],
    moment: '2026-02-28 15:59:59.5+00',
    moments: ['2026-02-28 15:59:59.5+00'],
    local: '2026-02-28 01:02:03',
    locals: ['2026-02-28 01:02:03'],
    nothing: null,
  })
})

test('a bigint can be selected as such', async () => {
  const { rows } = await sql<{ n: bigint }>`select ${9007199254740993n}::int8 as n`.execute(db.kysely)
  expect(rows).toEqual([{ n: 9007199254740993n }])
})

test('an error names its code, constraint, table and detail', async () => {
  await db.pool.query('insert into jar values (1, 5)')
  await expect(db.pool.query('insert into jar values (1, 5)')).rejects.toMatchObject({
    code: '23505',
    constraint: 'jar_pkey',
    table: 'jar',
    detail: 'Key (id)=(1) already exists.',
  })
  await expect(db.pool.query('insert into jar values (2, 0)')).rejects.toMatchObject({
    code: '23514',
    constraint: 'some_coins',
  })
  await expect(db.pool.query('insert into jar values (2, null)')).rejects.toMatchObject({
    code: '23502',
    column: 'coins',
  })
})

test('a failed query does not affect the next result, a hundred times', async () => {
  for (let i = 0; i < 100; i += 1) {
    await expect(db.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    expect((await db.pool.query('select $1::int as i', [i])).rows).toEqual([{ i }])
  }
})

test('many concurrent queries are all answered', async () => {
  const asked = Array.from({ length: 200 }, (_, i) => i)
  const answers = await Promise.all(asked.map((i) => sql<{ i: number }>`select ${i}::int as i`.execute(db.kysely)))
  expect(answers.map(({ rows }) => rows[0]?.i)).toEqual(asked)
})

test('a result of many rows is complete', async () => {
  const { rows } = await db.pool.query('select g, md5(g::text) as hash from generate_series(1, 20000) g')
  expect(rows).toHaveLength(20_000)
  const last = createHash('md5').update('20000').digest('hex')
  expect(rows[19_999]).toEqual({ g: 20_000, hash: last })
})

test('concurrent transactions do not mix', async () => {
  await db.pool.query('insert into jar values (100, 1)')
  const add = () =>
    db.kysely.transaction().execute(async (trx) => {
      const { rows } = await sql<{ coins: bigint }>`select coins from jar where id = 100 for update`.execute(trx)
      await sql`update jar set coins = ${(rows[0]?.coins ?? 0n) + 1n} where id = 100`.execute(trx)
    })
  await Promise.all(Array.from({ length: 20 }, add))
  expect((await db.pool.query('select coins from jar where id = 100')).rows).toEqual([{ coins: 21n }])
})

const outer = 'The outer database handle was used inside a transaction; use the transaction (trx).'

test('the outer handle is refused inside a transaction, and works again after it', async () => {
  const started = Date.now()
  const offend = (question: () => Promise<unknown>) =>
    db.kysely
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        await sql`insert into jar values (200, 1)`.execute(trx)
        await question()
      })
  await expect(offend(() => sql`select 1`.execute(db.kysely))).rejects.toThrow(outer)
  await expect(offend(() => db.pool.query('select 1'))).rejects.toThrow(outer)
  await expect(offend(() => db.kysely.transaction().execute(async () => {}))).rejects.toThrow(outer)
  await expect(offend(() => Promise.all([1, 2].map(() => sql`select 1`.execute(db.kysely))))).rejects.toThrow(outer)
  // Without the refusal each of them would wait ten seconds for the connection that it holds itself.
  expect(Date.now() - started).toBeLessThan(10_000)
  expect((await db.pool.query('select 1 as one from jar where id = 200')).rows).toEqual([])
})

test('the outer handle is refused inside a manually ended transaction, and works again after it', async () => {
  const trx = await db.kysely.startTransaction().setIsolationLevel('read committed').execute()
  await sql`insert into jar values (300, 1)`.execute(trx)
  await expect(sql`select 1`.execute(db.kysely)).rejects.toThrow(outer)
  await trx.commit().execute()
  expect((await sql`select id from jar where id = 300`.execute(db.kysely)).rows).toEqual([{ id: 300 }])
})

test('work that a transaction started and that outlives it may use the outer handle', async () => {
  let late: Promise<unknown> | undefined
  let itEnded = () => {}
  const theEnd = new Promise<void>((resolve) => (itEnded = resolve))
  await db.kysely.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    late = theEnd.then(() => sql`select 1`.execute(db.kysely))
  })
  itEnded()
  await expect(late).resolves.toMatchObject({ rows: [{ '?column?': 1 }] })
})

test('a transaction left open is rolled back before the next statement', async () => {
  const careless = await db.pool.connect()
  await careless.query('begin')
  await careless.query('insert into jar values (400, 1)')
  await careless.query('nonsense').catch(() => {})
  careless.release()
  expect((await db.pool.query('select id from jar where id = 400')).rows).toEqual([])
})
