// What PostgreSQL asks to be synced reaches the disk: the plain file layer of PGlite drops those requests in silence.
// The layer depends on PGlite's internals (the shape of NODEFS). So the version is pinned, each start checks it below,
// and the power-cut test, which must stay green on every update.
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { closeSync, constants, fsyncSync, openSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseRefusal } from './refusal.ts'

/** Counts successful syncs; shared memory, so that the main thread can read what the database thread counted. */
export type SyncCount = BigInt64Array<SharedArrayBuffer>

export const newSyncCount = (): SyncCount => new BigInt64Array(new SharedArrayBuffer(8))

/** How PGlite must be started on durable files. `fdatasync`, the default way to sync the log, does nothing in this build. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((flag) => flag !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((is) => ['-c', is]),
  // A quarter of the default saves a hundred megabytes of memory; what does not fit is in the system's own cache of files.
  ...['-c', 'shared_buffers=32MB'],
]

type Stream = { nfd?: number; node: { mode: number } }
export type NodeFiles = {
  stream_ops: { fsync?: (stream: Stream) => number } & Record<string, (...args: never[]) => unknown>
  node_ops: Record<string, (...args: never[]) => unknown>
  realPath(node: Stream['node']): string
}
type EmscriptenOptions = Parameters<NodeFS['init']>[1]

export class DurableFiles extends NodeFS {
  #syncs: SyncCount

  constructor(directory: string, syncs: SyncCount) {
    super(directory)
    this.#syncs = syncs
  }

  override async init(pg: PGlite, options: EmscriptenOptions) {
    return super.init(pg, {
      ...options,
      // Only when the database engine itself breaks; PGlite would swallow this and carry on with damaged memory.
      onAbort: (what: unknown) => stopProcess(`The database engine failed (${String(what)}).`),
      preRun: [...asList(options.preRun), (module: { NODEFS: NodeFiles }) => this.hook(module.NODEFS)],
    } as EmscriptenOptions)
  }

  protected hook(files: NodeFiles): void {
    files.stream_ops.fsync = (stream) => {
      try {
        if (isDirectory(stream)) syncDirectory(files.realPath(stream.node))
        else fsyncSync(stream.nfd as number)
      } catch (error) {
        // After a failed sync the kernel may drop the pages and answer "fine" to the next call. So: never again, stop now.
        stopProcess(`Data could not be written to the disk (${String(error)}).`)
      }
      Atomics.add(this.#syncs, 0, 1n)
      return 0
    }
  }
}

/** Commits once and counts: a database that does not sync must never be given anything to keep. */
export async function proveThatCommitsSync(lite: PGlite, syncs: SyncCount): Promise<void> {
  const before = Atomics.load(syncs, 0)
  await lite.query(`select pg_logical_emit_message(true, 'talaan', 'Does this reach the disk?')`)
  if (Atomics.load(syncs, 0) > before) return
  throw new DatabaseRefusal(
    'The embedded database does not sync its commits to the disk, so a power cut could lose recorded documents. ' +
      'Talaan does not start. Reinstall the exact package versions of this release (npm ci).',
  )
}

/** Syncs every file and directory of a tree, deepest first. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path, constants.O_RDWR)
  }
  syncDirectory(directory)
}

/** Makes creations, renames and removals in a directory last. Windows has no such call; NTFS keeps names in its journal. */
export function syncDirectory(directory: string): void {
  if (process.platform !== 'win32') syncPath(directory, constants.O_RDONLY)
}

function syncPath(path: string, flags: number): void {
  const fd = openSync(path, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Ends the whole process from any thread, before another answer can leave it. An ordinary exit would run more code. */
function stopProcess(why: string): never {
  writeSync(2, `${why} Talaan stops immediately so that no unsaved document is confirmed.\n`)
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment to arrive; nothing after this line may run meanwhile.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const directoryMode = 0o040000
const isDirectory = (stream: Stream) => (stream.node.mode & 0o170000) === directoryMode
const asList = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
