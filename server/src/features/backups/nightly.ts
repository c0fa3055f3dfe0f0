// One backup a night, and whenever somebody asked: by whichever portal of these books is quicker.
import { timestamp, today } from '../../platform/clock.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { AppContext } from '../../platform/context.ts'
import { errorLine } from '../../platform/mail.ts'
import { BackupFailure, makeBackup, patienceMs, thinOut } from './make.ts'
import type { Made } from './make.ts'

type Given = Pick<AppContext, 'db' | 'clock' | 'version' | 'env'>

const hour = 3_600_000
/** Hours in Manila from which on the night's backup is made: the banks' and the people's quiet time. */
const firstHour = 3

/** A backup that was kept; `tooMany` says why those that are not kept any longer are still there. */
type Kept = Made & { tooMany?: string }

/** Makes what is due, and answers what became of it; undefined when nothing is. */
export async function backUpWhatIsDue(given: Given): Promise<Kept | { failure: string } | undefined> {
  const { env } = given
  if (env.backup === null) return undefined
  await askForTheNight(given)
  const id = await take(given)
  if (id === undefined) return undefined
  let made: Made
  try {
    made = await makeBackup(given, env.backup)
  } catch (error) {
    const failure = sentenceOf(error)
    await end(given, { id, failure })
    return { failure }
  }
  await end(given, { id, made })
  // A share that only grows lets nothing go, and the backup is none the worse for it.
  const tooMany = await thinOut(env.backup.folder).then(() => undefined, errorLine)
  return { ...made, ...(tooMany !== undefined && { tooMany }) }
}

/** One that failed is tried again an hour later; one whose portal ended on the way has failed. */
async function askForTheNight({ db: { kysely: db }, clock }: Given): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('backup')
    .set({ ended_at: timestamp(now), failure: 'The portal ended while it made this backup.' })
    .where('ended_at', 'is', null)
    .where('begun_at', '<', timestamp(now - patienceMs))
    .execute()
  if (new Date(now + 8 * hour).getUTCHours() < firstHour) return
  await db
    .insertInto('backup')
    .values({ night: today(clock), asked_at: timestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('backup')
    .set({ begun_at: null, ended_at: null, failure: null })
    .where('night', '=', today(clock))
    .where('failure', 'is not', null)
    .where('ended_at', '<', timestamp(now - hour))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('backup as other').select('other.id').where('other.ended_at', 'is', null))),
    )
    .execute()
}

async function take({ db, clock }: Given): Promise<bigint | undefined> {
  const taken = await db.kysely
    .updateTable('backup')
    .set({ begun_at: timestamp(clock.now()) })
    .where('ended_at', 'is', null)
    .where('begun_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken?.id
}

async function end(
  { db, clock }: Given,
  { id, ...outcome }: { id: bigint } & ({ made: Made } | { failure: string }),
): Promise<void> {
  await db.kysely.transaction().execute(async (trx) => {
    const result =
      'made' in outcome ? { ...pick(outcome.made), failure: null } : { ...nothing, failure: outcome.failure }
    await trx
      .updateTable('backup')
      .set({ ...result, ended_at: timestamp(clock.now()) })
      .where('id', '=', id)
      .execute()
    await audit(trx, clock, {
      actorName: 'portal',
      action: 'backups.made',
      object: { type: 'backup', id: id.toString() },
      outcome: 'made' in outcome ? 'done' : 'refused',
      detail: 'made' in outcome ? { ...outcome.made } : { failure: outcome.failure },
    })
  })
}

const nothing = { file: null, bytes: null, entries: null, head: null, audit_position: null, audit_hash: null }

const pick = ({ file, bytes, entries, head, acts, actsHead }: Made) => ({
  ...{ file, bytes: BigInt(bytes), entries: BigInt(entries), head },
  ...{ audit_position: BigInt(acts), audit_hash: actsHead },
})

function sentenceOf(error: unknown): string {
  if (error instanceof BackupFailure) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'There is no room left where backups are kept.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'The portal may not write where backups are kept.'
  return errorLine(error)
}

const tenMinutes = 600_000

/** Looks every ten minutes and when poked, until stopped. */
export function startBackups(
  given: Given,
  { everyMs = tenMinutes, log = console.error } = {},
): { poke(): void; stop(): Promise<void> } {
  let working: Promise<unknown> | undefined
  const look = () => {
    working ??= backUpWhatIsDue(given)
      .then((outcome) => {
        if (outcome === undefined) return
        if ('failure' in outcome) log(`The backup failed: ${outcome.failure}`)
        else if (outcome.tooMany !== undefined) log(`Older backups could not be removed: ${outcome.tooMany}`)
      })
      .catch((error: unknown) => log(`No backup could be begun: ${errorLine(error)}`))
      .finally(() => (working = undefined))
  }
  const timer = setInterval(look, everyMs)
  look()
  return {
    poke: look,
    async stop() {
      clearInterval(timer)
      await working
    },
  }
}
