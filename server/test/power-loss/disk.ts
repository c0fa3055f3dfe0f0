// The disk after a power cut: synced data is there; unsynced data may be missing, mixed or torn.
import {
  closeSync,
  cpSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Random } from '../extent.ts'
import type { FileEvent } from './recorder.ts'

/**
 * The unsynced writes: none arrived, each with chance one half, or most but some torn. With 'forgotten', files made,
 * renamed and removed since the last sync of their directory are also as they were then.
 */
export type Fate = 'dropped' | 'half' | 'torn' | 'forgotten'
export const fates: Fate[] = ['dropped', 'half', 'torn', 'forgotten']

type Change = { at: number; bytes: Buffer } | { size: number } | { least: number }
/** With the number of its event. */
type Pending = Change & { event: number }
type File = { synced: Buffer; pending: Pending[]; touched: boolean }

export class Disk {
  #folder: string
  #bytes: number
  #lines: number
  #linesAt = 0
  #events: FileEvent[] = []
  #next = 0
  #byInode = new Map<number, File>()
  #byPath = new Map<string, File>()
  #syncedNames: Map<string, File>
  #directories: string[] = []
  #syncsOwnName: boolean
  confirmed = 0

  /** `syncsOwnName`: the sync of a file makes its name durable too, as on ext4, XFS and Btrfs; PostgreSQL depends on it. */
  constructor(folder: string, { syncsOwnName = false } = {}) {
    this.#folder = folder
    this.#syncsOwnName = syncsOwnName
    this.#bytes = openSync(join(folder, 'bytes'), 'r')
    this.#lines = openSync(join(folder, 'events'), 'r')
    for (const { path, file } of JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as {
      path: string
      file: number
    }[]) {
      const begun = { synced: readFileSync(join(folder, 'beginning', path)), pending: [], touched: false }
      this.#byPath.set(path, begun)
      this.#byInode.set(file, begun)
    }
    this.#syncedNames = new Map(this.#byPath)
  }

  /** The number of events recorded so far: the last moment at which the power can be cut. */
  moments(): number {
    const lines = Buffer.alloc(fstatSync(this.#lines).size - this.#linesAt)
    readSync(this.#lines, lines, 0, lines.length, this.#linesAt)
    this.#linesAt += lines.length
    for (const line of lines.toString('utf8').split('\n'))
      if (line !== '') this.#events.push(JSON.parse(line) as FileEvent)
    return this.#events.length
  }

  close(): void {
    closeSync(this.#lines)
    closeSync(this.#bytes)
  }

  /** Replays everything before this moment; moments only go forward. */
  goTo(moment: number): void {
    if (this.#events.length < moment) this.moments()
    for (; this.#next < moment; this.#next += 1) {
      const event = this.#events[this.#next]
      if (event) this.#happen(event)
    }
  }

  /** Cuts the power now, and writes the disk's content into a directory. Returns what the cut did to unsynced writes. */
  cutPower(fate: Fate, random: Random, directory: string): Damage {
    const damage: Damage = { lostWrites: 0, tornPages: 0, forgottenNames: 0 }
    const names = fate === 'forgotten' ? this.#syncedNames : this.#byPath
    const filter = (from: string) => {
      const path = relative(join(this.#folder, 'beginning'), from)
      return statSync(from).isDirectory() || (names.get(path)?.touched === false && !ofTemplate.test(path))
    }
    cpSync(join(this.#folder, 'beginning'), directory, { recursive: true, filter })
    for (const path of this.#directories) mkdirSync(join(directory, path), { recursive: true })
    for (const [path, file] of names)
      if (file.touched) writeFileSync(join(directory, path), survivors(file, { fate, random, damage }))
    for (const path of this.#byPath.keys()) if (!names.has(path)) damage.forgottenNames += 1
    return damage
  }

  #happen(event: FileEvent): void {
    if (event.did === 'confirm') this.confirmed = event.id
    else if (event.did === 'create') {
      const file = { synced: Buffer.alloc(0), pending: [], touched: true }
      this.#byPath.set(event.path, file)
      this.#byInode.set(event.file, file)
    } else if (event.did === 'mkdir') this.#directories.push(event.path)
    else if (event.did === 'rename') {
      const file = this.#byPath.get(event.path)
      if (!file) throw new Error(`${event.path} was renamed, which is no file here.`)
      file.touched = true
      this.#byPath.delete(event.path)
      this.#byPath.set(event.to, file)
    } else if (event.did === 'link') {
      const file = this.#byPath.get(event.path)
      if (!file) throw new Error(`${event.path} got another name, which is no file here.`)
      file.touched = true
      this.#byPath.set(event.to, file)
    } else if (event.did === 'unlink') this.#byPath.delete(event.path)
    else if (event.did === 'syncNames') this.#syncNames(event.directory)
    else if (event.did !== 'rmdir') this.#change(event)
  }

  #syncNames(directory: string): void {
    const isIn = (path: string) => dirname(path) === (directory || '.')
    for (const path of this.#syncedNames.keys()) if (isIn(path)) this.#syncedNames.delete(path)
    for (const [path, file] of this.#byPath) if (isIn(path)) this.#syncedNames.set(path, file)
  }

  #change(event: Extract<FileEvent, { did: 'write' | 'truncate' | 'extend' | 'sync' }>): void {
    const file = this.#byInode.get(event.file)
    if (!file) throw new Error(`File ${event.file} is not known here.`)
    file.touched = true
    if (event.did === 'sync') {
      const { before = this.#next } = event
      file.synced = applied(
        file.synced,
        file.pending.filter((change) => change.event < before),
      )
      file.pending = file.pending.filter((change) => change.event >= before)
      if (this.#syncsOwnName)
        for (const [path, each] of this.#byPath) if (each === file) this.#syncedNames.set(path, file)
    } else if (event.did === 'truncate') file.pending.push({ size: event.size, event: this.#next })
    else if (event.did === 'extend') file.pending.push({ least: event.size, event: this.#next })
    else {
      const bytes = Buffer.alloc(event.length)
      readSync(this.#bytes, bytes, 0, event.length, event.bytesAt)
      file.pending.push({ at: event.at, bytes, event: this.#next })
    }
  }
}

// The two template databases are two thirds of all files, and are never opened again.
const ofTemplate = /^base[/\\][14][/\\]/

/** What a power cut did to unsynced writes. */
export type Damage = { lostWrites: number; tornPages: number; forgottenNames: number }

type Cut = { fate: Fate; random: Random; damage: Damage }

function survivors({ synced, pending }: File, { fate, random, damage }: Cut): Buffer {
  const survives = (share: () => boolean) => pending.filter(share)
  const arrived =
    fate === 'half' ? survives(() => random(2) === 0) : fate === 'torn' ? survives(() => random(10) !== 0) : []
  damage.lostWrites += pending.length - arrived.length
  if (fate !== 'torn') return applied(synced, arrived)
  return applied(
    synced,
    arrived.flatMap((change) => {
      if (!('bytes' in change) || random(2) !== 0) return [change]
      damage.tornPages += 1
      return torn(change, random)
    }),
  )
}

/** A disk writes sectors of 512 bytes whole or not at all, and in any order. */
function torn({ at, bytes }: { at: number; bytes: Buffer }, random: Random): Change[] {
  const sectors: Change[] = []
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + 512 - ((at + start) % 512))
    if (random(2) === 0) sectors.push({ at: at + start, bytes: bytes.subarray(start, end) })
    start = end
  }
  return sectors
}

/** The content after these changes. */
function applied(content: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return content
  let size = content.length
  let largest = size
  for (const change of changes) {
    size =
      'size' in change
        ? change.size
        : Math.max(size, 'least' in change ? change.least : change.at + change.bytes.length)
    largest = Math.max(largest, size)
  }
  const room = Buffer.alloc(largest)
  content.copy(room)
  for (const change of changes)
    if ('size' in change) room.fill(0, change.size)
    else if ('bytes' in change) change.bytes.copy(room, change.at)
  return room.subarray(0, size)
}
