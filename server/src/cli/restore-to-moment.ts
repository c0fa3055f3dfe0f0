// talaan restore --to <moment>: lists what would be lost, and with --confirm restores the books of that moment to DATA_DIR. The
// previous database is renamed, not deleted.
import { existsSync, renameSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verify } from '../books/verify/verify.ts'
import { archiveFolder, archivePlace, databaseFolder } from '../features/backups/log-archive.ts'
import { recover } from '../features/backups/recover.ts'
import { nameOfMoment, readArchive, stretchFor } from '../platform/backup/archive.ts'
import type { Stretch } from '../platform/backup/archive.ts'
import { timestamp } from '../platform/clock.ts'
import type { Database } from '../platform/db/db.ts'
import { lockDirectory } from '../platform/db/lock.ts'
import { syncDirectory, syncTree } from '../platform/db/syncing.ts'
import { migrate } from '../platform/db/migrate.ts'
import { CommandMistake } from './command.ts'
import type { Tools } from './command.ts'
import { refusing, sayRestored, secretIn } from './restored.ts'

export async function restoreToMoment({ args, env, clock, open, say }: Tools): Promise<void> {
  const options = optionsOf(args)
  const place = archivePlace({ env })
  if (place === undefined)
    throw new CommandMistake(
      'Only the embedded database can be restored to a point in time. Set BACKUP_DIR to the folder with its backups.',
    )
  const archive = await readArchive(archiveFolder(place))
  const { stretch, moment } = chosen(archive, options.to)
  const identities = await identitiesOf(env.dataDir, options.keyFile)
  const isThere = existsSync(join(databaseFolder(env.dataDir), 'PG_VERSION'))

  say(`The books can be restored to ${inManila(moment)}.`)
  if (isThere) {
    const present = await open({ bare: true })
    for (const line of await missing(present, moment)) say(line)
    await present.close()
  } else say(`There is no database in ${env.dataDir} to compare with.`)
  if (!options.confirm) {
    say('Nothing was changed. To restore, run the command again with --confirm.')
    return
  }

  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(env.dataDir)
  const restoring = await mkdtemp(join(env.dataDir, 'restoring-'))
  try {
    const to = options.to === 'latest' ? null : timestamp(moment)
    await using db = await refusing(
      recover({
        stretch,
        to,
        dataDir: restoring,
        identities,
        mirror: options.to === 'latest' ? env.mirror?.folder : null,
      }),
    )
    await migrate(db)
    await sayRestored(
      db,
      { clock, say },
      { what: `The state of ${inManila(moment)}`, verdict: await verify(db.kysely) },
    )
    await db.close()
    syncTree(databaseFolder(restoring))
    const directory = databaseFolder(env.dataDir)
    if (isThere) {
      const before = join(env.dataDir, `database-until-${nameOfMoment(clock.now())}`)
      renameSync(directory, before)
      say(`The previous database was renamed to ${before}. Delete it when you no longer need it.`)
    }
    renameSync(databaseFolder(restoring), directory)
    syncDirectory(env.dataDir)
  } finally {
    await rm(restoring, { recursive: true, force: true })
    lock.release()
  }
}

type RestoreOptions = { to: string; keyFile: string | undefined; confirm: boolean }

function optionsOf(args: readonly string[]): RestoreOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, confirm: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    if (values.to !== undefined) return { to: values.to.trim(), keyFile: positionals[0], confirm: values.confirm }
  } catch {
    // Handled below.
  }
  throw new CommandMistake(
    'Use restore --to "2026-11-23 14:05" or restore --to latest. To start the restore, add --confirm.',
  )
}

/** `to` is a date and time in Manila, or 'latest' for the end of the log. */
function chosen(archive: readonly Stretch[], to: string): { stretch: Stretch; moment: number } {
  const [first, last] = [archive[0], archive.at(-1)]
  if (first === undefined || last === undefined)
    throw new CommandMistake('There is no log of an embedded database in BACKUP_DIR.')
  if (to === 'latest') return { stretch: last, moment: last.until }
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(to) ?? []
  const moment = Date.parse(`${day}T${time}+08:00`)
  if (Number.isNaN(moment))
    throw new CommandMistake(
      `'${to}' is not a date and time. Enter a date and a time in Manila time, such as "2026-11-23 14:05".`,
    )
  const stretch = stretchFor(archive, moment)
  if (stretch !== undefined) return { stretch, moment }
  throw new CommandMistake(
    moment > first.since && moment < last.until
      ? `The log has a gap at ${inManila(moment)}. Choose an earlier or later time.`
      : `Choose a time from ${inManila(first.since)} to ${inManila(last.until)}, or use --to latest.`,
  )
}

/** The key in the operator's file, or the test key of this machine if it still exists. */
async function identitiesOf(dataDir: string, keyFile: string | undefined): Promise<string[]> {
  if (keyFile !== undefined) return [secretIn(keyFile)]
  const key = await readFile(join(dataDir, 'test.key'), 'utf8').catch(() => '')
  return key === '' ? [] : [key.trim()]
}

/** Lines about documents and entries recorded after the moment. */
async function missing({ pool }: Database, moment: number): Promise<string[]> {
  const at = timestamp(moment)
  const documents = await pool.query<{ number: string; title: string }>(
    `select number, kind as title from document where recorded_at > $1 order by recorded_at, number`,
    [at],
  )
  const { rows } = await pool.query<{ entries: number; voids: number; acts: number; last: string | null }>(
    `select (select count(*)::int from entry where posted_at > $1) as entries,
       (select count(*)::int from document_void where voided_at > $1) as voids,
       (select count(*)::int from audit where at > $1) as acts,
       (select max(at) from audit) as last`,
    [at],
  )
  const [counts] = rows
  const numbers = documents.rows.map(({ number }) => number)
  return [
    `These newer records would be lost (documents: ${numbers.length}, entries: ${counts?.entries ?? 0}, voids: ${counts?.voids ?? 0}, audit events: ${counts?.acts ?? 0}).`,
    ...numbers.slice(0, shownNumbers).map((number) => `  ${number}`),
    ...(numbers.length > shownNumbers ? [`  and ${numbers.length - shownNumbers} more`] : []),
  ]
}

const shownNumbers = 20

const inManila = (ms: number): string =>
  `${new Date(ms).toLocaleString('en-GB', { timeZone: 'Asia/Manila', dateStyle: 'medium', timeStyle: 'medium' })} (Manila time)`
