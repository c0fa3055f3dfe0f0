// A second folder, best on another disk, to which the log of each commit is written before the commit is confirmed. If the first
// disk is lost, the last base, the copied log and this folder restore every confirmed commit.
import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from './syncing.ts'

export type MirrorOptions = {
  folder: string
  /** The time between retries after a failure. */
  retryMs?: number
  /** Called with the error when the folder fails, and with null when it works again. */
  onChange: (failure: string | null) => void
}

const segment = /^[0-9A-F]{24}$/

/** Whether a file of the data directory belongs to the log. */
export const isLog = (path: string): boolean => segment.test(basename(path)) && basename(dirname(path)) === 'pg_wal'

type Page = { at: number; bytes: Buffer }

export class Mirror {
  #options: MirrorOptions
  #pages = new Map<string, Page[]>()
  #open: { name: string; file: number } | undefined
  #failedAt: number | undefined

  constructor(options: MirrorOptions) {
    this.#options = options
  }

  /** Buffers a page that was written to a log file until the file is synced. */
  wrote(path: string, page: Page): void {
    const name = basename(path)
    const pages = this.#pages.get(name) ?? []
    pages.push(page)
    this.#pages.set(name, pages)
  }

  /** Writes the buffered pages of a log file to the second folder and syncs them. */
  sync(path: string, live: number): void {
    const name = basename(path)
    const pages = this.#pages.get(name)
    this.#pages.delete(name)
    const { retryMs = 10_000, onChange } = this.#options
    const isDown = this.#failedAt !== undefined
    if (pages === undefined || (isDown && performance.now() - (this.#failedAt ?? 0) < retryMs)) return
    try {
      this.#write(name, { pages, live, whole: isDown })
      if (!isDown) return
      this.#failedAt = undefined
      onChange(null)
    } catch (error) {
      this.#forget()
      this.#failedAt = performance.now()
      if (!isDown) onChange(error instanceof Error ? error.message : String(error))
    }
  }

  #write(name: string, { pages, live, whole }: { pages: Page[]; live: number; whole: boolean }): void {
    const isNew = this.#open?.name !== name
    const file = isNew ? this.#begin(name, live) : (this.#open?.file as number)
    // If pages of this file were missed, copy the whole file from the first disk.
    if (whole || (isNew && pages[0]?.at !== 0)) copyAll(live, file)
    for (const { at, bytes } of pages) writeAll(file, bytes, at)
    fsyncSync(file)
  }

  #begin(name: string, live: number): number {
    this.#forget()
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 })
    const file = openSync(join(this.#options.folder, name), constants.O_RDWR | constants.O_CREAT, 0o600)
    this.#open = { name, file }
    // The space is allocated at once, so that later syncs write only the pages.
    writeAll(file, Buffer.alloc(fstatSync(live).size), 0)
    syncDirectory(this.#options.folder)
    return file
  }

  #forget(): void {
    if (this.#open === undefined) return
    const { file } = this.#open
    this.#open = undefined
    try {
      closeSync(file)
    } catch {
      // The disk may be gone.
    }
  }
}

function copyAll(from: number, to: number): void {
  const bytes = Buffer.allocUnsafe(fstatSync(from).size)
  const read = readSync(from, bytes, 0, bytes.length, 0)
  writeAll(to, bytes.subarray(0, read), 0)
}

function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done)
}
