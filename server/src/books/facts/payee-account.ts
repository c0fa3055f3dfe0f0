// The bank account that a payment goes to, with its last change and others that have the same number.
import { sql } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import { stays } from '../merged-parties.ts'
import { partiesWithNumber } from '../party-accounts.ts'
import type { FactOfBooks } from './fact.ts'

export const payeeAccount: FactOfBooks<'payeeAccount'> = {
  isAsked: (asked) => asked !== null,
  async gather(db, asked) {
    if (asked === null) return null
    const { rows } = await sql<Row>`
      select ${stays('now.party_id')} as "partyId", bank, account_name as "accountName", number, digits, currency, active,
        nth > 1 as "isChanged", (changed_at at time zone 'Asia/Manila')::date as "changedOn", users.client_id as "changedBy"
      from party_bank_account_now as now join users on users.id = changed_by
      where account_id = ${asked}::uuid`.execute(db)
    const [row] = rows
    if (row === undefined) return null
    const { digits, ...account } = row
    const same = await partiesWithNumber(db, [digits], account.partyId)
    return { ...account, sameAs: same.get(digits) ?? [] }
  },
}

type Row = {
  partyId: string
  bank: string
  accountName: string
  number: string
  digits: string
  currency: string
  active: boolean
  isChanged: boolean
  changedOn: Day
  changedBy: string
}
