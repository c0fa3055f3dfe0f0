// Reads a whole database from one snapshot, without blocking others.
import type { PoolClient } from 'pg'
import { noHash } from '@talaan/ledger/proof/chain.ts'
import type { Database } from '../db/db.ts'
import { RowSum, format, writeEnd, writeHeader, writeTable } from './lines.ts'
import type { End, Header } from './lines.ts'

/** The lines of a backup. A reader that stops early ends the snapshot. */
export async function* backupLines(
  { pool }: Pick<Database, 'pool'>,
  { release, takenAt }: Pick<Header, 'release' | 'takenAt'>,
): AsyncGenerator<string, Header & End> {
  const client = await pool.connect()
  try {
    await client.query(`begin isolation level repeatable read read only; set local timezone = 'UTC'`)
    const header = { talaan: 'backup' as const, format, release, takenAt, ...(await stateOfBooks(client)) }
    yield writeHeader(header)
    const end: End = { tables: {}, sequences: await sequences(client) }
    for (const table of await tableNames(client)) {
      yield writeTable(table)
      const sum = new RowSum()
      for await (const json of rowsOf(client, table)) {
        sum.add(json)
        yield `${json}\n`
      }
      end.tables[table] = sum.sum
    }
    yield writeEnd(end)
    return { ...header, ...end }
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

async function stateOfBooks(client: PoolClient): Promise<Omit<Header, 'talaan' | 'format' | 'release' | 'takenAt'>> {
  const migrations = await client.query<Header['migrations'][number]>(
    'select name, sha256 from schema_migration order by name collate "C"',
  )
  // Books without this row are unsound, but are backed up too.
  const heads = await client.query<{ entries: string; head: string }>(
    'select last_entry::text as entries, last_hash as head from ledger_head',
  )
  return { migrations: migrations.rows, entries: '0', head: noHash, ...heads.rows[0], ...(await auditTrailEnd(client)) }
}

/** Books of an earlier schema have no chain of the audit trail. */
async function auditTrailEnd(client: PoolClient): Promise<Pick<Header, 'auditEvents' | 'auditHead'>> {
  const { rows } = await client.query(`select where to_regclass('public.audit_head') is not null`)
  if (rows.length === 0) return {}
  const ends = await client.query<{ auditEvents: string; auditHead: string }>(
    'select last_position::text as "auditEvents", last_hash as "auditHead" from audit_head',
  )
  return ends.rows[0] ?? {}
}

/** All tables except the list of migrations, which the restore writes itself. */
export async function tableNames(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration' order by relname collate "C"`,
  )
  return rows.map(({ name }) => name)
}

async function sequences(client: PoolClient): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

const batchBytes = 1_000_000

/** Row by row as JSON, in batches of about a megabyte however large a row is. */
async function* rowsOf(client: PoolClient, table: string): AsyncGenerator<string> {
  await client.query(
    `declare backup no scroll cursor for select row_to_json(row)::text as json from ${tableOf(table)} as row`,
  )
  for (let size = 1; ;) {
    const { rows } = await client.query<{ json: string }>(`fetch ${size} from backup`)
    let bytes = 0
    for (const { json } of rows) {
      bytes += json.length
      yield json
    }
    if (rows.length < size) break
    if (bytes * 2 < batchBytes && size < 2_000) size *= 2
    else if (bytes > batchBytes * 2) size = Math.max(1, Math.trunc((size * batchBytes) / bytes))
  }
  await client.query('close backup')
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** With its schema, because the type of a table may share its name with one of PostgreSQL's own (\`line\`). */
export const tableOf = (name: string) => `public.${quoted(name)}`
