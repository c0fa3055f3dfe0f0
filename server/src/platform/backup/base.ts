// A copy of the files of a running embedded database (a "base"). With the log since then, it restores the books of any later
// moment. In the copy, a line with its file and position comes before each piece of a file.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { damagedSentence, RestoreRefusal } from './restore.ts'

type Place = { path: string; at: number; bytes: number }

/** Directories whose content PostgreSQL creates again, and the log, which is copied separately. */
const leftOut = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
const isTemporary = (name: string) => /^(pgsql_tmp|postmaster\.(pid|opts)$|pg_internal\.init|backup_label)/.test(name)
const pieceBytes = 1 << 20

/** The files may change while they are read; the log of that time makes them consistent again. */
export async function* filesOf(directory: string, below = ''): AsyncGenerator<Buffer> {
  for (const entry of await readdir(join(directory, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (isTemporary(entry.name)) continue
    if (entry.isDirectory()) {
      yield headOf({ path: `${path}/`, at: 0, bytes: 0 })
      if (!leftOut.has(path)) yield* filesOf(directory, path)
    } else if (entry.isFile()) yield* fileOf(directory, path)
  }
}

export async function* fileOf(directory: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(join(directory, path)).catch((error: NodeJS.ErrnoException) => {
    // The file was deleted after its name was read; the log deletes it again.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (file === undefined) return
  try {
    // Data added while the file is read is also in the log.
    const { size } = await file.stat()
    for (let at = 0; at === 0 || at < size; at += pieceBytes) {
      const room = Buffer.allocUnsafe(Math.min(pieceBytes, size - at))
      const { bytesRead } = await file.read(room, 0, room.length, at)
      yield* textOf({ path, at, bytes: room.subarray(0, bytesRead) })
    }
  } finally {
    await file.close()
  }
}

export function* textOf({ path, at, bytes }: { path: string; at: number; bytes: Buffer }): Generator<Buffer> {
  yield headOf({ path, at, bytes: bytes.length })
  yield bytes
}

const headOf = (place: Place) => Buffer.from(`${JSON.stringify(place)}\n`)

/** Writes the files into an empty or missing directory. */
export async function writeFiles(directory: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const read = new Reader(pieces)
  for (let line = await read.line(); line !== undefined; line = await read.line()) {
    const { path, at, bytes } = placeIn(line)
    const target = join(directory, path)
    if (path.endsWith('/')) mkdirSync(target, { recursive: true, mode: 0o700 })
    else {
      const file = openSync(target, at === 0 ? 'w' : 'r+', 0o600)
      writeSync(file, await read.bytes(bytes), 0, bytes, at)
      closeSync(file)
    }
  }
}

function placeIn(line: string): Place {
  try {
    const { path, at, bytes } = JSON.parse(line) as Place
    const isBelow = typeof path === 'string' && !path.startsWith('/') && !path.split(/[/\\]/).includes('..')
    if (isBelow && Number.isSafeInteger(at) && Number.isSafeInteger(bytes) && bytes <= pieceBytes)
      return { path, at, bytes }
  } catch {
    // Refused below.
  }
  throw new RestoreRefusal(damagedSentence)
}

/** Reads lines and bytes from chunks of any size. */
export class Reader {
  #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The next line; undefined at the end. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a)
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      if (await this.#more()) continue
      if (this.#rest.length === 0) return undefined
      throw new RestoreRefusal(damagedSentence)
    }
  }

  async bytes(count: number): Promise<Buffer> {
    const parts = [this.#rest]
    for (let size = this.#rest.length; size < count; size += this.#rest.length) {
      this.#rest = Buffer.alloc(0)
      if (!(await this.#more())) throw new RestoreRefusal(damagedSentence)
      parts.push(this.#rest)
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(count)
    return all.subarray(0, count)
  }

  /** The rest of the stream. */
  async *rest(): AsyncGenerator<Buffer> {
    do {
      yield this.#rest
      this.#rest = Buffer.alloc(0)
    } while (await this.#more())
  }

  /** Stops reading before the end. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }

  async #more(): Promise<boolean> {
    const next = await this.#pieces.next()
    if (next.done) return false
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
    return true
  }
}
