// Commits are on the disk when they are confirmed. A database that cannot sync does not start, or stops immediately.
// @module-tag engine
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSoak } from '../../../test/extent.ts'
import { run, temporaryDirectory } from '../../../test/run.ts'
import { openDatabase } from './db.ts'
import { checkpointAfterBytes } from './housekeeping.ts'

// Creating a database takes seconds, so it is created once, and each test gets a copy of the directory. An earlier start was
// interrupted.
let begun: string
beforeAll(async () => {
  begun = mkdtempSync(join(tmpdir(), 'talaan-begun-'))
  mkdirSync(join(begun, 'database.beginning', 'base'), { recursive: true })
  writeFileSync(join(begun, 'database.beginning', 'PG_VERSION'), '18\n')
  const db = await openDatabase({ dataDir: begun })
  await db.close()
})
afterAll(() => rmSync(begun, { recursive: true, force: true }))

function dataDirectory(): string {
  const directory = temporaryDirectory()
  cpSync(join(begun, 'database'), join(directory, 'database'), { recursive: true })
  return directory
}

test('each commit syncs exactly once before it is confirmed, and a query syncs nothing', async () => {
  await using db = await openDatabase({ dataDir: dataDirectory() })
  await db.pool.query('create table jar (id int primary key, coins int8)')
  for (let id = 1; id <= 20; id += 1) {
    const before = db.syncs()
    await db.pool.query('insert into jar values ($1, 5)', [id])
    expect(db.syncs() - before).toBe(1n)
  }
  const before = db.syncs()
  expect((await db.pool.query('select count(*) as n from jar')).rows).toEqual([{ n: 20n }])
  expect(db.syncs()).toBe(before)
  await db.pool.query('checkpoint')
  expect(db.syncs() - before).toBeGreaterThan(1n)
})

test('the settings required for durability cannot be turned off in a configuration file', async () => {
  const dataDir = dataDirectory()
  const weak = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'wal_sync_method = fdatasync']
  writeFileSync(join(dataDir, 'database', 'postgresql.auto.conf'), weak.join('\n'))
  await using db = await openDatabase({ dataDir })
  const { rows } = await db.pool.query(`select name, setting from pg_settings where name = any($1) order by name`, [
    ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'data_checksums'],
  ])
  expect(rows).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'wal_sync_method', setting: 'fsync' },
  ])
})

test('the database starts after a power cut at the first moment of a start, which leaves an empty file of its owner', async () => {
  const dataDir = dataDirectory()
  writeFileSync(join(dataDir, 'database', 'postmaster.pid'), '')
  await using db = await openDatabase({ dataDir })
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

// housekeeping.test.ts shortens the log as well, without writing so much.
if (isSoak) {
  test('the log of a running database is truncated automatically', async () => {
    await using db = await openDatabase({ dataDir: dataDirectory() })
    await db.pool.query(`create table jar as select g as id, repeat('x', 500) as note from generate_series(1, 5000) g`)
    const sinceCheckpoint = async () => {
      const { rows } = await db.pool.query<{ bytes: number }>(
        'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int as bytes from pg_control_checkpoint()',
      )
      return rows[0]?.bytes ?? 0
    }
    while ((await sinceCheckpoint()) <= checkpointAfterBytes) await db.pool.query('update jar set note = note')
    await expect.poll(sinceCheckpoint, { interval: 500 }).toBeLessThan(checkpointAfterBytes / 4)
  })
}

test('a database whose commits are not synced does not start and says why', async () => {
  const dataDir = dataDirectory()
  const server = run('post-for-ever', { arguments: [dataDir], preload: 'without-sync-hook' })
  expect(await server.end()).toBe(0)
  expect(server.output()).toMatch(
    /^The embedded database does not sync its commits to the disk, .+ does not start\. Reinstall/,
  )
})

test('when a sync fails, the process stops before it confirms another commit', async () => {
  const dataDir = dataDirectory()
  const trouble = join(dataDir, 'trouble')
  const environment = { DISK_FAILS_IF_EXISTS: trouble }
  const server = run('post-for-ever', { arguments: [dataDir], preload: 'failing-disk', environment })
  await server.says(/^20$/m)
  writeFileSync(trouble, '')
  expect(await server.end()).toBe('SIGKILL')
  expect(server.errors()).toMatch(
    /Data could not be written to the disk \(Error: EIO: i\/o error, fsync\)\. Talaan stops immediately/,
  )

  const confirmed = server.output().trim().split('\n').length
  await using db = await openDatabase({ dataDir })
  const { rows } = await db.pool.query<{ n: number }>('select n from posted order by n')
  // The commit whose sync failed may be stored or not; it was not confirmed.
  expect(rows.length - confirmed).toBeOneOf([0, 1])
  expect(rows.slice(0, confirmed).map(({ n }) => n)).toEqual(Array.from({ length: confirmed }, (_, i) => i + 1))
})

test('creating a database starts over after an interruption', async () => {
  await using db = await openDatabase({ dataDir: begun })
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(readdirSync(begun).sort()).toEqual(['database', 'lock', 'lock.pid'])
})

test('a folder with other files, or with a database of another version, is not changed', async () => {
  const dataDir = temporaryDirectory()
  const directory = join(dataDir, 'database')
  mkdirSync(directory)
  writeFileSync(join(directory, 'notes.txt'), 'mine')
  await expect(openDatabase({ dataDir })).rejects.toThrow(`${directory} contains files but no database.`)
  writeFileSync(join(directory, 'PG_VERSION'), '17\n')
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /written by PostgreSQL 17, but this release contains PostgreSQL 18/,
  )
  expect(readdirSync(directory).sort()).toEqual(['PG_VERSION', 'notes.txt'])
})
