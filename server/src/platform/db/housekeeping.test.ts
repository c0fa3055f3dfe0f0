// The background work of a PostgreSQL server is done for the embedded one too.
// @module-tag engine
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkpointAfterBytes, runHousekeeping } from './housekeeping.ts'

let lite: PGlite
beforeAll(async () => {
  lite = await PGlite.create()
  await lite.exec(`create table jar (id int primary key, note text); checkpoint`)
})
afterAll(() => lite.close())

const sinceCheckpoint = async () => {
  const { rows } = await lite.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int as bytes from pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}

test('a database in good order is left alone', async () => {
  expect(await runHousekeeping(lite)).toBe(false)
})

test('a changed table is vacuumed and analyzed, a checkpoint shortens the log, and then nothing is left to do', async () => {
  await lite.exec(`insert into jar select g, repeat('x', 100) from generate_series(1, 2000) g`)
  while ((await sinceCheckpoint()) <= checkpointAfterBytes)
    await lite.exec(`update jar set note = repeat(md5(id::text), 60)`)
  await lite.exec('select pg_stat_force_next_flush()')
  let pieces = 0
  while (await runHousekeeping(lite)) pieces += 1
  expect(pieces).toBeGreaterThanOrEqual(2)
  expect(await sinceCheckpoint()).toBeLessThan(checkpointAfterBytes / 4)
  const { rows } = await lite.query(
    `select n_dead_tup::int as dead, n_mod_since_analyze::int as unmeasured from pg_stat_user_tables`,
  )
  expect(rows).toEqual([{ dead: 0, unmeasured: 0 }])
})
