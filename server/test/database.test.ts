// The base of every server test: a database of its own, and its reset.
// @module-tag engine
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrations } from '../src/platform/db/migrate.ts'
import type { Database } from '../src/platform/db/db.ts'
import { emptied, freshDatabase } from './database.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

/** Every row of every table, as text. */
async function everything({ pool }: Database): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text = 'public'`,
  )
  const all: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ rows: string }>(
      `select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${name} t`,
    )
    all[name] = rows[0]?.rows ?? ''
  }
  return all
}

test('a fresh database has every migration and no other connection', async () => {
  await using other = await freshDatabase()
  const { rows } = await other.pool.query<{ name: string }>('select name from schema_migration order by name')
  expect(rows.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
  await other.pool.query('create table mine (id int)')
  await expect(db.pool.query('select * from mine')).rejects.toMatchObject({ code: '42P01' })
})

test('an emptied database equals a fresh one, even where the schema forbids removal', async () => {
  await using fresh = await freshDatabase()
  const before = await everything(fresh)
  const { rows: tables } = await fresh.pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> 'schema_migration'`,
  )
  expect(tables.length).toBeGreaterThan(0)
  await fresh.pool.query(`
    create function forbid() returns trigger language plpgsql as $$ begin raise 'This table only grows.'; end $$`)
  for (const { name } of tables)
    await fresh.pool.query(`create trigger forbid_truncate before truncate on ${name} execute function forbid()`)
  await expect(fresh.pool.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)).rejects.toThrow(
    'This table only grows.',
  )
  await fresh.pool.query(`set session_replication_role = replica`)
  for (const { name } of tables) await fresh.pool.query(`delete from ${name}`)
  await fresh.pool.query(`set session_replication_role = origin`)
  expect(await everything(await emptied(fresh))).toEqual(before)
})
