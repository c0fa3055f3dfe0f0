// The current budget: the last entered amount of each account and month.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../platform/db/tables.ts'

/** By account and month, centavos on the normal side of the account. */
export async function budgetFigures(
  db: Kysely<Tables>,
  months: readonly Month[],
): Promise<ReadonlyMap<string, ReadonlyMap<Month, bigint>>> {
  const { rows } = await sql<{ account: string; month: Month; amount: bigint }>`
    select distinct on (account, month) account, month, amount
    from budget_amount join budget_change on budget_change.id = change_id
    where month = any(${[...months]}::text[]) order by account, month, seq desc`.execute(db)
  const found = new Map<string, Map<Month, bigint>>()
  for (const { account, month, amount } of rows) {
    const own = found.get(account) ?? new Map<Month, bigint>()
    found.set(account, own.set(month, amount))
  }
  return found
}
