// Copies the log of the embedded database to the folder for backups within a minute of a write, and each night the database files
// as a new base. Together they restore the books of any moment since the first base.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../../platform/context.ts'
import { baseName, logFileName, nameOfMoment, readStretch, stretchFolders } from '../../platform/backup/archive.ts'
import { fileOf, filesOf, textOf } from '../../platform/backup/base.ts'
import { pack } from '../../platform/backup/file.ts'
import { isSegment, isSegmentName, nextSegment, startOf } from '../../platform/backup/wal.ts'
import type { Place } from './make.ts'
import { takeWitness } from './witness.ts'
import type { Witness } from './witness.ts'

type ArchiveContext = Pick<AppContext, 'db' | 'clock' | 'env'>

/** Any moment of this many days can be restored. */
export const logRetentionDays = 35
const day = 24 * 3_600_000

export const archiveFolder = ({ folder }: Pick<Place, 'folder'>): string => join(folder, 'log')
export const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** Undefined without BACKUP_DIR, and for a PostgreSQL server, which has its own tools. */
export const archivePlace = ({ env }: Pick<AppContext, 'env'>): Place | undefined =>
  env.databaseUrl === null && env.backup !== null ? env.backup : undefined

/** PostgreSQL keeps the log that a slot still needs, until it is copied. The name of the slot contains that of the base's folder. */
const slotPrefix = 'talaan_'
const unfinishedSlot = `${slotPrefix}unfinished`
const slotOf = (folder: string) => slotPrefix + (folder.split(/[/\\]/).at(-1) ?? '').toLowerCase().replaceAll('-', '_')

export class LogArchive {
  #context: ArchiveContext
  #place: Place
  /** The next transaction id when the log was last copied: while it is the same, there is nothing to copy. */
  #quietAt: string | undefined
  /** The witness at the end of a log file that is not copied yet. */
  #uncopied: Witness | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(context: ArchiveContext, place: Place) {
    this.#context = context
    this.#place = place
  }

  /** Copies the log since the last copy. Makes a base if the log does not continue an existing one. */
  copyLog(): Promise<void> {
    return this.#inTurn(async () => {
      const folder = await this.#currentFolder()
      if (folder === undefined) await this.#copyBase()
      else {
        await this.#dropSlotsBut(folder)
        // Retry a failed copy first, so that the log is not switched to a new file in every round.
        if (this.#uncopied !== undefined) await this.#copySince(folder, this.#uncopied)
        if ((await this.#nextTransaction()) !== this.#quietAt) await this.#copySince(folder, await this.#mark())
      }
    })
  }

  /** Makes a new base. */
  copyBase(): Promise<void> {
    return this.#inTurn(() => this.#copyBase())
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  get #pool() {
    return this.#context.db.pool
  }

  get #archive() {
    return archiveFolder(this.#place)
  }

  get #walFolder() {
    return join(databaseFolder(this.#context.env.dataDir), 'pg_wal')
  }

  /** The folder of the base that belongs to the slot of these books. Restored books have no slot, so they get a new base. */
  async #currentFolder(): Promise<string | undefined> {
    const slots = await this.#slots()
    const folders = await stretchFolders(this.#archive)
    return folders.findLast(({ folder }) => slots.includes(slotOf(folder)))?.folder
  }

  async #slots(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `select slot_name as name from pg_replication_slots where slot_name like 'talaan\\_%'`,
    )
    return rows.map(({ name }) => name)
  }

  async #nextTransaction(): Promise<string> {
    const { rows } = await this.#pool.query<{ next: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
    )
    return rows[0]?.next ?? ''
  }

  /** Takes the figures of the books, and ends the current log file so that it can be copied. */
  async #mark(): Promise<Witness> {
    const { witness, next } = await this.#context.db.kysely.transaction().execute(takeWitness)
    this.#uncopied = witness
    await this.#pool.query('select pg_switch_wal()')
    this.#quietAt = next
    return witness
  }

  async #copySince(folder: string, witness: Witness): Promise<void> {
    const slot = slotOf(folder)
    const current = await this.#currentSegment()
    for (
      let segment = await this.#firstToCopy(slot);
      segment < current;
      segment = nextSegment(segment, await this.#segmentBytes())
    ) {
      await this.#copySegment(folder, segment, witness)
      await this.#pool.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [
        slot,
        startOf(nextSegment(segment, await this.#segmentBytes()), await this.#segmentBytes()),
      ])
    }
    this.#uncopied = undefined
    await this.#trimMirror(current)
  }

  /** Deletes copied log files from the second folder. */
  async #trimMirror(current: string): Promise<void> {
    const { mirror } = this.#context.env
    if (mirror === null) return
    // The database thread, which writes this folder, reports its errors.
    const names = await readdir(mirror.folder).catch(() => [])
    for (const name of names.filter((each) => isSegmentName(each) && each < current))
      await rm(join(mirror.folder, name), { force: true }).catch(() => undefined)
  }

  #size: Promise<number> | undefined
  #segmentBytes(): Promise<number> {
    return (this.#size ??= this.#pool
      .query<{ size: number }>(`select setting::int as size from pg_settings where name = 'wal_segment_size'`)
      .then(({ rows }) => rows[0]?.size ?? 0))
  }

  async #currentSegment(): Promise<string> {
    const { rows } = await this.#pool.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
    )
    return rows[0]?.name ?? ''
  }

  async #firstToCopy(slot: string): Promise<string> {
    // For a position at the start of a file, pg_walfile_name returns the file before it.
    const { rows } = await this.#pool.query<{ name: string }>(
      'select pg_walfile_name(restart_lsn + 1) as name from pg_replication_slots where slot_name = $1',
      [slot],
    )
    return rows[0]?.name ?? ''
  }

  async #copySegment(folder: string, segment: string, witness: Witness): Promise<void> {
    const keys = await this.#keys()
    const names = await readdir(folder)
    // After a crash the slot may be behind: the file is already copied.
    if (names.some((name) => name.includes(segment) && !name.endsWith('.part'))) return
    const bytes = await this.#readSegment(segment)
    const path = join(folder, logFileName({ until: Date.parse(witness.at), segment }, keys))
    await pack(path, [Buffer.from(`${JSON.stringify(witness)}\n`), bytes], keys)
  }

  async #readSegment(segment: string): Promise<Buffer> {
    const bytes = await readFile(join(this.#walFolder, segment))
    if (isSegment(bytes, segment, await this.#segmentBytes())) return bytes
    throw new Error(`The content of the log file ${segment} does not match its name.`)
  }

  /** The operator's public key, and a key of this machine for the weekly test. */
  async #keys(): Promise<string[]> {
    if (this.#place.key === null) return []
    const { identityToRecipient } = await import('age-encryption')
    return [this.#place.key, await identityToRecipient(await testKey(this.#context.env.dataDir))]
  }

  async #copyBase(): Promise<void> {
    await mkdir(this.#archive, { recursive: true, mode: 0o700 })
    await this.#removeUnfinished()
    const before = await this.#currentFolder()
    await this.#dropSlotsBut(before)
    await this.#pool.query('select pg_create_physical_replication_slot($1, true)', [unfinishedSlot])
    try {
      const folder = await this.#writeBase()
      // The previous base also needs the log written while the new base was made.
      const witness = await this.#mark()
      if (before !== undefined) await this.#copySince(before, witness)
      await this.#copySince(folder, witness)
      await this.#dropSlotsBut(folder)
    } catch (error) {
      // An unused slot would keep the log from being truncated.
      await this.#dropSlotsBut(await this.#currentFolder())
      throw error
    }
    await this.#removeOld()
  }

  /** Returns the folder, which gets its final name when the base is complete. */
  async #writeBase(): Promise<string> {
    const unfinished = join(this.#archive, `${crypto.randomUUID()}.part`)
    await mkdir(unfinished, { mode: 0o700 })
    const keys = await this.#keys()
    let end: { witness: Witness; next: string } | undefined
    const content = async function* (this: LogArchive) {
      end = yield* this.#contentOfBase()
    }
    await pack(join(unfinished, baseName(keys)), content.call(this), keys)
    if (end === undefined) throw new Error('The copy of the database files is incomplete.')
    // Rounded up, because the earlier moments of this second may be before the end of the copy.
    const folder = join(this.#archive, nameOfMoment(Math.ceil(Date.parse(end.witness.at) / 1000) * 1000))
    const from = startOf(end.next, await this.#segmentBytes())
    await this.#pool.query('select pg_copy_physical_replication_slot($1, $2)', [unfinishedSlot, slotOf(folder)])
    await this.#pool.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slotOf(folder), from])
    await rename(unfinished, folder)
    return folder
  }

  async *#contentOfBase(): AsyncGenerator<Buffer, { witness: Witness; next: string }> {
    const directory = databaseFolder(this.#context.env.dataDir)
    const started = await this.#pool.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('talaan', true)) as segment`,
    )
    let label: string | undefined
    const stop = async () => {
      const { rows } = await this.#pool.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
      return rows[0]?.label ?? ''
    }
    try {
      yield* filesOf(directory)
      label = await stop()
    } finally {
      if (label === undefined) await stop()
    }
    const witness = await this.#mark()
    yield* textOf({ path: 'backup_label', at: 0, bytes: Buffer.from(label) })
    const current = await this.#currentSegment()
    let segment = started.rows[0]?.segment ?? current
    for (; segment < current; segment = nextSegment(segment, await this.#segmentBytes())) {
      await this.#readSegment(segment)
      yield* fileOf(directory, `pg_wal/${segment}`)
    }
    return { witness, next: current }
  }

  async #dropSlotsBut(folder: string | undefined): Promise<void> {
    const stays = folder === undefined ? undefined : slotOf(folder)
    for (const name of await this.#slots())
      if (name !== stays) await this.#pool.query('select pg_drop_replication_slot($1)', [name])
  }

  async #removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.#archive))
      if (/^[0-9a-f-]{36}\.part$/.test(name)) await rm(join(this.#archive, name), { recursive: true, force: true })
  }

  /** Deletes a base if the next one covers the whole retention time. */
  async #removeOld(): Promise<void> {
    const folders = await stretchFolders(this.#archive)
    const from = Date.now() - logRetentionDays * day
    for (const [at, { folder }] of folders.entries()) {
      const next = folders[at + 1]
      if (next !== undefined && next.since < from) await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The first and the last moment that can be restored; undefined without a base. */
export async function restorable(archive: string): Promise<{ since: number; until: number } | undefined> {
  const folders = await stretchFolders(archive)
  const [first, last] = [folders[0], folders.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const newest = await readStretch(last.folder, last.since)
  return newest && { since: first.since, until: newest.until }
}

/** A secret key in DATA_DIR. Anyone who can read it can read the books in the same folder anyway. */
export async function testKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'test.key')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { generateIdentity } = await import('age-encryption')
  const key = await generateIdentity()
  await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
