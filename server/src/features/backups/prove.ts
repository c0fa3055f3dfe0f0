// Tests a backup: restores it to a temporary database, verifies the books, and compares the sums of all tables.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../platform/db/db.ts'
import type { AuditTrailState } from '../../books/verify/audit-trail.ts'
import { verify } from '../../books/verify/verify.ts'
import { readLines } from '../../platform/backup/file.ts'
import { restore, RestoreRefusal } from '../../platform/backup/restore.ts'
import { backupLines } from '../../platform/backup/write.ts'
import type { End, Header } from '../../platform/backup/lines.ts'

export type Proof = Pick<Header, 'entries' | 'head' | 'takenAt'> & {
  auditTrail: AuditTrailState
  /** The errors that the books had when the backup was made. */
  problems: string[]
}

/** Restores the file to a temporary database below `folder`. Throws a RestoreRefusal if it differs from the books backed up. */
export async function prove(
  path: string,
  { identity, folder }: { identity: string | null; folder: string },
): Promise<Proof> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const scratch = await mkdtemp(join(folder, 'proof-'))
  try {
    await using db = await openDatabase({ dataDir: scratch })
    const broken: string[] = []
    const said = await restore(db, () => readLines(path, identity), { broken })
    const { checks, entries, head, auditTrail } = await verify(db.kysely)
    if (said.entries !== entries.toString() || said.head !== head)
      throw new RestoreRefusal('The last hash of the restored chain does not match the hash in the backup.')
    const again = await sumsOf(backupLines(db, { release: said.release, takenAt: said.takenAt }))
    if (said.migrations.length === again.migrations.length) compare(said, again)
    return { ...said, auditTrail, problems: [...broken, ...checks.flatMap(({ problems }) => problems)] }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function sumsOf(lines: AsyncGenerator<string, Header & End>): Promise<Header & End> {
  for (;;) {
    const next = await lines.next()
    if (next.done === true) return next.value
  }
}

function compare(said: End, again: End): void {
  const differs = Object.keys(said.tables).find((table) => said.tables[table]?.digest !== again.tables[table]?.digest)
  if (differs !== undefined) throw new RestoreRefusal(`The restored table ${differs} differs from the backup.`)
}
