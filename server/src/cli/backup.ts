// Backup commands: make one, verify one, restore one, and create the key pair for encryption.
import { join, resolve } from 'node:path'
import { readLines } from '../platform/backup/file.ts'
import { isNamedUnsound, makeBackup } from '../features/backups/make.ts'
import { verify } from '../books/verify/verify.ts'
import { prove as proveFile } from '../features/backups/prove.ts'
import { empty, restore as restoreFrom } from '../platform/backup/restore.ts'
import { version } from '../platform/version.ts'
import { auditTrailLine } from './books.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'
import { refusing, sayRestored, secretIn } from './restored.ts'
import { restoreToMoment } from './restore-to-moment.ts'

export const backup: Command = {
  name: 'backup',
  takes: '[folder]',
  does: 'Backs up the books to one file in the folder (default: BACKUP_DIR) and tests the file by restoring it.',
  async run({ args: [chosen], env, clock, open, say }) {
    const folder = chosen === undefined ? env.backup?.folder : resolve(chosen)
    if (folder === undefined) throw new CommandMistake('Enter a folder, or set BACKUP_DIR.')
    const db = await open()
    const made = await refusing(makeBackup({ db, clock, version, env }, { folder, key: env.backup?.key ?? null }))
    const { file, bytes, unsound } = made
    say(`${join(folder, file)}: ${bytes} bytes, ${unsound === null ? 'restored and verified' : 'restored'}.`)
    say(`Entries: ${made.entries}; the last hash is ${made.head}.`)
    say(`Sealed audit events: ${made.acts}; their last hash is ${made.actsHead}.`)
    if (unsound !== null) throw new CommandMistake(`The books in this backup have errors: ${unsound}`)
  },
}

export const prove: Command = {
  name: 'prove',
  takes: '<backup> [key file]',
  does: 'Tests a backup: restores it to a temporary directory, verifies it, and removes the directory.',
  async run({ args, env, say }) {
    const { path, identity } = backupAndKey(args)
    const { entries, head, auditTrail, takenAt, problems } = await refusing(
      proveFile(path, { identity, folder: env.dataDir }),
    )
    say(`The backup of ${takenAt} can be restored. Entries: ${entries}; the last hash is ${head}.`)
    say(auditTrailLine(auditTrail))
    if (problems.length > 0) throw new CommandMistake(errorsIn(problems))
  },
}

export const restore: Command = {
  name: 'restore',
  takes: '<backup> [key file] [--unsound], or --to <time> [key file]',
  does: 'Restores a backup into an empty database, or the embedded database to a point in time: --to "2026-11-23 14:05". --unsound: even if the books in the backup have errors.',
  async run(tools) {
    const { clock, open, say } = tools
    const isAccepted = tools.args.includes('--unsound')
    const args = tools.args.filter((arg) => arg !== '--unsound')
    if (args.some((arg) => arg.startsWith('--'))) return restoreToMoment(tools)
    const { path, identity } = backupAndKey(args)
    if (!isAccepted && isNamedUnsound(path)) throw new CommandMistake(`The books in this backup have errors. ${ask}`)
    const db = await open({ bare: true })
    const broken: string[] = []
    const { takenAt } = await refusing(restoreFrom(db, () => readLines(path, identity), { broken }))
    const verdict = await verify(db.kysely)
    const problems = [...broken, ...verdict.checks.flatMap(({ problems: found }) => found)]
    if (!isAccepted && problems.length > 0) {
      await empty(db)
      throw new CommandMistake(`${errorsIn(problems)}\n${ask}`)
    }
    await sayRestored(db, { clock, say }, { what: `The backup of ${takenAt}`, verdict })
  },
}

const ask = 'Nothing was restored. Use an earlier backup, or add --unsound to restore this one with its errors.'

const errorsIn = (problems: readonly string[]): string =>
  ['The books in this backup have errors:', ...problems.map((problem) => `  ${problem}`)].join('\n')

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
      'Save this secret key to a file on another machine, and print it. Without this key, the backups cannot be opened:',
    )
    say('')
    say(`  ${secret}`)
  },
}

function backupAndKey([path, keyFile]: readonly string[]): { path: string; identity: string | null } {
  if (path === undefined) throw new CommandMistake('Enter the name of the backup file.')
  return { path: resolve(path), identity: keyFile === undefined ? null : secretIn(keyFile) }
}
