// The operator's commands for accounts: list them, reset a password, log accounts out. Anyone who can run these commands can
// also read the database, so they ask for no password. The audit trail names the operator.
import type { Transaction } from 'kysely'
import { audit } from '../platform/audit/audit.ts'
import { attempts, passwordWasRight } from '../http/limits.ts'
import { hashPassword, oneTimePassword, standardCost } from '../http/passwords.ts'
import { endSessions, leaveNotice } from '../http/session/session.ts'
import { isLive } from '../http/session/life.ts'
import { momentInManila } from '../http/session/moment.ts'
import type { Tables } from '../platform/db/tables.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'

const actorName = 'operator'

export const accounts: Command = {
  name: 'accounts',
  takes: '',
  does: 'Lists the user accounts with their roles and status, and shows who is logged in.',
  async run({ open, clock, say }) {
    const { kysely } = await open()
    const people = await kysely
      .selectFrom('users')
      .leftJoin('session', (join) => join.onRef('session.user_id', '=', 'users.id').on('session.ended_at', 'is', null))
      .select(['client_id as clientId', 'role', 'seat', 'first_login as firstLogin'])
      .select([
        'session.created_at as createdAt',
        'active_at as activeAt',
        'pinged_at as pingedAt',
        'closing_at as closingAt',
      ])
      .where('deleted_at', 'is', null)
      .orderBy('users.client_id')
      .execute()
    for (const { clientId, role, seat, firstLogin, ...times } of people) {
      const status = seat === null ? 'deactivated' : 'active'
      const more = [firstLogin && 'must change password', isLive(times, clock.now()) && 'logged in'].filter(Boolean)
      say([clientId.padEnd(24), role.padEnd(12), status.padEnd(12), more.join(', ')].join(' ').trimEnd())
    }
    if (people.length === 0) say('There is no user account yet. Start Talaan once to create the first one.')
  },
}

export const resetAnyPassword: Command = {
  name: 'reset-password',
  writes: true,
  takes: '<client ID>',
  does: 'Sets a one-time password for a user account and logs the account out. The person must change the password at the next login.',
  async run({ args: [clientId], open, clock, say }) {
    if (clientId === undefined) throw new CommandMistake('Usage: talaan reset-password <client ID>')
    const password = oneTimePassword()
    const password_hash = await hashPassword(password, standardCost)
    const { kysely } = await open()
    const found = await kysely.transaction().execute(async (trx) => {
      const account = await accountOf(trx, clientId)
      await trx.updateTable('users').set({ password_hash, first_login: true }).where('id', '=', account.id).execute()
      await passwordWasRight(trx, clock, attempts.ofStrangers(account.clientId))
      await endSessions(trx, clock, { userId: account.id, reason: 'operator' })
      const sentence = `On ${momentInManila(clock.now())} the system administrator reset your password.`
      await leaveNotice(trx, { userId: account.id, sentence })
      await audit(trx, clock, {
        actorName,
        action: 'operator.resetPassword',
        object: { type: 'user', id: account.id },
        detail: { clientId: account.clientId },
      })
      return account
    })
    say(`Client ID           ${found.clientId}`)
    say(`One-time password   ${password}`)
    if (found.seat === null)
      say('This user account is deactivated. An administrator can activate it in User Management.')
  },
}

export const endAllSessions: Command = {
  name: 'end-sessions',
  writes: true,
  takes: '[client ID]',
  does: 'Logs out one user account, or all user accounts.',
  async run({ args: [clientId], open, clock, say }) {
    const { kysely } = await open()
    const count = await kysely.transaction().execute(async (trx) => {
      const people =
        clientId === undefined
          ? await trx.selectFrom('users').select(['id', 'client_id as clientId']).execute()
          : [await accountOf(trx, clientId)]
      let ended = 0
      for (const { id, clientId } of people) {
        const count = await endSessions(trx, clock, { userId: id, reason: 'operator' })
        if (count > 0)
          await audit(trx, clock, {
            actorName,
            action: 'operator.endSessions',
            object: { type: 'user', id },
            detail: { clientId },
          })
        ended += count
      }
      return ended
    })
    say(count === 0 ? 'No one was logged in.' : `Accounts logged out: ${count}.`)
  },
}

async function accountOf(
  trx: Transaction<Tables>,
  clientId: string,
): Promise<{ id: string; clientId: string; seat: number | null }> {
  const account = await trx
    .selectFrom('users')
    .select(['id', 'client_id as clientId', 'seat'])
    .where((is) => is(is.fn<string>('lower', ['client_id']), '=', clientId.toLowerCase()))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account)
    throw new CommandMistake(`There is no user account '${clientId}'. To list the user accounts, run: talaan accounts`)
  return account
}
