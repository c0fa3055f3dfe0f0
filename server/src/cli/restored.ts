// Shared by the commands that restore books or read a key.
import { readFileSync } from 'node:fs'
import type { Verdict } from '../books/verify/verify.ts'
import { BackupFailure } from '../features/backups/make.ts'
import { RestoreRefusal } from '../platform/backup/restore.ts'
import { timestamp } from '../platform/clock.ts'
import type { Database } from '../platform/db/db.ts'
import { auditTrailLine } from './books.ts'
import { CommandMistake } from './command.ts'
import type { Tools } from './command.ts'

/** The last step of every restore. */
export async function sayRestored(
  db: Database,
  { clock, say }: Pick<Tools, 'clock' | 'say'>,
  { what, verdict }: { what: string; verdict: Verdict },
): Promise<void> {
  await endSessions(db, timestamp(clock.now()))
  const { sound, entries, head, auditTrail } = verdict
  say(`${what} is restored. Entries: ${entries}; the last hash is ${head}.`)
  say(auditTrailLine(auditTrail))
  say(
    'Everyone must log in again. The user accounts were restored as they were at that time. Check that each account is still correct:',
  )
  for (const line of await accountLines(db)) say(`  ${line}`)
  if (!sound) say('The books had errors at that time. Run verify to list them.')
}

/** Ends all restored sessions and removes the signing keys, so that old tokens are not valid. */
const endSessions = ({ kysely }: Database, at: string): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable('session')
      .set({ ended_at: at, end_reason: 'restored' })
      .where('ended_at', 'is', null)
      .execute()
    // Talaan creates new keys at startup. The keys of exported sales documents and of reports open no session.
    await trx.deleteFrom('signing_key').where('purpose', 'not in', ['sales-export', 'trust-report']).execute()
  })

async function accountLines({ kysely }: Database): Promise<string[]> {
  const people = await kysely
    .selectFrom('users')
    .select(['client_id as clientId', 'role', 'seat'])
    .where('deleted_at', 'is', null)
    .orderBy('client_id')
    .execute()
  return people.map(({ clientId, role, seat }) => `${clientId}, ${role}, ${seat === null ? 'deactivated' : 'active'}`)
}

/** A key file may have comments, like those of age. */
export function secretIn(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandMistake(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const secret = text.split(/\r?\n/).find((line) => line.trim().startsWith('AGE-SECRET-KEY-'))
  if (secret === undefined)
    throw new CommandMistake(
      `There is no key in ${path}. Use the file with the secret key, which begins with AGE-SECRET-KEY-.`,
    )
  return secret.trim()
}

export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RestoreRefusal || error instanceof BackupFailure) throw new CommandMistake(error.message)
    throw error
  }
}
