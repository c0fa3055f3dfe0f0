// The stored inventory counts.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CountLine } from '@talaan/ledger/tax/inventory/count.ts'
import type { InventoryBalance } from '@talaan/ledger/tax/inventory/list.ts'
import type { CostMethod } from '@talaan/ledger/reports/annual/profile.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../platform/db/tables.ts'
import { instant, timestamp } from '../platform/clock.ts'

type Db = Kysely<Tables>
export type StoredCount = { method: CostMethod; at: string; by: string; lines: CountLine[] }

/** The last count of a year-end, with its lines in order. */
export async function countOf(db: Db, to: Day): Promise<StoredCount | undefined> {
  const count = await db
    .selectFrom('inventory_count')
    .innerJoin('users', 'users.id', 'entered_by')
    .select(['inventory_count.id', 'method', 'entered_at as at', 'client_id as by'])
    .where('year_end', '=', to)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (count === undefined) return undefined
  const { rows } = await sql<CountLine>`
    select class, code, description, location, holding, remarks, trim_scale(quantity)::text as quantity, unit, weight,
      trim_scale(unit_price)::text as "unitPrice", total
    from inventory_line where count_id = ${count.id}::uuid order by position`.execute(db)
  return { method: count.method, at: timestamp(instant(count.at)), by: count.by, lines: rows }
}

/** The accounts of inventories with their balances on a date. */
export async function inventoryBalances(db: Db, to: Day): Promise<InventoryBalance[]> {
  const { rows } = await sql<InventoryBalance>`
    select code, name, coalesce(sum(debit - credit), 0)::bigint as balance
    from account left join account_day on account_day.account = code and day <= ${to}::date
    where statement_line = 'Inventories' and active
    group by code order by code`.execute(db)
  return rows
}
