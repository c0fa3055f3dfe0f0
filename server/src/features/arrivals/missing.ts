// What has no file: recorded bills and vouchers without a receipt, and money that left a bank account without an explanation. A
// file of Arrivals with the same amount and a near date may be the one that is missing.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { maxMissing } from '@talaan/contract/arrivals.ts'
import type { MissingFile } from '@talaan/contract/arrivals.ts'
import { endOfMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { isWaitingArrival, readingOfArrival } from '../../books/arrivals.ts'
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

type Missing = { missing: MissingFile[]; count: number }

/** For a query over `arrival` and `reading`, its newest: it may be the receipt. */
export const mayBeReceipt = (amount: RawBuilder<unknown>, of: RawBuilder<unknown>) =>
  sql<boolean>`(reading.total = ${amount} and abs(reading.day - ${of}) <= ${nearDays})`

/** Oldest first. */
export async function missingFiles(db: Db, query: MissingQuery): Promise<Missing> {
  const within = sql`day >= coalesce(${query.from ?? null}::date, '-infinity')
    and day <= coalesce(${query.to ?? null}::date, 'infinity')`
  const lines = sql`
    union all
    select 'line', bank_line.id, null, bank_line.description, bank_line.account, bank_line.day, null, -bank_line.amount
    from bank_line
    where bank_line.amount < 0 and ${within} and ${bankLineStands} and ${bankLineIsFree}
      and ${lastMark} is distinct from 'bank_error'`
  const documents = sql`${documentRow} where document.kind = any(${[...receiptTypes]}::text[]) and ${within} and ${lacksFile}`
  return listed(db, sql`${documents} ${query.withLines ? lines : sql``}`)
}

/**
 * Behind the matched lines of a bank account in a month: the bills that were paid, and cheques and withdrawals that pay an expense
 * directly.
 */
export async function missingOfBankMonth(db: Db, account: string, month: Month): Promise<Missing> {
  return listed(
    db,
    sql`select distinct missing.* from bank_line
    join bank_matched as theirs on theirs.bank_line_id = bank_line.id
    join bank_matched as ours on ours.match_id = theirs.match_id and ours.entry_no is not null
    join entry on entry.no = ours.entry_no and entry.document_id is not null
    cross join lateral (
      ${documentRow} where ${lacksFile} and (
        document.kind = any(${[...receiptTypes]}::text[]) and document.id in (
          select settles from open_item where open_item.document_id = entry.document_id)
        or document.id = entry.document_id and (
          document.kind = 'cheque' and not exists (
            select from open_item where open_item.document_id = document.id and settles <> document.id)
          or document.kind = 'withdrawal' and exists (
            select from line where line.entry_no = entry.no and line.vat > 0)))
    ) as missing
    where bank_line.account = ${account}
      and bank_line.day between ${startOfMonth(month)}::date and ${endOfMonth(month)}::date`,
  )
}

const documentRow = sql`select 'document' as what, document.id, document.kind, document.number as label,
  null::text as account, document.day, document.party_name as party, document.total as amount from document`

const lacksFile = sql`${hasNoReceipt}
  and not exists (select from document_void where document_void.document_id = document.id)`

/** With the files in Arrivals that may be the missing ones. */
async function listed(db: Db, missing: RawBuilder<unknown>): Promise<Missing> {
  const { rows } = await sql<Row & { count: bigint }>`
    with missing as (${missing}
    ), shown as (
      select *, count(*) over () as count from missing order by day, label, id limit ${maxMissing}
    )
    select shown.*, coalesce(found.list, '[]') as found
    from shown left join lateral (
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.file_name, 'day', one.day)
        order by abs(one.day - shown.day), one.id) as list
      from (
        select arrival.id, arrival.file_name, reading.day
        from arrival join lateral ${readingOfArrival} on true
        where ${isWaitingArrival} and ${mayBeReceipt(sql`shown.amount`, sql`shown.day`)}
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
