// The access to the database: a Kysely handle and its pool, over the embedded PostgreSQL or over a server.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PostgresDialect, type Kysely } from 'kysely'
import type pg from 'pg'
import { releaseIfFull } from '../disk/reserve.ts'
import { startRefusal } from '../disk/trouble.ts'
import { openDurable, openInMemory, type Engine, type Recovery } from './embedded.ts'
import { lockDirectory } from './lock.ts'
import { databaseAddresses } from './addresses.ts'
import { GuardedKysely, newTransactions, OneConnectionPool } from './one-handle.ts'
import { PreparingClient } from './preparing-client.ts'
import { reachServer } from './reach.ts'
import { DatabaseRefusal } from './refusal.ts'
import { ServerPool } from './server-pool.ts'
import type { MirrorStart } from './thread.ts'
import { types } from './types.ts'
import type { Tables } from './tables.ts'

export { DatabaseRefusal }

export type Database = {
  kysely: Kysely<Tables>
  pool: pg.Pool
  engine: 'embedded' | 'server'
  /** The number of disk syncs of the embedded database; 0 in memory, and unknown for a server. */
  syncs(): bigint
  /** Why the second folder for the log can't be written at present; null if it can, or if there is none. */
  mirrorFailure(): string | null
  /** The whole embedded database as a tar file of its directory, as of this moment. A server has its own tools for that. */
  image(): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The location of the database. `image` starts a database in memory from the result of another one's `image()`. */
export type DatabasePlace =
  | { dataDir: string; recovery?: Recovery; mirror?: MirrorStart | null }
  | { databaseUrl: string }
  | { memory: true; image?: Uint8Array<ArrayBuffer> }

export type DatabaseOptions = {
  log?: (sentence: string) => void
  /** Called when the embedded database crashes. The process cannot serve requests any more, so by default it exits. */
  onDeath?: (why: string) => void
  /** How long to wait for a PostgreSQL server that does not answer yet. */
  patienceMs?: number
}

export async function openDatabase(place: DatabasePlace, options: DatabaseOptions = {}): Promise<Database> {
  const { log = console.error, onDeath = endProcess, patienceMs = 0 } = options
  if ('databaseUrl' in place) return onServer(place.databaseUrl, { log, patienceMs })
  if ('memory' in place) return onEngine(await openInMemory(place.image, { onDeath, log }))

  const dataDir = resolve(place.dataDir)
  try {
    return await openDirectory({ ...place, dataDir }, { onDeath, log })
  } catch (error) {
    const sentence = startRefusal(error, dataDir)
    throw sentence === undefined ? error : new DatabaseRefusal(sentence)
  }
}

async function openDirectory(
  { dataDir, recovery, mirror }: Extract<DatabasePlace, { dataDir: string }>,
  { onDeath, log }: Required<Pick<DatabaseOptions, 'onDeath' | 'log'>>,
): Promise<Database> {
  await releaseIfFull(dataDir, log)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(dataDir)
  try {
    const engine = await openDurable(
      join(dataDir, 'database'),
      { onDeath, log },
      { recovery, mirror: mirror ?? undefined },
    )
    return onEngine(engine, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

function onEngine(engine: Engine, afterwards: () => void = () => {}): Database {
  const transactions = newTransactions()
  const pool = new OneConnectionPool(transactions, {
    user: 'postgres',
    database: 'postgres',
    password: 'none',
    host: 'embedded',
    ssl: false,
    stream: () => engine.socket() as never,
    types,
    Client: PreparingClient,
    max: 1,
    idleTimeoutMillis: 0,
    // As long as a statement may take on a server: there is no other connection that a call could get instead.
    connectionTimeoutMillis: 60_000,
  })
  // An idle connection only fails when the thread dies, which is reported and ends the process anyway.
  pool.on('error', () => {})
  const kysely = new GuardedKysely<Tables>(transactions, { dialect: new PostgresDialect({ pool }) })
  const close = once(async () => {
    await kysely.destroy()
    if (!pool.ended) await pool.end()
    await engine.close()
    afterwards()
  })
  const { syncs, mirrorFailure, image } = engine
  return { kysely, pool, engine: 'embedded', syncs, mirrorFailure, image, close, [Symbol.asyncDispose]: close }
}

async function onServer(
  databaseUrl: string,
  { log, patienceMs }: Required<Pick<DatabaseOptions, 'log' | 'patienceMs'>>,
): Promise<Database> {
  const transactions = newTransactions()
  const pool = new ServerPool(transactions, databaseAddresses(databaseUrl) ?? [databaseUrl], {
    types,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // A server that vanished while nothing is being sent is noticed after twenty seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'talaan',
    // Times are read as text, so every session must use the same format. Changes by other sessions are noted as such. Our longest
    // queries look expensive to PostgreSQL and are quick: compiling one took 0.6 s, running it 0.01 s.
    options: '-c timezone=UTC -c datestyle=ISO -c talaan.portal=on -c jit=off',
    statement_timeout: 60_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // The pool replaces the connection by itself; without a listener this event would end the process.
  pool.on('error', (error) => log(`An idle database connection was lost: ${error.message}`))
  try {
    await reachServer(pool, databaseUrl, { log, patienceMs })
  } catch (error) {
    await pool.end()
    throw error
  }
  const kysely = new GuardedKysely<Tables>(transactions, { dialect: new PostgresDialect({ pool }) })
  const close = once(async () => {
    await kysely.destroy()
    if (!pool.ended) await pool.end()
  })
  const image = () =>
    Promise.reject(
      new Error('Only the embedded database can be copied as files. For a PostgreSQL server, use pg_dump.'),
    )
  return {
    kysely,
    pool,
    engine: 'server',
    syncs: () => 0n,
    mirrorFailure: () => null,
    image,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function endProcess(why: string): void {
  console.error(`${why} Talaan has stopped. Start it again.`)
  process.exit(1)
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => (done ??= work())
}
