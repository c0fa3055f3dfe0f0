// Makes files and directories last.
import { closeSync, constants, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The number of successful syncs, in memory that the portal and the thread of the embedded database share. */
export type SyncCount = BigInt64Array<SharedArrayBuffer>

export const newSyncCount = (): SyncCount => new BigInt64Array(new SharedArrayBuffer(8))

/** Syncs every file and directory of a tree, deepest first. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path, constants.O_RDWR)
  }
  syncDirectory(directory)
}

/** Makes creations, renames and removals in a directory last. Windows has no such call; NTFS keeps names in its journal. */
export function syncDirectory(directory: string): void {
  if (process.platform !== 'win32') syncPath(directory, constants.O_RDONLY)
}

function syncPath(path: string, flags: number): void {
  const fd = openSync(path, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
