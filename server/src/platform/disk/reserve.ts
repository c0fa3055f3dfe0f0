// A reserve file next to the embedded database. It is deleted when the disk is full, so that Talaan can keep running and start
// until an administrator frees space.
import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { spaceOf } from './space.ts'
import type { Space } from './space.ts'

const megabyte = 1_000_000
const reserveBytes = 64 * megabyte
/** A disk with less free space counts as full. */
export const fullBytes = reserveBytes / 2

const reserveOf = (folder: string) => join(folder, 'reserve')

/** Deletes the reserve file if the disk is full. Returns whether it did. */
export async function releaseReserve(folder: string, { free }: Pick<Space, 'free'>): Promise<boolean> {
  if (free >= fullBytes || (await sizeOf(reserveOf(folder))) === null) return false
  await rm(reserveOf(folder))
  return true
}

/** Creates the reserve file unless it exists or the disk has less than four times its size free. */
export async function takeReserve(folder: string, { free }: Pick<Space, 'free'>, bytes = reserveBytes): Promise<void> {
  if (free < bytes * 4 || (await sizeOf(reserveOf(folder))) === bytes) return
  const file = await open(reserveOf(folder), 'w', 0o600)
  try {
    // Random bytes, because some file systems compress zeros and repetitions away.
    for (let left = bytes; left > 0;) left -= (await file.write(randomBytes(Math.min(left, megabyte)))).bytesWritten
  } finally {
    await file.close()
  }
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** Called before the embedded database is opened, and every few seconds after that. */
export async function releaseIfFull(folder: string, log: (sentence: string) => void): Promise<void> {
  if (await releaseReserve(folder, await spaceOf(folder))) log(releasedSentence(folder))
}

const releaseEveryMs = 5_000
/** Long, so that a short-lived process creates no reserve file. */
const takeEveryMs = 60_000

export function watchDisk(folder: string, log: Log): () => void {
  const failed = (error: unknown) => log.warn({ err: error }, 'The reserve file could not be written or deleted.')
  const release = () => releaseIfFull(folder, (sentence) => log.error(sentence)).catch(failed)
  const take = async () => takeReserve(folder, await spaceOf(folder)).catch(failed)
  const timers = [setInterval(release, releaseEveryMs).unref(), setInterval(take, takeEveryMs).unref()]
  return () => timers.forEach(clearInterval)
}

const releasedSentence = (folder: string): string =>
  `The disk of ${folder} is full. Talaan deleted its reserve file (${reserveBytes / megabyte} MB) to keep running. Free some space now. Until then, files can't be uploaded.`
