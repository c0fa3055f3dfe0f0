// Makes one backup: writes it, restores it as a test in a separate process, and only then saves it to the folder for backups.
import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppContext } from '../../platform/context.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { noHash } from '@talaan/ledger/proof/chain.ts'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import { auditHead, logsAudit, sealAuditEvents } from '../../platform/audit/sealing.ts'
import type { AuditHead } from '../../platform/audit/sealing.ts'
import { isConnectionLost } from '../../platform/db/lost.ts'
import { timestamp } from '../../platform/clock.ts'
import { deliver, plainEnding, sealedEnding, writeLines } from '../../platform/backup/file.ts'
import { backupsToDelete } from '../../platform/backup/retention.ts'
import type { End, Header } from '../../platform/backup/lines.ts'
import { backupLines } from '../../platform/backup/write.ts'

export type Made = {
  file: string
  bytes: number
  entries: string
  head: string
  /** The number of sealed audit events in it, at least, and the hash of the last one. */
  acts: string
  actsHead: string
  takenAt: string
  /** The first error of the books in it, and the number of errors; null if there are none. */
  unsound: string | null
}
export type Place = { folder: string; key: string | null }
type BackupContext = Pick<AppContext, 'db' | 'clock' | 'version' | 'env'> & Partial<Pick<AppContext, 'log'>>

export async function makeBackup(
  { db, clock, version, env, log }: BackupContext,
  { folder, key }: Place,
  signal?: AbortSignal,
): Promise<Made> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(env.dataDir, /^(backup-[0-9a-f-]{36}\.gz(\.part)?|proof-\w{6})$/)
  await removeLeftovers(folder, /^talaan-[\dZ-]+\.gz(\.age)?\.part$/)
  await assertEnoughSpace(db, env.dataDir)
  const noted = await sealedSoFar(db, log)
  const takenAt = timestamp(clock.now())
  const underWay = join(env.dataDir, `backup-${crypto.randomUUID()}${plainEnding}`)
  let said: (Header & End) | undefined
  async function* lines() {
    said = yield* backupLines(db, { release: version, takenAt })
  }
  try {
    await writeLines(underWay, lines())
    if (said === undefined) throw new Error('The backup is incomplete.')
    const problems = await proveApart(underWay, env.dataDir, signal)
    const unsound = summaryOf(problems)
    const file = nameOf(takenAt, { key, unsound })
    const bytes = await deliver(underWay, join(folder, file), key)
    const { entries, head } = said
    return { file, bytes, entries, head, acts: noted.position.toString(), actsHead: noted.hash, takenAt, unsound }
  } finally {
    await rm(underWay, { force: true })
  }
}

/** Seals the audit trail, so that the backup contains all seals. If it can't be sealed, the backup is made anyway. */
async function sealedSoFar({ kysely }: BackupContext['db'], log: BackupContext['log']): Promise<AuditHead> {
  try {
    await sealAuditEvents(kysely, { sealed: log && logsAudit(log) })
    return await auditHead(kysely)
  } catch (error) {
    if (isConnectionLost(error)) throw error
    return { position: 0n, hash: noHash }
  }
}

function summaryOf(problems: readonly string[]): string | null {
  const [first] = problems
  if (first === undefined) return null
  return problems.length === 1 ? first : `${first} (${problems.length} problems)`
}

/** Longer than any backup takes: an unfinished one that is older was interrupted. */
export const patienceMs = 2 * 3_600_000

/** Removes the files of a process that was killed during a backup. */
async function removeLeftovers(folder: string, ours: RegExp): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!ours.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    // Compared with the system clock, which also set the time of the file.
    if (Date.now() - mtimeMs > patienceMs) await rm(path, { recursive: true, force: true })
  }
}

/** An embedded database is on the same disk, and a full disk would stop Talaan. */
async function assertEnoughSpace({ pool }: BackupContext['db'], folder: string): Promise<void> {
  const { rows } = await pool.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes')
  const { bavail, bsize } = await statfs(folder, { bigint: true })
  const sentence = spaceRefusal({ books: rows[0]?.bytes ?? 0n, free: bavail * bsize })
  if (sentence !== undefined) throw new BackupFailure(sentence)
}

/** Space for the file, for the database it is restored to, and a reserve for new entries. */
export function spaceRefusal({ books, free }: { books: bigint; free: bigint }): string | undefined {
  const needed = books * 3n
  if (free >= needed) return undefined
  return `A backup of these books needs ${megabytes(needed)} MB of free space in DATA_DIR; ${megabytes(free)} MB are free.`
}

const megabytes = (bytes: bigint) => bytes / 1_000_000n

const unsoundMark = '-unsound'
/** Whether the name says that the books have errors; the operator must then confirm the restore. */
export const isNamedUnsound = (file: string): boolean => file.includes(`${unsoundMark}.gz`)

/** talaan-2026-11-22-031005Z.gz, or talaan-2026-11-22-031005Z-unsound.gz: names sort by time. */
function nameOf(takenAt: string, { key, unsound }: { key: string | null; unsound: string | null }): string {
  const moment = takenAt.slice(0, 19).replace('T', '-').replaceAll(/:/g, '')
  return `talaan-${moment}Z${unsound === null ? '' : unsoundMark}${key === null ? plainEnding : sealedEnding}`
}

const named = /^talaan-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})Z(-unsound)?\.gz(\.age)?$/

/** Deletes backups that the policy does not retain, and no other files. */
export async function thinOut(folder: string): Promise<string[]> {
  const backups = (await readdir(folder)).flatMap((name) => {
    const [, day, hours, minutes, seconds] = named.exec(name) ?? []
    if (day === undefined) return []
    return [{ name, day: dayInManila(Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)) }]
  })
  // Counted separately: unsound backups never cause a sound one to be deleted.
  const [unsound = [], sound = []] = [true, false].map((is) =>
    backups.filter(({ name }) => isNamedUnsound(name) === is),
  )
  const gone = [...backupsToDelete(sound), ...backupsToDelete(unsound)]
  for (const name of gone) await rm(join(folder, name), { force: true })
  return gone
}

const proving = fileURLToPath(new URL('./proving.ts', import.meta.url))

async function proveApart(path: string, folder: string, signal?: AbortSignal): Promise<string[]> {
  const { code, output } = await runApart(proving, [path, folder], signal)
  const last = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0) throw new BackupFailure(`The backup could not be restored: ${last}`)
  return z.array(z.string()).parse(JSON.parse(last))
}

/** Runs a separate process with low priority, so that it does not slow down Talaan. */
export async function runApart(
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => {
      if (child.pid !== undefined) lowerPriority(child.pid)
    })
    child.once('close', resolve)
  })
  return { code, output }
}

export class BackupFailure extends Error {
  override name = 'BackupFailure'
}

/** A nice value that gives it about a third of Talaan's processor time while both are busy. */
const politely = 5

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, politely)
  } catch {
    // It has already ended, or the system does not allow it.
  }
}
