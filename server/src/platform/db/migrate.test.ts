// The schema comes from numbered migrations that run once, in order, completely or not at all.
// @module-tag engine
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { temporaryDirectory } from '../../../test/run.ts'
import type { Database } from './db.ts'
import { migrate, readMigrations } from './migrate.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
beforeEach(() => db.pool.query('drop schema public cascade; create schema public'))
afterAll(() => db.close())

function folder(files: Record<string, string>): string {
  const directory = join(temporaryDirectory(), 'migrations')
  mkdirSync(directory)
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql)
  return directory
}

const jar = 'create table jar (id int);'
const coin = `-- with a body that has semicolons of its own
create function coin() returns int language plpgsql as $$ begin return 5; end $$; insert into jar values (coin());`

test('migrations run once, in the order of their numbers', async () => {
  const files = folder({ '0002-coin.sql': coin, '0001-jar.sql': jar })
  expect(await migrate(db, files)).toEqual(['0001-jar.sql', '0002-coin.sql'])
  expect(await migrate(db, files)).toEqual([])
  expect((await db.pool.query('select id from jar')).rows).toEqual([{ id: 5 }])
  writeFileSync(join(files, '0003-more.sql'), 'insert into jar values (6);')
  expect(await migrate(db, files)).toEqual(['0003-more.sql'])
})

test('a failing migration leaves nothing behind, and those before it stay', async () => {
  const files = folder({ '0001-jar.sql': jar, '0002-half.sql': 'insert into jar values (1); select 1 / 0;' })
  await expect(migrate(db, files)).rejects.toThrow('Migration 0002-half.sql failed and was undone: division by zero')
  expect((await db.pool.query('select id from jar')).rows).toEqual([])
  writeFileSync(join(files, '0002-half.sql'), 'insert into jar values (1);')
  expect(await migrate(db, files)).toEqual(['0002-half.sql'])
})

test('a migration changed after it ran is refused', async () => {
  const files = folder({ '0001-jar.sql': jar })
  await migrate(db, files)
  writeFileSync(join(files, '0001-jar.sql'), 'create table jar (id int8);')
  await expect(migrate(db, files)).rejects.toThrow(/0001-jar\.sql was changed after it ran here/)
})

test('different line ends are not a change', async () => {
  const files = folder({ '0001-jar.sql': '-- why\ncreate table jar (id int);\n' })
  await migrate(db, files)
  writeFileSync(join(files, '0001-jar.sql'), '-- why\r\ncreate table jar (id int);\r\n')
  expect(await migrate(db, files)).toEqual([])
})

test('a migration numbered before one that has run is refused', async () => {
  const files = folder({ '0002-jar.sql': jar })
  await migrate(db, files)
  writeFileSync(join(files, '0001-late.sql'), 'select 1;')
  await expect(migrate(db, files)).rejects.toThrow(/0001-late\.sql should have run before 0002-jar\.sql/)
})

test('a database from a newer release is refused', async () => {
  const files = folder({ '0001-jar.sql': jar, '0002-coin.sql': coin })
  await migrate(db, files)
  rmSync(join(files, '0002-coin.sql'))
  await expect(migrate(db, files)).rejects.toThrow(/has 0002-coin\.sql, which was created by a newer release/)
})

test('two servers that start together migrate once', async () => {
  const files = folder({ '0001-jar.sql': jar, '0002-coin.sql': coin })
  const ran = await Promise.all([migrate(db, files), migrate(db, files), migrate(db, files)])
  expect(ran.flat().sort()).toEqual(['0001-jar.sql', '0002-coin.sql'])
  expect((await db.pool.query('select id from jar')).rows).toEqual([{ id: 5 }])
})

test('a migration with an invalid name or a duplicate number is refused', () => {
  expect(() => readMigrations(folder({ 'jar.sql': jar }))).toThrow('jar.sql must be named like 0001-what-it-does.sql.')
  expect(() => readMigrations(folder({ '0001-a.sql': jar, '0001-b.sql': jar }))).toThrow(
    'two files have the number 0001.',
  )
})
