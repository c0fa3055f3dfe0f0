// Backup commands: make one, verify one, restore one, and create the key pair for encryption.
import { join, resolve } from 'node:path'
import { readLines } from '../platform/backup/file.ts'
import { makeBackup } from '../features/backups/make.ts'
import { prove as proveFile } from '../features/backups/prove.ts'
import { restore as restoreFrom } from '../platform/backup/restore.ts'
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
  async run({ args: [asked], env, clock, open, say }) {
    const folder = asked === undefined ? env.backup?.folder : resolve(asked)
    if (folder === undefined) throw new CommandMistake('Enter a folder, or set BACKUP_DIR.')
    const db = await open()
    const made = await refusing(makeBackup({ db, clock, version, env }, { folder, key: env.backup?.key ?? null }))
    say(`${join(folder, made.file)}: ${made.bytes} bytes, restored and verified.`)
    say(`${made.entries} entries; the chain ends in ${made.head}.`)
    say(`${made.acts} sealed audit events; their chain ends in ${made.actsHead}.`)
  },
}

export const prove: Command = {
  name: 'prove',
  takes: '<backup> [key file]',
  does: 'Tests a backup: restores it to a temporary directory, verifies it, and removes the directory.',
  async run({ args, env, say }) {
    const { path, identity } = asked(args)
    const { entries, head, auditTrail, takenAt } = await refusing(proveFile(path, { identity, folder: env.dataDir }))
    say(`The backup of ${takenAt} can be restored: ${entries} entries; the chain ends in ${head}.`)
    say(auditTrailLine(auditTrail))
  },
}

export const restore: Command = {
  name: 'restore',
  takes: '<backup> [key file], or --to <moment> [key file]',
  does: 'Restores a backup into an empty database, or the embedded database to a moment: --to "2026-11-23 14:05".',
  async run(tools) {
    const { args, clock, open, say } = tools
    if (args.some((arg) => arg.startsWith('--'))) return restoreToMoment(tools)
    const { path, identity } = asked(args)
    const db = await open({ bare: true })
    const { takenAt } = await refusing(restoreFrom(db, () => readLines(path, identity)))
    const isSound = await sayRestored(db, { clock, say }, `The backup of ${takenAt}`)
    if (!isSound) throw new CommandMistake('The backup is restored, and has the errors that the books had.')
  },
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
