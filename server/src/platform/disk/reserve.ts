// A file beside the embedded database that takes room for an emergency: when the disk is full it is removed, so that the portal
// runs and starts, and somebody can clean up.
import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { spaceOf } from './space.ts'
import type { Space } from './space.ts'

const megabyte = 1_000_000
const reserveBytes = 64 * megabyte
/** Below this the disk counts as full. */
export const fullBytes = reserveBytes / 2

const reserveOf = (folder: string) => join(folder, 'reserve')

/** Says whether there was a reserve and the disk is so full that it was removed. */
export async function releaseReserve(folder: string, { free }: Pick<Space, 'free'>): Promise<boolean> {
  if (free >= fullBytes || (await sizeOf(reserveOf(folder))) === null) return false
  await rm(reserveOf(folder))
  return true
}

/** Takes the reserve where the disk has several times as much, and it is not there yet. */
export async function takeReserve(folder: string, { free }: Pick<Space, 'free'>, bytes = reserveBytes): Promise<void> {
  if (free < bytes * 4 || (await sizeOf(reserveOf(folder))) === bytes) return
  const file = await open(reserveOf(folder), 'w', 0o600)
  try {
    // Random, because some file systems store what is empty or repeated without taking room for it.
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

/** Before the embedded database is opened, and every few seconds after that. */
export async function releaseIfFull(folder: string, log: (sentence: string) => void): Promise<void> {
  if (await releaseReserve(folder, await spaceOf(folder))) log(releasedSentence(folder))
}

const releaseEveryMs = 5_000
/** A portal that runs for less than this leaves the disk alone. */
const takeEveryMs = 60_000

/** While the portal runs. */
export function watchDisk(folder: string, log: Log): () => void {
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'The reserve file beside the database could not be written or removed.')
  const release = () => releaseIfFull(folder, (sentence) => log.error(sentence)).catch(failed)
  const take = async () => takeReserve(folder, await spaceOf(folder)).catch(failed)
  const timers = [setInterval(release, releaseEveryMs).unref(), setInterval(take, takeEveryMs).unref()]
  return () => timers.forEach(clearInterval)
}

const releasedSentence = (folder: string): string =>
  `The disk of ${folder} is full. Talaan removed its reserve of ${reserveBytes / megabyte} MB to go on. Free some space now; files can't be uploaded until then.`
