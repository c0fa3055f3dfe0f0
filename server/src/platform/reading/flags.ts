// How Node is started for the reading process: with the program's own files to read and nothing else, no network, no files to
// write, no programs to start. Its heap ends where its memory does, so that it is tidied up before that.
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

/** Windows starts no program without the first of these. */
export const readingEnvironment = process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}
