// PostgreSQL servers that can be killed, frozen, and followed by a standby. They sync to the disk, as in production.
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, ownerOfServer, postgresBinaries } from '../postgres-server.ts'
import { slowLink } from './slow-link.ts'
import type { SlowLink } from './slow-link.ts'

const bin = postgresBinaries()
const owner = ownerOfServer()
const run = promisify(execFile)

export type PostgresNode = AsyncDisposable & {
  port: number
  /** Its data directory. */
  data: string
  /** Stops it as its administrator would. */
  stop(): Promise<void>
  /** `within`: the command that runs it and records what it does. `more`: further arguments. */
  start(within?: string[], more?: string[]): Promise<void>
  /** All its processes at once, as when its computer loses power. */
  kill(): Promise<void>
  /** Its first process; the others end when they notice. */
  killPostmaster(): Promise<void>
  /** One process that serves a client; the server then restarts all of them. Returns whether there was one. */
  killOneBackend(choose: (among: number) => number): Promise<boolean>
  /** It keeps its connections and does not answer any more. */
  freeze(): void
  wake(): void
  /** As its superuser, outside a transaction. */
  query<T extends pg.QueryResultRow>(statement: string, database?: string): Promise<T[]>
}

/** An empty server. `settings` are those of initdb. */
export async function newServer(settings: string[] = []): Promise<PostgresNode> {
  const home = newHome()
  await run(
    join(bin, 'initdb'),
    ['-D', join(home, 'data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', ...settings],
    { ...owner, cwd: home },
  )
  const server = nodeIn(home, await freePort())
  await server.start()
  return server
}

/** A server on these files, which are a data directory. Not started. */
export async function serverOn(write: (data: string) => void): Promise<PostgresNode> {
  const home = newHome()
  const data = join(home, 'data')
  write(data)
  chmodSync(data, 0o700)
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, data])
  return nodeIn(home, await freePort())
}

/** A copy that follows the primary over a slow link, and is complete before a commit of the primary ends. */
export async function standbyOf(
  primary: PostgresNode,
  { name, ms, port }: { name: string; ms: number; port?: number },
): Promise<{ standby: PostgresNode; link: SlowLink }> {
  const link = await slowLink(primary.port, ms)
  const home = newHome()
  const source = `host=127.0.0.1 port=${link.port} user=postgres application_name=${name}`
  await run(
    join(bin, 'pg_basebackup'),
    ['-d', source, '-D', join(home, 'data'), '-X', 'stream', '-c', 'fast', '-R', '--no-sync'],
    { ...owner, cwd: home },
  )
  const standby = nodeIn(home, port ?? (await freePort()))
  await standby.start()
  return { standby, link }
}

/** Commits of the primary wait for this standby from now on. Returns when it has caught up. */
export async function waitsFor(primary: PostgresNode, name: string): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${name}'`)
  await primary.query('select pg_reload_conf()')
  await until(async () => {
    const [row] = await primary.query<{ sync_state: string }>(
      `select sync_state from pg_stat_replication where application_name = '${name}'`,
    )
    return row?.sync_state === 'sync'
  })
}

/** As docs/operations.md says. */
export async function promote(standby: PostgresNode): Promise<void> {
  await standby.query(`alter system set synchronous_standby_names = ''`)
  await standby.query('select pg_reload_conf()')
  await standby.query('select pg_promote()')
}

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'talaan-cluster-'))
  chmodSync(home, 0o700)
  if (owner) chownSync(home, owner.uid, owner.gid)
  return home
}

function nodeIn(home: string, port: number): PostgresNode {
  const data = join(home, 'data')
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '64MB',
    // In its own directory, which no other server on this computer cleans up.
    dynamic_shared_memory_type: 'mmap',
    wal_keep_size: '512MB',
    wal_retrieve_retry_interval: '200ms',
    timezone: 'UTC',
  }
  let server: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let log = ''

  async function start(within: string[] = [], further: string[] = []): Promise<void> {
    log = ''
    const own = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const [command = '', ...parts] = [...within, join(bin, 'postgres'), '-D', data, ...own, ...further]
    const started = spawn(command, parts, { ...owner, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] })
    server = started
    ended = once(started, 'exit')
    const isReady = new Promise<boolean>((resolve) => {
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-20_000)
        if (/ready to accept (read-only )?connections/.test(log)) resolve(true)
      })
      void ended.then(() => resolve(false))
    })
    if (!(await isReady)) throw new Error(`PostgreSQL did not start:\n${log}`)
  }

  const signal = (name: NodeJS.Signals) => {
    const pid = server?.pid
    if (pid === undefined) return
    // The first signal stops the postmaster, so that it starts no other process meanwhile.
    for (const each of [pid, ...childrenOf(pid)])
      try {
        process.kill(each, name)
      } catch {
        // It has just ended.
      }
  }
  const end = async (strike: () => void) => {
    const children = server?.pid === undefined ? [] : childrenOf(server.pid)
    strike()
    await ended
    // Their shared memory would keep another server from starting here.
    await until(() => Promise.resolve(!children.some((pid) => existsSync(`/proc/${pid}`))))
    server = undefined
  }
  const kill = () => end(() => signal('SIGKILL'))
  const atExit = () => {
    signal('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
  process.once('exit', atExit)

  async function query<T extends pg.QueryResultRow>(statement: string, database = 'postgres'): Promise<T[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end()
    }
  }

  return {
    port,
    data,
    start,
    async stop() {
      await run(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast'], { ...owner, cwd: home })
      await ended
      server = undefined
    },
    kill,
    killPostmaster: () => end(() => void server?.kill('SIGKILL')),
    query,
    async killOneBackend(choose) {
      const rows = await query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'talaan' order by pid`,
      )
      const chosen = rows[choose(rows.length)]
      if (chosen === undefined) return false
      process.kill(chosen.pid, 'SIGKILL')
      return true
    },
    freeze: () => signal('SIGSTOP'),
    wake: () => signal('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', atExit)
      await kill()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        return Number(readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}

/** Looks again and again; the limit of the test ends it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
