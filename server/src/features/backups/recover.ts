// Restores the books of a moment to an empty directory, from the base before it and the log up to it.
import { existsSync } from 'node:fs'
import { copyFile, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Reader, writeFiles } from '../../platform/backup/base.ts'
import type { LogFile, Stretch } from '../../platform/backup/archive.ts'
import { unpack } from '../../platform/backup/file.ts'
import { RestoreRefusal } from '../../platform/backup/restore.ts'
import { openDatabase } from '../../platform/db/db.ts'
import type { Database } from '../../platform/db/db.ts'
import { databaseFolder } from './log-archive.ts'
import { witness } from './witness.ts'
import type { Witness } from './witness.ts'

export type RecoverRequest = {
  stretch: Pick<Stretch, 'base' | 'log'>
  /** A time with its time zone; null: the end of the log. */
  to: string | null
  dataDir: string
  identities: readonly string[]
  /** The second folder, which may have newer log than the copies. */
  mirror?: string | null
}

/** The files are not synced. A caller that keeps them syncs them after closing the database. */
export async function recover({ stretch, to, dataDir, identities, mirror }: RecoverRequest): Promise<Database> {
  const directory = databaseFolder(dataDir)
  await writeFiles(directory, unpack(stretch.base, identities))
  await writeFile(join(directory, 'recovery.signal'), '')
  const fetch = async (segment: string, path: string): Promise<boolean> => {
    const copied = stretch.log.find((file) => file.segment === segment)
    if (copied !== undefined) {
      await writeSegment(copied, path, identities)
      return true
    }
    const mirrored = mirror == null ? undefined : join(mirror, segment)
    if (mirrored === undefined || !existsSync(mirrored)) return false
    await copyFile(mirrored, path)
    return true
  }
  try {
    return await openDatabase({ dataDir, recovery: { to, fetch } }, { onDeath: () => {} })
  } catch (error) {
    throw new RestoreRefusal(
      'The books as of this time could not be restored: the copy of the database files or the log is damaged or incomplete. Choose another time.',
      { cause: error },
    )
  }
}

async function writeSegment({ path: from }: LogFile, to: string, identities: readonly string[]): Promise<void> {
  const read = new Reader(unpack(from, identities))
  await read.line()
  const file = await open(to, 'w', 0o600)
  try {
    for await (const piece of read.rest()) await file.write(piece)
  } finally {
    await file.close()
  }
}

/** The figures of the books at the end of this log file. */
export async function witnessIn({ path }: Pick<LogFile, 'path'>, identities: readonly string[]): Promise<Witness> {
  const read = new Reader(unpack(path, identities))
  try {
    const line = await read.line()
    const found = witness.safeParse(line === undefined ? undefined : JSON.parse(line))
    if (found.success) return found.data
  } catch (error) {
    if (error instanceof RestoreRefusal) throw error
  } finally {
    await read.close()
  }
  throw new RestoreRefusal(`${path} is damaged.`)
}
