// How late customers paid their invoices, for the cash projection and for the page of a customer.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../platform/db/tables.ts'
import { withMerged } from './merged-parties.ts'

/** The first day of the two years whose payments show how customers pay. */
export const habitsSince = (asOf: Day): Day => addDays(asOf, -730)

/** The days from the due date to the last payment of each invoice that was paid in these two years, by customer. */
export async function daysLate(
  db: Kysely<Tables>,
  { asOf, partyId }: { asOf: Day; partyId?: string },
): Promise<{ party: string; days: number[] }[]> {
  const since = habitsSince(asOf)
  const ofParty = partyId === undefined ? sql`true` : sql`item.party_id in ${withMerged(partyId)}`
  const { rows } = await sql<{ party: string; days: number[] }>`
    select item.party_id as party, array_agg(paid.last - coalesce(document.due_day, document.day)) as days
    from item_balance as item
    join document on document.id = item.document_id and document.kind in ('invoice', 'debitmemo')
    cross join lateral (
      select max(open_item.day) as last from open_item join document as payment on payment.id = open_item.document_id
      where settles = item.document_id and open_item.account = item.account and amount < 0 and payment.kind = 'collection'
    ) as paid
    where item.account = ${accounts.receivables} and item.open = 0 and ${ofParty}
      and document.day between ${since}::date - 365 and ${asOf}::date and paid.last between ${since}::date and ${asOf}::date
      and not exists (select from document_void where document_void.document_id = item.document_id)
    group by item.party_id`.execute(db)
  return rows
}
