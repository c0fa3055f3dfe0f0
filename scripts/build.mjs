// Builds web/dist, but only if one of its sources has changed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './install.mjs'

const stamp = join(root, 'web', 'dist', '.stamp')

/** Every file that affects the pages. */
const sources = [
  'web/src',
  'web/public',
  'web/vite.config.ts',
  'web/package.json',
  'ledger/src',
  'contract/src',
  'package-lock.json',
]

/** @param {string} node the Node that runs Vite */
export async function buildWeb(node) {
  const current = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return

  console.error('Building the web pages.')
  // Built next to the pages that a running portal serves, which are replaced at once when the new ones are complete.
  const next = join(root, 'web', 'dist.next')
  await buildInto(node, next)
  writeFileSync(join(next, '.stamp'), current)
  rmSync(join(root, 'web', 'dist'), { recursive: true, force: true })
  renameSync(next, join(root, 'web', 'dist'))
}

/** Builds the pages into a folder, whose content is replaced. */
export async function buildInto(node, folder) {
  rmSync(folder, { recursive: true, force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(node, [vite, 'build', '--logLevel', 'warn', '--outDir', folder], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 2, 2],
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error(`The web pages could not be built: vite build ended with code ${code}.`)
}

/** The path and SHA-256 of each built file, which two builds of the same sources must share. */
export function digestsOf(folder) {
  return filesIn(folder).map((file) => {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    return `${digest}  ${relative(folder, file).replaceAll('\\', '/')}`
  })
}

function fingerprint() {
  const hash = createHash('sha256')
  const pages = readdirSync(join(root, 'web')).filter((name) => name.endsWith('.html'))
  for (const source of [...sources, ...pages.map((name) => `web/${name}`)]) {
    for (const file of filesIn(join(root, source))) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** @returns {string[]} sorted, so that the order of a folder's entries changes nothing */
function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesIn(join(path, name)))
}
