// Sets Talaan up as on a new computer: a fresh clone, an empty npm cache, and no programs but git, Node, npm and a shell; until
// the portal is ready.
import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'
import type { Outcome } from './steps.ts'

export async function setUpNewComputer(): Promise<Outcome> {
  const home = mkdtempSync(join(tmpdir(), 'talaan-new-computer-'))
  try {
    const programs = join(home, 'programs')
    mkdirSync(programs)
    for (const name of ['git', 'node', 'npm', 'sh']) symlinkSync(programInPath(name), join(programs, name))
    const env = {
      PATH: programs,
      HOME: home,
      PORT: '0',
      DATA_DIR: join(home, 'data'),
      MIN_FREE_DISK_MB: '0',
      npm_config_cache: join(home, 'npm'),
      ...registryOfThisMachine(),
    }
    const clone = join(home, 'talaan')
    const begun = performance.now()
    const seconds = () => Math.round((performance.now() - begun) / 1000)
    execFileSync(join(programs, 'git'), ['clone', '--quiet', '--depth=1', `file://${root}`, clone], { env })
    const cloned = seconds()
    await untilReady(clone, env)
    const version = execFileSync(join(programs, 'node'), ['--version'], { encoding: 'utf8' }).trim()
    return {
      passed: 1,
      failures: [],
      figures: [
        `cloned after ${cloned} s and ready after ${seconds()} s by one command, with an empty npm cache and no programs except git, Node ${version}, npm and a shell`,
      ],
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** `npm start`, which is stopped as soon as it says that it is ready. */
function untilReady(cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const portal = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let isReady = false
  for (const stream of [portal.stdout, portal.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (isReady || !/ is ready at \S+$/m.test(said)) return
      isReady = true
      portal.kill('SIGTERM')
    })
  return new Promise((resolve, reject) => {
    portal.once('error', reject)
    portal.once('close', () => {
      if (isReady) resolve()
      else reject(new Error(`The portal ended before it was ready: ${said.trim().split('\n').at(-1)}`))
    })
  })
}

/** The program outside this project: npm puts our own Node first in PATH. */
function programInPath(name: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = folders
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((each) => join(each, name))
  const file = files.find((each) => {
    try {
      accessSync(each, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  if (file === undefined) throw new Error(`${name} was not found in PATH.`)
  return file
}

/** Where this machine gets its packages from, which is a matter of its network. */
function registryOfThisMachine(): NodeJS.ProcessEnv {
  const registry = execFileSync(programInPath('npm'), ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' })
  return { npm_config_registry: registry.trim() }
}
