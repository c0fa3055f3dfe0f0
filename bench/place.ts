// Where the measured books are: databases of one durable PostgreSQL server, and data directories of our own.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../server/test/postgres-server.ts'
import { openDatabase } from '../server/src/platform/db/db.ts'
import type { Database } from '../server/src/platform/db/db.ts'

export type Engine = 'PostgreSQL' | 'embedded'

/** Books that a portal, a floor or the bench can open: an environment for the former, a function for the bench. */
export type Books = { engine: Engine; environment: Record<string, string>; open(): Promise<Database> }

export type Place = {
  postgresVersion: string
  newBooks(engine: Engine, name: string): Promise<Books>
  /** A copy of the books as they are now. Nobody may have them open. */
  copyOf(books: Books, name: string): Promise<Books>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openPlace(): Promise<Place> {
  const postgres = await startPostgres({ durable: true })
  const home = mkdtempSync(join(tmpdir(), 'talaan-bench-'))
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)

  const onServer = (name: string): Books => {
    const databaseUrl = postgres.url.replace(/[^/]*$/, name)
    return {
      engine: 'PostgreSQL',
      environment: { DATABASE_URL: databaseUrl },
      open: () => openDatabase({ databaseUrl }),
    }
  }
  const inDirectory = (name: string): Books => {
    const dataDir = join(home, name)
    return { engine: 'embedded', environment: { DATA_DIR: dataDir }, open: () => openDatabase({ dataDir }) }
  }
  const ask = async (statement: string) => {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }

  return {
    postgresVersion: postgres.version,
    async newBooks(engine, name) {
      if (engine === 'embedded') return inDirectory(name)
      await ask(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
      return onServer(name)
    },
    async copyOf({ engine, environment }, name) {
      if (engine === 'embedded') {
        cpSync(environment['DATA_DIR'] ?? '', join(home, name), { recursive: true })
        return inDirectory(name)
      }
      await ask(`create database ${name} template ${environment['DATABASE_URL']?.split('/').at(-1)}`)
      return onServer(name)
    },
    async [Symbol.asyncDispose]() {
      await postgres.stop()
      remove()
    },
  }
}

/** Bytes of memory that a process uses. */
export function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout) * 1024
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
