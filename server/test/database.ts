// A database of the test's own, migrated and otherwise empty, on the engine that TALAAN_TEST_ENGINE names: 'embedded'
// (the default, in memory) or 'server' (a PostgreSQL whose superuser's address is TALAAN_TEST_DATABASE_URL).
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { openDatabase, type Database } from '../src/platform/db/db.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'

export const testEngine: Database['engine'] = process.env.TALAAN_TEST_ENGINE === 'server' ? 'server' : 'embedded'

/** Close it when done, or write `await using db = await freshDatabase()`. */
export async function freshDatabase(): Promise<Database> {
  const db = testEngine === 'server' ? await freshOnServer() : await freshInMemory()
  beginning ??= contentOf(db)
  await beginning
  return db
}

/** Resets a database to a content it had, or to that of a fresh one, in a few milliseconds, and returns it. */
export async function emptied(db: Database, content?: Content): Promise<Database> {
  const { tables, restore } =
    content ?? (await (beginning ??= Promise.reject(new Error('emptied() before freshDatabase()'))))
  const client = await (resetting.get(db.pool) ?? db.pool).connect()
  try {
    // Triggers are disabled: the journal and the audit trail refuse to be truncated, which is right everywhere but
    // here. First what the sealing of the audit trail locks first: it may still run, and they would wait for each other.
    await client.query('begin; set local session_replication_role = replica; select from audit_head for update')
    // Most tables are empty after most tests, and truncating a table creates new files for it and each of its indexes.
    const { rows: filled } = await client.query<{ name: string }>({
      name: 'filled',
      text: tables.map((name) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
    })
    await client.query([...filled.map(({ name }) => `delete from ${name}`), ...restore, 'commit'].join(';'))
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return db
}

// ── In memory: one migrated image, made once per schema and cached on disk for the next run.

let image: Promise<Uint8Array<ArrayBuffer>> | undefined

async function freshInMemory(): Promise<Database> {
  return openDatabase({ memory: true, image: await (image ??= migratedImage()) })
}

/** Books on the disk, migrated and otherwise untouched, made faster than by beginning an empty database. */
export async function booksOnDisk(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const loadDataDir = new Blob([await (image ??= migratedImage())])
  await (await PGlite.create({ dataDir: join(dataDir, 'database'), loadDataDir })).close()
}

async function migratedImage(): Promise<Uint8Array<ArrayBuffer>> {
  const path = `${cache}${schemaFingerprint().slice(0, 16)}-${pgliteVersion()}-1.tar`
  if (existsSync(path)) return new Uint8Array(readFileSync(path))
  await using db = await openDatabase({ memory: true })
  await migrate(db)
  const made = await db.image()
  keep(path, made)
  return made
}

/** Two test processes may do this at once: the last rename wins, and both images are good. */
function keep(path: string, made: Uint8Array): void {
  mkdirSync(cache, { recursive: true })
  const anHourAgo = Date.now() - 3_600_000
  for (const name of readdirSync(cache))
    if ((statSync(cache + name, { throwIfNoEntry: false })?.mtimeMs ?? 0) < anHourAgo)
      rmSync(cache + name, { force: true })
  const unfinished = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(unfinished, made)
  renameSync(unfinished, path)
}

const cache = fileURLToPath(new URL('../../.cache/test-database/', import.meta.url))

function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return JSON.parse(readFileSync(new URL('../package.json', `file://${entry}`), 'utf8')).version
}

// ── On a server: one migrated template, and a copy of it for each test.

/** `through` returns another address to connect to, such as a proxy that tests can cut. */
export async function freshOnServer(through = (url: string) => url): Promise<Database> {
  const template = await (templateReady ??= migratedTemplate())
  const name = `talaan_test_${randomBytes(8).toString('hex')}`
  await asAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`))
  const db = await openDatabase({ databaseUrl: through(addressOf(name)) }, { log: () => {} })
  const reset = new pg.Pool({
    connectionString: addressOf(name),
    options: '-c session_replication_role=replica',
    max: 1,
    idleTimeoutMillis: 0,
  })
  // Dropping the database ends a connection that the server has not closed yet, and nobody uses any more.
  reset.on('error', () => {})
  resetting.set(db.pool, reset)
  const close = async () => {
    await db.close()
    await reset.end()
    await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
  }
  return { ...db, close, [Symbol.asyncDispose]: close }
}

/** Connections for emptied(): disabling the triggers on one of the portal would discard all its prepared plans. */
const resetting = new WeakMap<pg.Pool, pg.Pool>()

let templateReady: Promise<string> | undefined

export async function migratedTemplate(): Promise<string> {
  const template = `talaan_template_${schemaFingerprint().slice(0, 16)}`
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(741632)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    const unfinished = `${template}_unfinished`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
    const db = await openDatabase({ databaseUrl: addressOf(unfinished) })
    try {
      await migrate(db)
    } finally {
      await db.close()
    }
    await admin.query(`alter database ${unfinished} rename to ${template}`)
  })
  return template
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl() })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function addressOf(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}

function serverUrl(): string {
  const url = process.env.TALAAN_TEST_DATABASE_URL
  if (!url) throw new Error('TALAAN_TEST_ENGINE=server needs TALAAN_TEST_DATABASE_URL, the address of a superuser.')
  return url
}

// ── The rows and sequences of a database, restored by emptied(); the first one is what the migrations inserted.

export type Content = { tables: string[]; restore: string[] }
let beginning: Promise<Content> | undefined

export async function contentOf({ pool }: Database): Promise<Content> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(`
    select c.oid::regclass::text as name,
           string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
       and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
     group by c.oid order by 1`)
  const { rows } = await pool.query<{ statement: string }>(
    tables
      .map(
        ({ name, columns }) => `
          select format('insert into ${name} (${columns}) overriding system value
                   select ${columns} from json_populate_recordset(null::${name}, %L)', json_agg(t)) as statement
            from ${name} t having count(*) > 0`,
      )
      .join(' union all '),
  )
  const { rows: sequences } = await pool.query<{ statement: string }>(`
    select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value),
                  last_value is not null) as statement
      from pg_sequences`)
  return {
    tables: tables.map(({ name }) => name),
    restore: [...rows, ...sequences].map(({ statement }) => statement),
  }
}

/** Two folders of migrations with the same fingerprint give the same tables. */
function schemaFingerprint(): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of readMigrations()) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex')
}
