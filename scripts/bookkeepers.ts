// Independent plain-text accounting programs that read our journal, so that tests can compare the balances.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The command of each program, and its Debian package. */
const programs = { hledger: 'hledger', ledger: 'ledger', 'bean-query': 'beancount' } as const

/** Installs missing programs where possible. A test without its program is listed as not run. */
export function installBookkeepers(): void {
  const missing = Object.entries(programs).filter(([program]) => !runs(program))
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const packages = missing.map(([, name]) => name)
  console.error(`Installing the Debian packages ${packages.join(', ')} to compare balances.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = (args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2], timeout: 3 * 60_000 }).status === 0
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  if (!quietly(install) && quietly(['update', '-qq'])) quietly(install)
}

const runs = (program: string) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0
