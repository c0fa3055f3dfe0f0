// The chart of accounts, active and inactive, in the order of its codes.
import { listAccounts } from '@talaan/contract/accounts.ts'
import type { Account } from '@talaan/contract/accounts.ts'
import { answers } from './serve.ts'
import type { Room } from './serve.ts'

export const accounts: Room = ({ db }) => [
  answers(listAccounts, async () => {
    const rows = await db.kysely
      .selectFrom('account')
      .select(['code', 'name', 'type', 'normal', 'control', 'active'])
      .orderBy('code')
      .execute()
    return { accounts: rows.map((row) => ({ ...row, type: row.type as Account['type'] })) }
  }),
]
