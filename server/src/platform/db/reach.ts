// Checks the connection to the PostgreSQL server at startup. Waits for a server that is down, and gives a message for other errors.
import pg from 'pg'
import { isConnectionLost, isNotConnected } from './lost.ts'
import { DatabaseRefusal } from './refusal.ts'

/** The first version with generated columns, `merge` and everything else the schema uses. */
const oldestMajor = 15

type Patience = { log: (sentence: string) => void; patienceMs: number }

/** Returns once the server responds. Throws a message if waiting cannot help, or after the timeout. */
export async function reachServer(pool: pg.Pool, databaseUrl: string, { log, patienceMs }: Patience): Promise<void> {
  const { host: name, port, database = '' } = new pg.Client(databaseUrl)
  const host = name.startsWith('/') ? name : `${name}:${port}`
  const end = performance.now() + patienceMs
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, 8_000)) {
    try {
      return await assertUsable(pool, database)
    } catch (error) {
      const refused = refusalOf(error, { host, database })
      if (refused !== undefined) throw refused
      if (!isNotConnected(error) && !isConnectionLost(error)) throw error
      if (performance.now() + pauseMs > end)
        throw new DatabaseRefusal(
          `The PostgreSQL server at ${host} is not responding (${wordsOf(error)}). Check that it is running and that DATABASE_URL is right.`,
        )
      if (pauseMs === 500)
        log(`The PostgreSQL server at ${host} is not responding yet. Talaan will try again for one minute.`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

async function assertUsable(pool: pg.Pool, database: string): Promise<void> {
  const { rows } = await pool.query<{ version: string; major: number; may: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       has_schema_privilege('public', 'create') or exists (select from pg_tables where tablename = 'schema_migration') as may`,
  )
  const [{ version, major, may } = { version: '', major: 0, may: false }] = rows
  if (major < oldestMajor)
    throw new DatabaseRefusal(
      `The PostgreSQL server has version ${version}; Talaan needs ${oldestMajor} or newer. Upgrade the server.`,
    )
  if (!may)
    throw new DatabaseRefusal(
      `The user of DATABASE_URL does not have permission to create tables in the database ${database}. Run, as its owner: grant create on schema public to this user.`,
    )
}

function refusalOf(error: unknown, { host, database }: { host: string; database: string }): Error | undefined {
  const { code } = error as { code?: string }
  if (code === '28P01' || code === '28000')
    return new DatabaseRefusal(
      `The PostgreSQL server at ${host} rejected the user name or password in DATABASE_URL. Correct them, or the server's pg_hba.conf.`,
    )
  if (code === '3D000')
    return new DatabaseRefusal(
      `There is no database ${database} on the PostgreSQL server at ${host}. Create it, or correct DATABASE_URL.`,
    )
  if (code === '3F000')
    return new DatabaseRefusal(
      `The database ${database} on the PostgreSQL server at ${host} has no schema public. Run, as its owner: create schema public; and grant create on schema public to the user of DATABASE_URL.`,
    )
  return undefined
}

const wordsOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'no reason given'
}
