// Independent programs of plain-text accounting, which read our journal and say whether they find the same balances.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What answers to its name, and the package of Debian that brings it. */
const programs = { hledger: 'hledger', ledger: 'ledger', 'bean-query': 'beancount' } as const

/** Installs what is missing where that is possible. A test whose program is not there is named among those not run. */
export function installBookkeepers(): void {
  const missing = Object.entries(programs).filter(([program]) => !runs(program))
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const packages = missing.map(([, name]) => name)
  console.error(`Installing ${packages.join(', ')} of Debian, to compare balances with.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = (args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2], timeout: 3 * 60_000 }).status === 0
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  if (!quietly(install) && quietly(['update', '-qq'])) quietly(install)
}

const runs = (program: string) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0
