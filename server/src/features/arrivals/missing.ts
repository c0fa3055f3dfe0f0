// What has no file: recorded bills and vouchers without a receipt, and money that left a bank account without an explanation. A
// file of Arrivals with the same amount and a near date may be the one that is missing.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { maxMissing } from '@talaan/contract/arrivals.ts'
import type { MissingFile } from '@talaan/contract/arrivals.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { isWaitingArrival } from '../../books/arrivals.ts'
import { bankLineIsFree, bankLineStands, lastMark } from '../../books/bank-positions.ts'
import { hasNoReceipt, receiptTypes } from '../../books/receipts.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
/** A receipt is dated within these days of the payment, or of the document. */
const nearDays = 10

type Row = {
  what: MissingFile['what']
  id: string
  kind: DocumentTypeName | null
  label: string
  account: string | null
  day: Day
  party: string | null
  amount: Money
  found: MissingFile['found']
}

export type MissingQuery = { from?: Day | undefined; to?: Day | undefined; withLines: boolean }

/** Oldest first. */
export async function missingFiles(db: Db, query: MissingQuery): Promise<{ missing: MissingFile[]; count: number }> {
  const within = sql`day >= coalesce(${query.from ?? null}::date, '-infinity')
    and day <= coalesce(${query.to ?? null}::date, 'infinity')`
  const lines = sql`
    union all
    select 'line', bank_line.id, null, bank_line.description, bank_line.account, bank_line.day, null, -bank_line.amount
    from bank_line
    where bank_line.amount < 0 and ${within} and ${bankLineStands} and ${bankLineIsFree}
      and ${lastMark} is distinct from 'bank_error'`
  const { rows } = await sql<Row & { count: bigint }>`
    with missing as (
      select 'document' as what, document.id, document.kind, document.number as label, null as account, document.day,
        document.party_name as party, document.total as amount
      from document
      where document.kind = any(${[...receiptTypes]}::text[]) and ${within} and ${hasNoReceipt}
        and not exists (select from document_void where document_void.document_id = document.id)
      ${query.withLines ? lines : sql``}
    ), shown as (
      select *, count(*) over () as count from missing order by day, label, id limit ${maxMissing}
    )
    select shown.*, coalesce(found.list, '[]') as found
    from shown left join lateral (
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.file_name, 'day', one.day)
        order by abs(one.day - shown.day), one.id) as list
      from (
        select arrival.id, arrival.file_name, reading.day
        from arrival join lateral (
          select day, total from arrival_reading where arrival_id = arrival.id order by id desc limit 1
        ) as reading on true
        where ${isWaitingArrival} and reading.total = shown.amount
          and abs(reading.day - shown.day) <= ${nearDays}
        limit 3
      ) as one
    ) as found on true
    order by shown.day, shown.label, shown.id`.execute(db)
  return { missing: rows.map(missingOf), count: Number(rows[0]?.count ?? 0) }
}

const missingOf = ({ what, id, kind, label, account, day, party, amount, found }: Row): MissingFile => ({
  what,
  id,
  kind,
  label,
  account,
  day,
  party,
  amount,
  found,
})
