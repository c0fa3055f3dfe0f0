// Records every file operation of a PGlite, in order, so that the disk of any moment can be rebuilt.
import { cpSync, fstatSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { NodeFiles } from '../../src/platform/db/durable-files.ts'

/** Files are identified by inode, because an open file may have been renamed or removed. */
export type FileEvent =
  | { did: 'create'; path: string; file: number }
  | { did: 'mkdir'; path: string }
  | { did: 'unlink'; path: string }
  | { did: 'rmdir'; path: string }
  | { did: 'rename'; path: string; to: string }
  | { did: 'write'; file: number; at: number; length: number; bytesAt: number }
  | { did: 'truncate'; file: number; size: number }
  /** Longer, but never shorter. */
  | { did: 'extend'; file: number; size: number }
  | { did: 'link'; path: string; to: string }
  /** Of the changes before this event only, if the sync took some time. */
  | { did: 'sync'; file: number; before?: number }
  | { did: 'syncNames'; directory: string }
  | { did: 'confirm'; id: number }

/** Copies the files of a closed database, from which the recorded events start. */
export function beginRecording(directory: string, folder: string): void {
  cpSync(directory, join(folder, 'beginning'), { recursive: true })
  const files = (readdirSync(directory, { recursive: true }) as string[]).filter((path) =>
    statSync(join(directory, path)).isFile(),
  )
  const inodes = files.map((path) => ({ path, file: statSync(join(directory, path)).ino }))
  writeFileSync(join(folder, 'files.json'), JSON.stringify(inodes))
}

type Node = { mode: number; parent: Node; name: string }
type Stream = { nfd: number; node: Node }

export class Recorder {
  #root: string
  #events: number
  #bytes: number
  #bytesAt = 0

  /** Writes each event as a line at once, so that another process or thread can read it. */
  constructor(root: string, folder: string) {
    this.#root = root
    this.#events = openSync(join(folder, 'events'), 'w')
    this.#bytes = openSync(join(folder, 'bytes'), 'w')
  }

  confirm(id: number): void {
    this.#note({ did: 'confirm', id })
  }

  #note(event: FileEvent): void {
    writeSync(this.#events, `${JSON.stringify(event)}\n`)
  }

  /** Wraps the file layer of PGlite. */
  listen(files: NodeFiles): void {
    const node = files.node_ops as unknown as Record<string, (...is: never[]) => unknown>
    const stream = files.stream_ops as unknown as Record<string, (...is: never[]) => unknown>
    const name = (path: string) => relative(this.#root, path)
    const path = (of: Node, child?: string) => {
      const own = name(files.realPath(of))
      return child === undefined ? own : join(own, child)
    }
    const inode = (of: string) => statSync(join(this.#root, of)).ino
    const note = (event: FileEvent) => this.#note(event)

    after(node, 'mknod', (_: unknown, parent: Node, child: string, mode: number) => {
      const made = path(parent, child)
      note(
        (mode & 0o170000) === 0o040000
          ? { did: 'mkdir', path: made }
          : { did: 'create', path: made, file: inode(made) },
      )
    })
    before(node, 'rename', (of: Node, parent: Node, child: string) =>
      note({ did: 'rename', path: path(of), to: path(parent, child) }),
    )
    before(node, 'unlink', (parent: Node, child: string) => note({ did: 'unlink', path: path(parent, child) }))
    before(node, 'rmdir', (parent: Node, child: string) => note({ did: 'rmdir', path: path(parent, child) }))
    before(node, 'setattr', (of: Node, is: { size?: number }) => {
      if (is.size !== undefined) note({ did: 'truncate', file: inode(path(of)), size: is.size })
    })
    before(stream, 'setattr', (of: Stream, is: { size?: number }) => {
      if (is.size !== undefined) note({ did: 'truncate', file: fstatSync(of.nfd).ino, size: is.size })
    })
    after(
      stream,
      'write',
      (length: number, to: Stream, heap: Int8Array, offset: number, _length: number, at: number) => {
        writeSync(this.#bytes, new Uint8Array(heap.buffer, heap.byteOffset + offset, length))
        note({ did: 'write', file: fstatSync(to.nfd).ino, at, length, bytesAt: this.#bytesAt })
        this.#bytesAt += length
      },
    )
    if (stream.fsync)
      after(stream, 'fsync', (_: unknown, of: Stream) => {
        const isDirectory = (of.node.mode & 0o170000) === 0o040000
        note(
          isDirectory ? { did: 'syncNames', directory: path(of.node) } : { did: 'sync', file: fstatSync(of.nfd).ino },
        )
      })
  }
}

type Operations = Record<string, (...is: never[]) => unknown>

function before(operations: Operations, name: string, tell: (...is: never[]) => void): void {
  const own = operations[name]
  if (!own) throw new Error(`PGlite's file layer has no ${name} any more.`)
  operations[name] = (...is) => {
    tell(...is)
    return own(...is)
  }
}

/** Passes the result first, then the arguments of the operation. */
function after(operations: Operations, name: string, tell: (...is: never[]) => void): void {
  const own = operations[name]
  if (!own) throw new Error(`PGlite's file layer has no ${name} any more.`)
  operations[name] = (...is) => {
    const result = own(...is)
    tell(result as never, ...is)
    return result
  }
}
