// What came in for assets that were sold, period by period, read from what settled the invoices to their buyers.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/chart.ts'
import { sum } from '@talaan/ledger/money.ts'
import type { Money } from '@talaan/ledger/money.ts'
import { proceedsCollected } from '@talaan/ledger/reports/proceeds.ts'
import type { SettledSale } from '@talaan/ledger/reports/proceeds.ts'
import type { Period } from '@talaan/ledger/reports/statements.ts'
import type { Tables } from '../tables.ts'

/** Collected on invoices with a line on the account of disposals: the part that is the price of the asset. */
export async function proceedsIn(db: Kysely<Tables>, periods: readonly Period[]): Promise<Money[]> {
  const { rows } = await sql<SettledSale>`
    with sale as (
      select document.id, document.total, sum(line.credit - line.debit)::bigint as price
      from line join entry on entry.no = line.entry_no and entry.reverses is null
      join document on document.id = entry.document_id and kind = 'invoice'
      where line.account = ${accounts.disposals}
      group by document.id
    )
    select sale.id as invoice, total, price, item.day, -item.amount as settled, exists (
        select from entry join line on line.entry_no = entry.no join account on code = line.account
        where entry.document_id = item.document_id and statement_line = 'Cash'
      ) as "movesCash"
    from sale join open_item as item on item.settles = sale.id and item.document_id <> sale.id
    where item.account = ${accounts.receivables}
    order by item.id`.execute(db)
  const flows = proceedsCollected(rows)
  return periods.map(({ from, to }) =>
    sum(flows.filter(({ day }) => day >= from && day <= to).map(({ amount }) => amount)),
  )
}
