// Node's flags for the reading process: it can read only the program's own files, and cannot write files, use the network or
// start programs. The heap limit equals its memory limit, so that garbage is collected before the process is killed.
import { fileURLToPath } from 'node:url'
import { limitMegabytes } from './limits.ts'

const root = new URL('../../../../', import.meta.url)
const program = ['server/', 'ledger/', 'contract/', 'node_modules/', 'package.json']

export const readingFlags = [
  `--max-old-space-size=${limitMegabytes}`,
  '--max-semi-space-size=16',
  '--permission',
  '--allow-worker',
  ...program.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, root))}`),
]

/** Windows cannot start a program without SystemRoot. */
export const readingEnvironment = process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}
