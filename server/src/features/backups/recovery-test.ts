// Restores the books of a random moment of the last week to a temporary directory, and compares them with the figures recorded at
// that moment. Throws a RestoreRefusal if they differ.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchive } from '../../platform/backup/archive.ts'
import type { LogFile, Stretch } from '../../platform/backup/archive.ts'
import { RestoreRefusal } from '../../platform/backup/restore.ts'
import { recover, witnessIn } from './recover.ts'
import { figuresOf } from './witness.ts'

const week = 7 * 24 * 3_600_000

/** A random moment of the last week with recorded figures; undefined if there is none. */
export async function randomMoment(
  archive: string,
  random: () => number,
): Promise<{ stretch: Stretch; file: LogFile } | undefined> {
  const stretches = await readArchive(archive)
  const newest = stretches.at(-1)?.until ?? 0
  const moments = stretches.flatMap((stretch) =>
    stretch.log.filter(({ until }) => until > newest - week).map((file) => ({ stretch, file })),
  )
  return moments[Math.trunc(random() * moments.length)]
}

/** Returns the moment. Leaves no files in `folder`. */
export async function testRecovery(
  { stretch, file }: { stretch: Stretch; file: LogFile },
  { identities, folder }: { identities: readonly string[]; folder: string },
): Promise<string> {
  const expected = await witnessIn(file, identities)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const dataDir = await mkdtemp(join(folder, 'proof-'))
  try {
    await using db = await recover({ stretch, to: expected.at, dataDir, identities })
    const found = await db.kysely.transaction().execute(figuresOf)
    const names = Object.keys(found) as (keyof typeof found)[]
    const differs = names.filter((name) => found[name] !== expected[name])
    if (differs.length > 0)
      throw new RestoreRefusal(
        `The restored books of ${expected.at} differ from the values recorded at that time: ${differs.join(', ')}.`,
      )
    return expected.at
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
