// The thread of the embedded database: it does not block the event loop, and the process ends if the thread dies.
// @module-tag engine
import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { run } from '../../../test/run.ts'
import { openDatabase } from './db.ts'

test('when the database thread dies, waiting queries are rejected and the process ends', async () => {
  const server = run('break-the-engine')
  expect(await server.end()).toBe(1)
  expect(server.output()).toBe('rejected\nrejected\nrejected\n')
  expect(server.errors()).toMatch(
    /^The database thread ended unexpectedly: .+\. Talaan has stopped\. Start it again\.$/m,
  )
})

let image: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  await using db = await freshDatabase()
  await db.pool.query('create table jar as select 7::int8 as coins')
  image = await db.image()
})

test('a database in memory starts from the image of another one and is independent of it', async () => {
  await using first = await openDatabase({ memory: true, image })
  await first.pool.query('update jar set coins = 8')
  await using second = await openDatabase({ memory: true, image })
  expect((await second.pool.query('select coins from jar')).rows).toEqual([{ coins: 7n }])
})

test('a long query does not block the rest of the process', async () => {
  await using db = await openDatabase({ memory: true, image })
  let ticks = 0
  const clock = setInterval(() => (ticks += 1), 10)
  await db.pool.query('select count(*) from generate_series(1, 1000000) g where md5(g::text) < $1', ['0'])
  clearInterval(clock)
  expect(ticks).toBeGreaterThan(10)
})

test('a second close does nothing, and a closed database rejects queries', async () => {
  const db = await openDatabase({ memory: true, image })
  await Promise.all([db.close(), db.close()])
  await expect(db.pool.query('select 1')).rejects.toThrow('Cannot use a pool after calling end on the pool')
})
