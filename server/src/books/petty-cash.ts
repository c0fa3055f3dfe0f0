// The vouchers of a petty cash fund since its last replenishment.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

export type FundVoucher = { documentId: string; number: string; day: Day; paidTo: string; amount: Money }

/** A voucher in this many was never replenished by hand. */
const atMost = 500

/** The entries of the vouchers: recorded after the fund was last filled, and not void. */
const entriesSince = (account: string): RawBuilder<unknown> => sql`
  line join entry on entry.no = line.entry_no and entry.reverses is null
  join document on document.id = entry.document_id and document.kind = 'pettycash'
  where line.account = ${account} and entry.no > coalesce((
    select max(filled.no) from line as put join entry as filled on filled.no = put.entry_no and filled.reverses is null
    join fund_act on fund_act.document_id = filled.document_id
    where put.account = ${account} and act in ('establish', 'replenish', 'close')
      and not exists (select from document_void where document_void.document_id = fund_act.document_id)), 0)
    and not exists (select from document_void where document_void.document_id = document.id)`

/** Newest first. */
export async function vouchersSince(db: Db, account: string): Promise<FundVoucher[]> {
  const { rows } = await sql<FundVoucher>`
    select document.id as "documentId", number, document.day,
      coalesce(party_name, '') as "paidTo", (credit - debit)::bigint as amount
    from ${entriesSince(account)} order by entry.no desc limit ${atMost}`.execute(db)
  return rows
}

/** What these vouchers were posted to, besides the fund; credits, such as tax withheld, are negative. */
export async function accountsSince(
  db: Db,
  account: string,
): Promise<{ account: string; name: string; amount: Money }[]> {
  const { rows } = await sql<{ account: string; name: string; amount: Money }>`
    select other.account, account.name, sum(other.debit - other.credit)::bigint as amount
    from line as other join account on account.code = other.account
    where other.account <> ${account}
      and other.entry_no in (select entry.no from ${entriesSince(account)} order by entry.no desc limit ${atMost})
    group by other.account, account.name having sum(other.debit - other.credit) <> 0 order by other.account`.execute(db)
  return rows
}
