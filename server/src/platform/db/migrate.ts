// The schema is defined by server/migrations, file by file, in the order of their names; a migration that ran is never
// changed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import type { Database } from './db.ts'
import { DatabaseRefusal } from './refusal.ts'
import { ServerClient } from './server-client.ts'
import type { Tables } from './tables.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

type Migration = { name: string; sql: string; sha256: string }

/** Migrations of this release that the database does not have. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return ofThisRelease().filter((name) => !applied.has(name))
}

/** Migrations that the database has and this release does not, or not in the same form. */
export async function unlikeMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migration order by name`.execute(db)
  const own = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  return rows.filter(({ name, sha256 }) => own.get(name) !== sha256).map(({ name }) => name)
}

let names: string[] | undefined
const ofThisRelease = () => (names ??= readMigrations().map(({ name }) => name))

/**
 * Runs the pending migrations, up to and including the given one, each in its own transaction, and returns their names.
 * `first` runs under the lock of the migrations.
 */
export async function migrate(
  { pool }: Pick<Database, 'pool'>,
  folder = migrationsFolder,
  { until, first }: { until?: string; first?: (client: PoolClient) => Promise<void> } = {},
): Promise<string[]> {
  const migrations = readMigrations(folder).filter(({ name }) => until === undefined || name <= until)
  const client = await pool.connect()
  if (client instanceof ServerClient) client.isPatient = true
  try {
    // A large table takes time, and a second server that starts at the same moment waits here.
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; select pg_advisory_lock(${lockKey})`)
    await first?.(client)
    const { rows: rights } = await client.query<{ may: boolean }>(
      "select has_schema_privilege('public', 'create') as may",
    )
    const mayMigrate = rights[0]?.may ?? false
    if (mayMigrate)
      await client.query(
        `create table if not exists schema_migration
           (name text primary key, sha256 text not null, applied_at timestamptz not null default clock_timestamp())`,
      )
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migration order by name collate "C"',
    )
    const waiting = notYetApplied(migrations, rows)
    if (waiting.length > 0 && !mayMigrate)
      throw refusal(
        "the user of DATABASE_URL does not have permission to change it. Run 'npm run talaan migrate <this user>' with the DATABASE_URL of the owner, and start again.",
      )
    for (const migration of waiting) await apply(client, migration)
    return waiting.map(({ name }) => name)
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey}); reset statement_timeout; reset lock_timeout`)
    if (client instanceof ServerClient) client.isPatient = false
    client.release()
  }
}

export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  names.forEach((name, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw refusal(`${name} must be named like 0001-what-it-does.sql.`)
    if (name.slice(0, 4) === names[index - 1]?.slice(0, 4))
      throw refusal(`two files have the number ${name.slice(0, 4)}.`)
  })
  return names.map((name) => {
    // A checkout on Windows may have changed the line ends; the schema is the same.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

function notYetApplied(migrations: Migration[], applied: { name: string; sha256: string }[]): Migration[] {
  for (const { name, sha256 } of applied) {
    const migration = migrations.find((one) => one.name === name)
    if (!migration)
      throw refusal(`this database has ${name}, which was created by a newer release. Start that release.`)
    if (migration.sha256 !== sha256)
      throw refusal(
        `${name} was changed after it ran here. Restore the migration file, and put the change into a new migration file.`,
      )
  }
  const last = applied.at(-1)?.name ?? ''
  const waiting = migrations.filter(({ name }) => !applied.some((one) => one.name === name))
  const late = waiting.find(({ name }) => name < last)
  if (late)
    throw refusal(`${late.name} should have run before ${last}, which has already run. Give it the next number.`)
  return waiting
}

async function apply(client: PoolClient, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error })
  }
}

const refusal = (why: string) => new DatabaseRefusal(`The database schema cannot be brought up to date: ${why}`)

// Any number works, as long as nothing else uses it.
const lockKey = 7_416_325_001n
