// A file layer for PGlite that really syncs: PGlite's own layer silently ignores PostgreSQL's sync requests. It depends on PGlite's
// internals (the shape of NODEFS), so the version is pinned, each start checks that commits are synced, and the power-loss test must
// pass after every update.
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isLog, type Mirror } from './mirror.ts'
import { DatabaseRefusal } from './refusal.ts'
import { syncDirectory } from './syncing.ts'
import type { SyncCount } from './syncing.ts'

const reinstall = 'Reinstall the exact package versions of this release (npm ci).'

/** Start parameters for durable files. `fdatasync`, the default method to sync the log, does nothing in this build. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((flag) => flag !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((is) => ['-c', is]),
  // A quarter of the default saves 100 MB of memory; the operating system caches the rest of the files.
  ...['-c', 'shared_buffers=32MB'],
]

/**
 * Removes the file by which PostgreSQL notes who uses the database. After a power cut in the first moments of a start it is empty or
 * torn, and PostgreSQL then refuses to start. The lock of the data directory already makes sure that nobody else uses it.
 */
export const removeOwnerFile = (directory: string): void => rmSync(join(directory, 'postmaster.pid'), { force: true })

type Stream = { nfd?: number; node: { mode: number } }
type Write = (stream: Stream, buffer: Uint8Array, offset: number, length: number, position?: number) => number
export type NodeFiles = {
  stream_ops: { fsync?: (stream: Stream) => number; write?: Write } & Record<string, (...args: never[]) => unknown>
  node_ops: Record<string, (...args: never[]) => unknown>
  realPath(node: Stream['node']): string
}
type EmscriptenOptions = Parameters<NodeFS['init']>[1]

export class DurableFiles extends NodeFS {
  #syncs: SyncCount
  #mirror: Mirror | undefined

  constructor(directory: string, syncs: SyncCount, mirror?: Mirror) {
    super(directory)
    this.#syncs = syncs
    this.#mirror = mirror
  }

  override async init(pg: PGlite, options: EmscriptenOptions) {
    return super.init(pg, {
      ...options,
      // The database engine has crashed. PGlite would ignore this and continue with damaged memory.
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
        // After a failed sync the kernel may drop the pages and report success for the next sync, so a retry proves nothing.
        stopProcess(`Data could not be written to the disk (${String(error)}).`)
      }
      const path = this.#mirror && files.realPath(stream.node)
      if (path !== undefined && isLog(path)) this.#mirror?.sync(path, stream.nfd as number)
      Atomics.add(this.#syncs, 0, 1n)
      return 0
    }
    const mirror = this.#mirror
    if (mirror !== undefined) this.#follow(files, mirror)
  }

  /** PostgreSQL writes the log at explicit positions, so the same pages can be written to the second folder. */
  #follow(files: NodeFiles, mirror: Mirror): void {
    const write = files.stream_ops.write
    if (write === undefined) throw new DatabaseRefusal(`MIRROR_DIR can't be used: ${reinstall}`)
    files.stream_ops.write = (stream, buffer, offset, length, position) => {
      const written = write(stream, buffer, offset, length, position)
      const path = files.realPath(stream.node)
      if (position !== undefined && written > 0 && isLog(path))
        mirror.wrote(path, { at: position, bytes: Buffer.from(buffer.subarray(offset, offset + written)) })
      return written
    }
  }
}

/** Puts a log file at a path of the data directory; false if there is no such file. */
export type Fetch = (segment: string, path: string) => boolean

type WithSystem = {
  UTF8ToString(at: number): string
  addFunction(call: (at: number) => number, signature: string): number
  _pgl_set_system_fn(call: number): void
}

/** Files of a database in recovery. This class replaces the program of `restore_command`, because PGlite cannot run programs. */
export class RecoveringFiles extends DurableFiles {
  #fetch: Fetch

  constructor(directory: string, syncs: SyncCount, fetch: Fetch) {
    super(directory, syncs)
    this.#fetch = fetch
  }

  /** The last call before PostgreSQL starts, after PGlite has installed its own `system`. */
  override async initialSyncFs() {
    await super.initialSyncFs()
    const { mod } = this.pg as unknown as { mod: WithSystem }
    const answer = (at: number) => {
      const [, segment = '', path = ''] = mod.UTF8ToString(at).split(' ')
      // The exit status of a program: 0, or 1 if there is no such file.
      return this.#fetch(segment, path) ? 0 : 256
    }
    mod._pgl_set_system_fn(mod.addFunction(answer, 'pi'))
  }
}

/** Start parameters to recover to a moment, which has a numeric time zone. PGlite's single process cannot be a standby. */
export const recoveringTo = (moment: string | null): string[] =>
  [
    ...['restore_command=fetch %f %p', 'hot_standby=off', 'recovery_target_timeline=current'],
    ...(moment === null
      ? []
      : [`recovery_target_time=${moment.replace('Z', '+00')}`, 'recovery_target_action=promote']),
  ].flatMap((is) => ['-c', is])

/** For a copy that is deleted, or synced as a whole when it is complete. */
export const withoutSyncs = ['-c', 'fsync=off']

/** Commits once and counts the syncs, because a database that does not sync must not store any data. */
export async function proveThatCommitsSync(lite: PGlite, syncs: SyncCount): Promise<void> {
  const before = Atomics.load(syncs, 0)
  await lite.query(`select pg_logical_emit_message(true, 'talaan', 'Does this reach the disk?')`)
  if (Atomics.load(syncs, 0) > before) return
  throw new DatabaseRefusal(
    'The embedded database does not sync its commits to the disk, so a power cut could lose recorded documents. ' +
      `Talaan does not start. ${reinstall}`,
  )
}

/** Kills the process from any thread before it can send another response. A normal exit would run more code. */
export function stopProcess(why: string): never {
  writeSync(2, `${why} Talaan stops immediately so that no unsaved document is confirmed.\n`)
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment to arrive, and no more code may run.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const directoryMode = 0o040000
const isDirectory = (stream: Stream) => (stream.node.mode & 0o170000) === directoryMode
const asList = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
