// Adds an account for an installation without a browser: a one-time password, one of the five seats.
import { randomUUID } from 'node:crypto'
import { roles } from '@talaan/contract/roles.ts'
import { clientIdPattern, clientIdSentence } from '@talaan/contract/session.ts'
import { userProblems } from '@talaan/contract/users.ts'
import { audit } from '../platform/audit/audit.ts'
import { timestamp } from '../platform/clock.ts'
import { hashPassword, oneTimePassword, standardCost } from '../http/passwords.ts'
import { freeSeat } from '../features/users/routes.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'

export const addAccount: Command = {
  name: 'add-account',
  writes: true,
  takes: `<client ID> <${roles.join('|')}>`,
  does: 'Adds a user account with a one-time password, which the person must change at the first login.',
  async run({ args: [clientId = '', roleName], open, clock, say }) {
    const role = roles.find((each) => each === roleName)
    if (clientId === '' || role === undefined) throw new CommandMistake(`Usage: talaan add-account ${addAccount.takes}`)
    if (!clientIdPattern.test(clientId)) throw new CommandMistake(clientIdSentence)
    const password = oneTimePassword()
    const password_hash = await hashPassword(password, standardCost)
    const { kysely } = await open()
    await kysely.transaction().execute(async (trx) => {
      const company = await trx.selectFrom('company').select('name').executeTakeFirst()
      if (!company) throw new CommandMistake('There is no company yet. Start Talaan once to create it.')
      const seat = await freeSeat(trx)
      const same = await trx
        .selectFrom('users')
        .select('id')
        .where((is) => is(is.fn<string>('lower', ['client_id']), '=', clientId.toLowerCase()))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (same) throw new CommandMistake(userProblems.duplicate.sentence)
      if (seat === undefined) throw new CommandMistake(userProblems.capReached.sentence)
      const id = randomUUID()
      await trx
        .insertInto('users')
        .values({
          id,
          client_id: clientId,
          role,
          password_hash,
          seat,
          first_login: true,
          created_at: timestamp(clock.now()),
          deleted_at: null,
        })
        .execute()
      await audit(trx, clock, {
        actorName: 'operator',
        action: 'operator.addAccount',
        object: { type: 'user', id },
        detail: { clientId, role },
      })
    })
    say(`Client ID           ${clientId}`)
    say(`One-time password   ${password}`)
  },
}
