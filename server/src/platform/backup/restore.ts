// Restores a backup into an empty database: its schema, the rows, and only then the later migrations. The rows are
// loaded in one transaction: either all are there and their sums agree with the backup, or none is.
import type { PoolClient } from 'pg'
import type { Database } from '../db/db.ts'
import { migrate, migrationsFolder, readMigrations } from '../db/migrate.ts'
import { ServerClient } from '../db/server-client.ts'
import { RowSum, readLine } from './lines.ts'
import type { End, Header, Line, Sum } from './lines.ts'
import { quoted, tableNames, tableOf } from './write.ts'

/** Why this file cannot be restored, as a message for the operator. */
export class RestoreRefusal extends Error {
  override name = 'RestoreRefusal'
}

/**
 * Returns the header of the backup. The database must have no tables, and has none afterwards if the backup is refused.
 * `read` starts the file again: all of it is checked before the first table is created.
 */
export async function restore(
  db: Pick<Database, 'pool'>,
  read: () => AsyncIterable<string>,
  { broken }: Lenience = {},
): Promise<Header & End> {
  await assertEmpty(db.pool)
  const said = await examine(read())
  // Tables created meanwhile by another process, such as a starting portal or a second restore, must not be removed.
  let isOurs = false
  const first = async (client: PoolClient) => {
    await assertEmpty(client)
    isOurs = true
  }
  try {
    await migrate(db, migrationsFolder, { until: said.migrations.at(-1)?.name ?? '', first })
    await fill(db, linesOf(read()), broken)
    await migrate(db)
  } catch (error) {
    if (error instanceof BooksAreThere) isOurs = false
    if (isOurs) await empty(db)
    throw isOfTheFile(error) ? damaged() : error
  }
  return said
}

/** With a list, broken references are added to it instead of being refused: the books had them when the backup was made. */
type Lenience = { broken?: string[] }

/** Removes everything again. */
export async function empty({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query('drop schema public cascade; create schema public')
}

/** Errors of invalid data (a value, a reference, a name), which mean that the file is damaged. */
const isOfTheFile = (error: unknown): boolean => /^(22|23|42P01|42703)/.test((error as { code?: string }).code ?? '')

/** Reads a backup to its end and computes its sums, without a database. */
async function examine(texts: AsyncIterable<string>): Promise<Header & End> {
  let header: Header | undefined
  let table: string | undefined
  const sums: Record<string, RowSum> = {}
  for await (const line of linesOf(texts)) {
    if (line.is === 'headerOfOtherFormat') throw ofAnotherRelease(line)
    if (line.is === 'header') header = line.header
    else if (line.is === 'end' && header !== undefined) {
      if (!agree(Object.fromEntries(Object.entries(sums).map(([name, { sum }]) => [name, sum])), line.end))
        throw damaged()
      assertKnown(header)
      return { ...header, ...line.end }
    } else if (line.is === 'table' && !(line.table in sums)) sums[(table = line.table)] = new RowSum()
    else if (line.is === 'row' && table !== undefined) sums[table]?.add(line.json)
    else throw damaged()
  }
  throw header === undefined ? notABackup() : damaged()
}

const agree = (sums: Record<string, Sum>, { tables }: End) =>
  Object.keys(tables).length === Object.keys(sums).length &&
  Object.entries(sums).every(
    ([name, { rows, digest }]) => tables[name]?.rows === rows && tables[name].digest === digest,
  )

class BooksAreThere extends RestoreRefusal {
  constructor() {
    super('This database is not empty. Use an empty DATA_DIR or an empty database.')
  }
}

/** The database must be empty, without even a view or a function, except those of extensions. */
async function assertEmpty(client: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query(
    `select from (
       select 'pg_class'::regclass as catalog, oid from pg_class where relnamespace = 'public'::regnamespace
       union all select 'pg_proc'::regclass, oid from pg_proc where pronamespace = 'public'::regnamespace
       union all select 'pg_type'::regclass, oid from pg_type where typnamespace = 'public'::regnamespace
     ) as thing
     where not exists (select from pg_depend where classid = catalog and objid = thing.oid and deptype = 'e') limit 1`,
  )
  if (rows.length > 0) throw new BooksAreThere()
}

/** Checked last, when the header is known to be undamaged. */
function assertKnown(header: Header): void {
  const known = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  if (header.migrations.some(({ name, sha256 }) => known.get(name) !== sha256)) throw ofAnotherRelease(header)
}

const ofAnotherRelease = ({ release }: Pick<Header, 'release'>) =>
  new RestoreRefusal(
    `This backup was made by another release (${release}). Restore it with that release or a newer one.`,
  )

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<Line> {
  let isFirst = true
  for await (const text of texts) {
    try {
      yield readLine(text, isFirst)
    } catch (error) {
      if (error instanceof SyntaxError) throw isFirst ? notABackup() : damaged()
      throw error
    }
    isFirst = false
  }
}

const notABackup = () => new RestoreRefusal('This file is not a Talaan backup. Choose a backup file.')
const damaged = () => new RestoreRefusal(damagedSentence)
export const damagedSentence = 'This backup is damaged or incomplete. Nothing was restored. Use an earlier backup.'

async function fill(
  { pool }: Pick<Database, 'pool'>,
  lines: AsyncIterable<Line>,
  broken: string[] | undefined,
): Promise<void> {
  const client = await pool.connect()
  if (client instanceof ServerClient) client.isPatient = true
  try {
    await client.query(`begin; set local timezone = 'UTC'; set local statement_timeout = 0; set local lock_timeout = 0`)
    const tables = await tableNames(client)
    const references = await setAside(client, tables)
    await fillTables(client, { tables, lines })
    await putBack(client, { tables, references, broken })
    // Without statistics, a check of large books took more than a minute.
    await client.query(`analyze ${tables.map(tableOf).join(', ')}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    if (client instanceof ServerClient) client.isPatient = false
    client.release()
  }
}

type Reference = { table: string; name: string; definition: string }

/** Disables triggers, which must not run again, and drops foreign keys, because the rows are not in their order. */
async function setAside(client: PoolClient, tables: string[]): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and connamespace = 'public'::regnamespace order by relname, conname`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${tableOf(table)} drop constraint ${quoted(name)}`)
  for (const table of tables) await client.query(`alter table ${tableOf(table)} disable trigger user`)
  // If Talaan was started meanwhile, it has created its first account by now, or waits for the restored books.
  const { rows: people } = await client.query('select from users limit 1')
  if (people.length > 0) throw new BooksAreThere()
  // The backup has the current version of rows inserted by the migrations.
  await client.query(`truncate ${tables.map(tableOf).join(', ')}`)
  return rows
}

/** The database checks every reference again when the constraints are restored. */
async function putBack(
  client: PoolClient,
  { tables, references, broken }: { tables: string[]; references: Reference[]; broken: string[] | undefined },
): Promise<void> {
  for (const table of tables) await client.query(`alter table ${tableOf(table)} enable trigger user`)
  for (const { table, name, definition } of references) {
    const add = `alter table ${tableOf(table)} add constraint ${quoted(name)} ${definition}`
    if (broken === undefined) await client.query(add)
    else if (!(await isTaken(client, add))) {
      await client.query(`${add} not valid`)
      broken.push(`Rows of ${table} refer to missing rows (${name}).`)
    }
  }
}

async function isTaken(client: PoolClient, add: string): Promise<boolean> {
  await client.query('savepoint adding')
  try {
    await client.query(add)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    await client.query('rollback to savepoint adding')
    return false
  }
}

async function fillTables(
  client: PoolClient,
  { tables, lines }: { tables: string[]; lines: AsyncIterable<Line> },
): Promise<void> {
  const sums: Record<string, Sum> = {}
  let filling: Filling | undefined
  const finish = async () => {
    if (filling !== undefined) sums[filling.table] = await filling.finish()
    filling = undefined
  }
  for await (const line of lines) {
    if (line.is === 'row') await filling?.add(line.json)
    if (line.is === 'table' || line.is === 'end') await finish()
    if (line.is === 'table') {
      if (!tables.includes(line.table)) throw damaged()
      filling = await Filling.of(client, line.table)
    }
    if (line.is !== 'end') continue
    // The file has changed since it was checked, or lacks a table of its schema.
    if (!agree(sums, line.end) || tables.some((table) => !(table in sums))) throw damaged()
    for (const [name, last] of Object.entries(line.end.sequences))
      await client.query('select setval($1::regclass, $2::bigint)', [tableOf(name), last])
  }
}

const batchBytes = 1_000_000

/** A table being loaded. */
class Filling {
  readonly table: string
  #client: PoolClient
  #insert: string
  #sum = new RowSum()
  #waiting: string[] = []
  #bytes = 0

  constructor(client: PoolClient, table: string, columns: string[]) {
    this.#client = client
    this.table = table
    const list = columns.map(quoted).join(', ')
    this.#insert = `insert into ${tableOf(table)} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${tableOf(table)}, $1::json)`
  }

  static async of(client: PoolClient, table: string): Promise<Filling> {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [tableOf(table)],
    )
    return new Filling(
      client,
      table,
      rows.map(({ name }) => name),
    )
  }

  async add(json: string): Promise<void> {
    this.#sum.add(json)
    this.#waiting.push(json)
    this.#bytes += json.length
    if (this.#bytes >= batchBytes || this.#waiting.length >= 1_000) await this.#store()
  }

  async finish(): Promise<Sum> {
    await this.#store()
    return this.#sum.sum
  }

  async #store(): Promise<void> {
    if (this.#waiting.length === 0) return
    const rows = `[${this.#waiting.join(',')}]`
    this.#waiting = []
    this.#bytes = 0
    await this.#client.query(this.#insert, [rows])
  }
}
