// Commands about copies of the books: make one, prove one, bring one back, and the pair of keys that closes them.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readLines } from '../platform/backup/file.ts'
import { BackupFailure, isNamedUnsound, makeBackup } from '../features/backups/make.ts'
import { prove as proveFile } from '../features/backups/prove.ts'
import { empty, restore as restoreFrom, RestoreRefusal } from '../platform/backup/restore.ts'
import { verify } from '../books/verify/verify.ts'
import { timestamp } from '../platform/clock.ts'
import type { Database } from '../platform/db/db.ts'
import { version } from '../platform/version.ts'
import { auditTrailLine } from './books.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'

export const backup: Command = {
  name: 'backup',
  takes: '[folder]',
  does: 'Backs up the books to one file in the folder (default: BACKUP_DIR) and tests the file by restoring it.',
  async run({ args: [asked], env, clock, open, say }) {
    const folder = asked === undefined ? env.backup?.folder : resolve(asked)
    if (folder === undefined) throw new CommandMistake('Enter a folder, or set BACKUP_DIR.')
    const db = await open()
    const made = await refusing(makeBackup({ db, clock, version, env }, { folder, key: env.backup?.key ?? null }))
    const { file, bytes, unsound } = made
    say(`${join(folder, file)}: ${bytes} bytes, ${unsound === null ? 'restored and verified' : 'restored'}.`)
    say(`${made.entries} entries; the chain ends in ${made.head}.`)
    say(`${made.acts} sealed audit events; their chain ends in ${made.actsHead}.`)
    if (unsound !== null) throw new CommandMistake(`The books in this backup have errors: ${unsound}`)
  },
}

export const prove: Command = {
  name: 'prove',
  takes: '<backup> [key file]',
  does: 'Tests a backup: restores it to a temporary directory, verifies it, and removes the directory.',
  async run({ args, env, say }) {
    const { path, identity } = asked(args)
    const { entries, head, auditTrail, takenAt, problems } = await refusing(
      proveFile(path, { identity, folder: env.dataDir }),
    )
    say(`The backup of ${takenAt} can be restored: ${entries} entries; the chain ends in ${head}.`)
    say(auditTrailLine(auditTrail))
    if (problems.length > 0) throw new CommandMistake(errorsIn(problems))
  },
}

export const restore: Command = {
  name: 'restore',
  takes: '<backup> [key file] [--unsound]',
  does: 'Restores a backup into an empty database, embedded or on a server; --unsound: even if its books have errors.',
  async run({ args: given, clock, open, say }) {
    const isAccepted = given.includes('--unsound')
    const { path, identity } = asked(given.filter((arg) => arg !== '--unsound'))
    if (!isAccepted && isNamedUnsound(path)) throw new CommandMistake(`The books in this backup have errors. ${ask}`)
    const db = await open({ bare: true })
    const broken: string[] = []
    const { takenAt } = await refusing(restoreFrom(db, () => readLines(path, identity), { broken }))
    const { checks, entries, head, auditTrail } = await verify(db.kysely)
    const problems = [...broken, ...checks.flatMap(({ problems: found }) => found)]
    if (!isAccepted && problems.length > 0) {
      await empty(db)
      throw new CommandMistake(`${errorsIn(problems)}\n${ask}`)
    }
    await endSessions(db, timestamp(clock.now()))
    say(`The backup of ${takenAt} is restored: ${entries} entries; the chain ends in ${head}.`)
    say(auditTrailLine(auditTrail))
    say(
      'Everyone must log in again. The accounts were restored from the backup. Check that each account is still correct:',
    )
    for (const line of await accountLines(db)) say(`  ${line}`)
    if (problems.length > 0) say(errorsIn(problems))
  },
}

const ask = 'Nothing was restored. Use an earlier backup, or add --unsound to restore this one with its errors.'

const errorsIn = (problems: readonly string[]): string =>
  ['The books in this backup have errors:', ...problems.map((problem) => `  ${problem}`)].join('\n')

/** Whoever was signed in when the backup was taken is not signed in now, and no token of that time opens anything. */
const endSessions = ({ kysely }: Database, at: string): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable('session')
      .set({ ended_at: at, end_reason: 'restored' })
      .where('ended_at', 'is', null)
      .execute()
    // The portal makes new ones when it starts.
    await trx.deleteFrom('signing_key').execute()
  })

async function accountLines({ kysely }: Database): Promise<string[]> {
  const people = await kysely
    .selectFrom('users')
    .select(['client_id as clientId', 'role', 'seat'])
    .where('deleted_at', 'is', null)
    .orderBy('client_id')
    .execute()
  return people.map(({ clientId, role, seat }) => `${clientId}, ${role}, ${seat === null ? 'inactive' : 'active'}`)
}

export const backupKey: Command = {
  name: 'backup-key',
  takes: '',
  does: 'Creates two keys for encrypted backups: one for this machine, and one to store elsewhere.',
  async run({ say }) {
    const { generateIdentity, identityToRecipient } = await import('age-encryption')
    const secret = await generateIdentity()
    say('Set this public key on the machine that runs Talaan. It can only encrypt backups:')
    say('')
    say(`  BACKUP_KEY=${await identityToRecipient(secret)}`)
    say('')
    say(
      'Save this private key to a file on another machine, and print it. Without this key, the backups cannot be opened:',
    )
    say('')
    say(`  ${secret}`)
  },
}

function asked([path, keyFile]: readonly string[]): { path: string; identity: string | null } {
  if (path === undefined) throw new CommandMistake('Enter the name of the backup file.')
  return { path: resolve(path), identity: keyFile === undefined ? null : secretIn(keyFile) }
}

/** A key file may carry comments, as age's own do. */
function secretIn(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandMistake(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const secret = text.split(/\r?\n/).find((line) => line.trim().startsWith('AGE-SECRET-KEY-'))
  if (secret === undefined) throw new CommandMistake(`There is no key in ${path}; a key begins with AGE-SECRET-KEY-.`)
  return secret.trim()
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RestoreRefusal || error instanceof BackupFailure) throw new CommandMistake(error.message)
    throw error
  }
}
