// The free space of the disk, as the simulation wants the portal to see it.
import type fs from 'node:fs/promises'

const megabyte = 1_000_000
/** Null for the real disk. */
export const freeSpace: { megabytes: number | null } = { megabytes: null }

export const simulatedDisk = (real: typeof fs.statfs): typeof fs.statfs =>
  (async (...is: Parameters<typeof fs.statfs>) => {
    const stats = await real(...is)
    if (freeSpace.megabytes !== null) Object.assign(stats, { bsize: 1, bavail: freeSpace.megabytes * megabyte })
    return stats
  }) as typeof fs.statfs
