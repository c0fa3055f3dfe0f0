// How much room the disk of DATA_DIR has, and what is said when there is too little.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { Environment } from '../env/env.ts'

export type Space = { free: number; size: number }

const megabyte = 1_000_000
/** A tenth of a small disk, and of a large one so much that there is time to act. */
const reservedShare = 0.1
const maxReserved = 5000 * megabyte

export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(nearest(folder))
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Of a folder that is made later, the one it is made in. */
const nearest = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))

/** Whether files may still be stored. Everything else goes on: what is recorded is small. */
export const isLow = (
  { free, size }: Space,
  { minFreeDiskMegabytes: set }: Pick<Environment, 'minFreeDiskMegabytes'>,
) => free < (set === null ? Math.min(size * reservedShare, maxReserved) : set * megabyte)

/** Before a file is stored. */
export async function assertRoomForFiles(env: Environment): Promise<void> {
  if (isLow(await spaceOf(env.dataDir), env)) throw new Refusal(common.diskLow)
}
