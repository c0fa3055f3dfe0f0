// Installs missing programs that the tests use: a browser, the plain-text accounting programs that read our journal so that
// tests can compare the balances, and the programs between portals and their users or their database. On Debian they
// are installed together, while the checks run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { findBrowser } from './browser.ts'

/** The command of each accounting program and of the connection pooler, and its Debian package. */
const programs = { hledger: 'hledger', ledger: 'ledger', 'bean-query': 'beancount', pgbouncer: 'pgbouncer' } as const

/** The programs of parts of the soak: how each shows its version, and its Debian package. */
const soakPrograms: Record<string, { program: string; version: string; package: string }> = {
  standby: { program: 'haproxy', version: '-v', package: 'haproxy' },
  restarts: { program: 'haproxy', version: '-v', package: 'haproxy' },
  'postgres-cuts': { program: 'strace', version: '-V', package: 'strace' },
  pooler: { program: 'pgbouncer', version: '--version', package: 'pgbouncer' },
  malware: { program: 'clamd', version: '--version', package: 'clamav-daemon' },
}

/** Installs the missing programs of these parts of `npm run soak`. */
export async function installSoakPrograms(parts: readonly string[]): Promise<void> {
  const missing = Object.entries(soakPrograms).filter(
    ([part, { program, version }]) => parts.includes(part) && !runs(program, version),
  )
  if (missing.length === 0) return
  const packages = [...new Set(missing.map(([, each]) => each.package))]
  if (!mayInstall())
    throw new Error(
      `Install ${packages.join(' and ')} to run --only=${missing.map(([part]) => part).join(',')}, for example with apt-get install.`,
    )
  await install(packages)
}

/** A test without its program is listed as not run. The browser tests install a browser themselves if this fails. */
export async function installPrograms(): Promise<void> {
  if (!mayInstall()) return
  const missing = Object.entries(programs).filter(([program]) => !runs(program))
  const packages = [...(findBrowser() ? [] : ['chromium-headless-shell']), ...missing.map(([, name]) => name)]
  if (packages.length > 0) await install(packages)
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function install(packages: string[]): Promise<void> {
  console.error(`Installing the Debian packages ${packages.join(', ')} for the tests.`)
  await aptGet('update', '-qq')
  await aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await once(spawn('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 5 * 60_000 }), 'exit')
}

const runs = (program: string, version = '--version') => spawnSync(program, [version], { timeout: 20_000 }).status === 0
