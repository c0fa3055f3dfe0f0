// Open items, read for the rules that validate them and the screens that show them.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { OpenItem } from '@talaan/ledger/documents/facts.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

/**
 * Open items that match a condition over `document`, `item`, its row of item_balance, and `began`, oldest first;
 * including settled ones unless the condition excludes them.
 */
export async function openItems(db: Db, condition: ReturnType<typeof sql>, limit = 2000): Promise<OpenItem[]> {
  const { rows } = await sql<Omit<OpenItem, 'kind' | 'changedBy'> & { kind: string; changedBy: string[] | null }>`
    select document.id as "documentId", item.account, document.kind, document.number, document.external_no as "externalNo",
      greatest(document.day, wanted.began) as day, document.due_day as "dueDay", item.party_id as "partyId", item.opened, item.open,
      taxes.net, taxes.vat, taxes.withheld, changes.numbers as "changedBy"
    from (
      -- Selects the items first, so that further lookups are made only for them.
      select document.id, item.account, began.day as began
      from document join item_balance as item on item.document_id = document.id
      -- A post-dated cheque is in undeposited funds from its date.
      cross join lateral (
        select min(day) as day from open_item
        where open_item.document_id = document.id and settles = document.id and open_item.account = item.account
      ) as began
      where not exists (select from document_void where document_void.document_id = document.id) and ${condition}
      order by coalesce(document.due_day, document.day), document.number, item.account
      limit ${limit}
    ) as wanted
    join document on document.id = wanted.id
    join item_balance as item on item.document_id = wanted.id and item.account = wanted.account
    cross join lateral (
      select coalesce(sum(tax_base), 0)::bigint as net, coalesce(sum(vat), 0)::bigint as vat,
        coalesce(sum(ewt), 0)::bigint as withheld
      from line join entry on entry.no = line.entry_no where entry.document_id = document.id and entry.reverses is null
    ) as taxes
    cross join lateral (
      select array_agg(number order by recorded_at desc) as numbers from (
        select other.number, other.recorded_at from open_item join document as other on other.id = open_item.document_id
        where settles = document.id and open_item.account = item.account and open_item.document_id <> document.id
        group by other.id, other.number, other.recorded_at having sum(amount) <> 0
        order by other.recorded_at desc limit 5
      ) as changed
    ) as changes
    order by coalesce(document.due_day, document.day), document.number, item.account`.execute(db)
  return rows.map((row) => ({ ...row, kind: row.kind as DocumentTypeName, changedBy: row.changedBy ?? [] }))
}
