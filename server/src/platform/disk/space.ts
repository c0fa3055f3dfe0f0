// Free space on the disk of DATA_DIR, and the limit below which files are refused.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { Environment } from '../env/env.ts'

export type Space = { free: number; size: number }

const megabyte = 1_000_000
/** 10% of the disk, but at most 5 GB. */
const reservedShare = 0.1
const maxReserved = 5000 * megabyte

export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(nearest(folder))
  return { free: bavail * bsize, size: blocks * bsize }
}

/** The folder itself, or its nearest existing parent. */
const nearest = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))

/** If so, files are refused. Documents can still be recorded, because they are small. */
export const isLow = (
  { free, size }: Space,
  { minFreeDiskMegabytes: set }: Pick<Environment, 'minFreeDiskMegabytes'>,
) => free < (set === null ? Math.min(size * reservedShare, maxReserved) : set * megabyte)

export async function assertRoomForFiles(env: Environment): Promise<void> {
  if (isLow(await spaceOf(env.dataDir), env)) throw new Refusal(common.diskLow)
}
