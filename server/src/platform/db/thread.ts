// The database thread: runs PGlite, so that a long query never blocks the event loop of the server. The threads exchange bytes of
// the PostgreSQL protocol, because error objects would lose their class between threads.
import { PGlite } from '@electric-sql/pglite'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import {
  DurableFiles,
  durableStart,
  proveThatCommitsSync,
  recoveringTo,
  removeOwnerFile,
  stopProcess,
  RecoveringFiles,
  withoutSyncs,
} from './durable-files.ts'
import { Mirror } from './mirror.ts'
import { runHousekeeping } from './housekeeping.ts'
import { DatabaseRefusal } from './refusal.ts'
import { syncDirectory, syncTree, type SyncCount } from './syncing.ts'

export type ThreadStart =
  | { directory: string; syncs: SyncCount; recovery?: RecoveryStart | undefined; mirror?: MirrorStart | undefined }
  | { image: Uint8Array<ArrayBuffer> | undefined }

export type ToThread =
  | { ask: 'answer'; bytes: Uint8Array<ArrayBuffer> }
  | { ask: 'reset' }
  | { ask: 'image' }
  | { ask: 'close' }

export type FromThread =
  | { tell: 'open' }
  | { tell: 'refused'; sentence: string; expected: boolean }
  | { tell: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { tell: 'trouble'; sentence: string }
  | { tell: 'image'; bytes: Uint8Array<ArrayBuffer> }
  | { tell: 'mirror'; failure: string | null }
  | { tell: 'needs'; segment: string; path: string }

/** A second folder for the log, and whether the process stops when it fails. */
export type MirrorStart = { folder: string; stops: boolean; retryMs?: number }

/** Recovers a copy of the database files to a moment; null: to the end of the log. Nothing is synced meanwhile. */
export type RecoveryStart = { to: string | null; found: Int32Array<SharedArrayBuffer> }

const port = parentPort as MessagePort
if (!port) throw new Error('thread.ts runs as a worker thread only.')
const tell = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const start = workerData as ThreadStart
const postgresVersion = '18'

let tail: Promise<void> = Promise.resolve()
/** One task at a time: there is a single session, and a second task would run inside the transaction of the first. */
const inTurn = (work: () => void | Promise<void>) => (tail = tail.then(work))

// True only when the engine has reported that it is idle; false also while a cursor is being read.
let betweenTransactions = true

try {
  const lite = 'directory' in start ? await openDirectory(start) : await openMemory(start.image)
  await markAsPortal(lite)
  if ('directory' in start) setInterval(() => inTurn(() => tidy(lite)), 5_000).unref()
  port.on('message', (message: ToThread) => inTurn(() => obey(lite, message)))
  tell({ tell: 'open' })
} catch (error) {
  tell({ tell: 'refused', sentence: sentence(error), expected: error instanceof DatabaseRefusal })
}

function obey(lite: PGlite, message: ToThread): void | Promise<void> {
  if (message.ask === 'answer') return answer(lite, message.bytes)
  if (message.ask === 'reset') return reset(lite)
  if (message.ask === 'image') return sendImage(lite)
  return close(lite)
}

async function tidy(lite: PGlite): Promise<void> {
  if (!betweenTransactions) return
  try {
    await runHousekeeping(lite)
  } catch (error) {
    // For example, a full disk. Queries may still work, and the next round tries again.
    tell({
      tell: 'trouble',
      sentence: `Housekeeping of the embedded database failed and will be retried: ${sentence(error)}`,
    })
  }
}

async function openDirectory({ directory, syncs, recovery, mirror }: Extract<ThreadStart, { directory: string }>) {
  if (!existsSync(join(directory, 'PG_VERSION'))) await create(directory)
  assertSameVersion(directory)
  removeOwnerFile(directory)
  const lite = recovery
    ? await PGlite.create({
        fs: new RecoveringFiles(directory, syncs, (segment, path) => waitFor(recovery.found, { segment, path })),
        startParams: [...durableStart, ...recoveringTo(recovery.to), ...withoutSyncs],
      })
    : await PGlite.create({
        fs: new DurableFiles(directory, syncs, mirror && mirrorOf(mirror)),
        startParams: durableStart,
      })
  if (!recovery) await proveThatCommitsSync(lite, syncs)
  return lite
}

function mirrorOf({ folder, stops, retryMs }: MirrorStart): Mirror {
  return new Mirror({
    folder,
    ...(retryMs !== undefined && { retryMs }),
    onChange(failure) {
      if (stops && failure !== null) stopProcess(`MIRROR_DIR could not be written (${failure}).`)
      tell({ tell: 'mirror', failure })
    },
  })
}

/** Blocks until the main thread has fetched a log file that PostgreSQL asks for. */
function waitFor(found: Int32Array<SharedArrayBuffer>, file: { segment: string; path: string }): boolean {
  Atomics.store(found, 0, 0)
  tell({ tell: 'needs', ...file })
  Atomics.wait(found, 0, 0)
  return Atomics.load(found, 0) === 1
}

/** Creates the database under a temporary name, and renames it when it is complete and synced. */
async function create(directory: string): Promise<void> {
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new DatabaseRefusal(
      `${directory} contains files but no database. Restore a backup to this folder, or move the folder away to start with an empty one.`,
    )
  const beginning = `${directory}.beginning`
  rmSync(beginning, { recursive: true, force: true })
  mkdirSync(beginning, { recursive: true, mode: 0o700 })
  await (await PGlite.create(beginning)).close()
  syncTree(beginning)
  rmSync(directory, { recursive: true, force: true })
  renameSync(beginning, directory)
  syncDirectory(dirname(directory))
}

function assertSameVersion(directory: string): void {
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (version === postgresVersion) return
  throw new DatabaseRefusal(
    `The database in ${directory} was written by PostgreSQL ${version}, but this release contains PostgreSQL ` +
      `${postgresVersion}. Export the database with the release that created it, and import it here.`,
  )
}

function openMemory(image: Uint8Array<ArrayBuffer> | undefined): Promise<PGlite> {
  // Small log files, because the whole image is copied each time.
  return PGlite.create(image ? { loadDataDir: new Blob([image]) } : { initDbStartParams: ['--wal-segsize=1'] })
}

async function answer(lite: PGlite, question: Uint8Array<ArrayBuffer>): Promise<void> {
  const parcel = new Parcel((bytes) => tell({ tell: 'bytes', bytes }, [bytes.buffer]))
  let last: Uint8Array = new Uint8Array()
  await lite.execProtocolRawStream(question, {
    syncToFs: false,
    onRawData: (bytes) => {
      last = bytes.slice() // The engine reuses its memory.
      parcel.add(last)
    },
  })
  betweenTransactions = endsReady(last)
  parcel.send()
}

/** ReadyForQuery is the last message of an answer: 'Z', length 5, and 'I' for idle. */
const endsReady = (bytes: Uint8Array) => bytes.length >= 6 && bytes.at(-6) === 0x5a && bytes.at(-1) === 0x49

/** Changes by sessions without this setting are recorded as made outside Talaan. */
async function markAsPortal(lite: PGlite): Promise<void> {
  await lite.exec('set talaan.portal = on')
}

/** Resets the single session for a new client. */
async function reset(lite: PGlite): Promise<void> {
  await lite.exec('rollback')
  await lite.exec('discard all')
  await markAsPortal(lite)
  betweenTransactions = true
}

async function sendImage(lite: PGlite): Promise<void> {
  await lite.exec('checkpoint')
  const image = await lite.dumpDataDir('none')
  const bytes = new Uint8Array(await image.arrayBuffer())
  tell({ tell: 'image', bytes }, [bytes.buffer])
}

async function close(lite: PGlite): Promise<void> {
  await lite.close()
  process.exit(0)
}

/** Joins the engine's chunks of 8 KB; parcels are small enough not to block the event loop for long. */
class Parcel {
  #crumbs: Uint8Array[] = []
  #size = 0
  #deliver: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(deliver: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#deliver = deliver
  }

  add(crumb: Uint8Array): void {
    this.#crumbs.push(crumb)
    this.#size += crumb.length
    if (this.#size >= 65_536) this.send()
  }

  send(): void {
    if (this.#size === 0) return
    const bytes = new Uint8Array(this.#size)
    let at = 0
    for (const crumb of this.#crumbs) {
      bytes.set(crumb, at)
      at += crumb.length
    }
    this.#crumbs = []
    this.#size = 0
    this.#deliver(bytes)
  }
}

function sentence(error: unknown): string {
  if (error instanceof DatabaseRefusal) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
