// Checks the connection to the PostgreSQL server at startup. Waits for a server that is down, and gives a message for other errors.
import pg from 'pg'
import { databaseAddresses } from './addresses.ts'
import { isConnectionLost, isNotConnected, StandbyError } from './lost.ts'
import { DatabaseRefusal } from './refusal.ts'

/** The first version with generated columns, `merge` and everything else the schema uses. */
const oldestMajor = 15

type Patience = { log: (sentence: string) => void; patienceMs: number }

/** Returns once the server responds. Throws a message if waiting cannot help, or after the timeout. */
export async function reachServer(pool: pg.Pool, databaseUrl: string, { log, patienceMs }: Patience): Promise<void> {
  const clients = (databaseAddresses(databaseUrl) ?? [databaseUrl]).map((address) => new pg.Client(address))
  const host = clients.map((each) => (each.host.startsWith('/') ? each.host : `${each.host}:${each.port}`)).join(' or ')
  const database = clients[0]?.database ?? ''
  const end = performance.now() + patienceMs
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, 8_000)) {
    try {
      return await assertUsable(pool, { database, log })
    } catch (error) {
      const refused = refusalOf(error, { host, database })
      if (refused !== undefined) throw refused
      if (!isNotConnected(error) && !isConnectionLost(error)) throw error
      if (performance.now() + pauseMs > end && error instanceof StandbyError)
        throw new DatabaseRefusal(
          `The PostgreSQL server at ${host} is a standby, which accepts no changes. Promote it, or add the address of the primary to DATABASE_URL.`,
        )
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

type Facts = { version: string; major: number; may: boolean; settings: boolean; now: number }

async function assertUsable(
  pool: pg.Pool,
  { database, log }: { database: string; log: Patience['log'] },
): Promise<void> {
  const { rows } = await pool.query<Facts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       current_setting('talaan.portal', true) = 'on' and current_setting('timezone') = 'UTC' as settings,
       extract(epoch from clock_timestamp())::float8 * 1000 as now,
       has_schema_privilege('public', 'create') or exists (select from pg_tables where tablename = 'schema_migration') as may`,
  )
  const [facts] = rows
  if (facts === undefined) throw new Error('The PostgreSQL server did not send its version.')
  const { version, major, may, settings, now } = facts
  if (major < oldestMajor)
    throw new DatabaseRefusal(
      `The PostgreSQL server has version ${version}; Talaan needs ${oldestMajor} or newer. Upgrade the server.`,
    )
  if (settings !== true) throw pooled()
  if (!may)
    throw new DatabaseRefusal(
      `The user of DATABASE_URL does not have permission to create tables in the database ${database}. Run, as its owner: grant create on schema public to this user.`,
    )
  const apart = Math.round(Math.abs(Date.now() - now) / 1000)
  if (apart > 10)
    log(
      `The clocks of this machine and of the PostgreSQL server differ by ${apart} seconds. Synchronize both; portals that share a database need the same time.`,
    )
}

const pooled = () =>
  new DatabaseRefusal(
    "The settings of Talaan's connections don't reach the PostgreSQL server: DATABASE_URL contains options, or points to a connection pooler such as PgBouncer. Remove the options, and use the address of the server itself; each portal pools its own connections.",
  )

function refusalOf(error: unknown, { host, database }: { host: string; database: string }): Error | undefined {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === '08P01' && message.includes('unsupported startup parameter')) return pooled()
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
