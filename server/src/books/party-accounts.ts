// Who else is paid into the same bank account: payments diverted to one account show here.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { withMerged } from './merged-parties.ts'

/** The names of other customers and suppliers with an active account of one of these numbers, by number. */
export async function partiesWithNumber(
  db: Kysely<Tables>,
  numbers: readonly string[],
  partyId: string,
): Promise<ReadonlyMap<string, string[]>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ digits: string; name: string }>`
    select distinct now.digits, party.name
    from party_bank_account as now
    join party as own on own.id = now.party_id
    join party on party.id = coalesce(own.merged_into, own.id)
    where now.digits = any(${[...numbers]}::text[]) and now.active and party.id not in ${withMerged(partyId)}
      and not exists (select from party_bank_account as later where later.account_id = now.account_id and later.nth > now.nth)
    order by party.name limit 100`.execute(db)
  const found = new Map<string, string[]>()
  for (const { digits, name } of rows) found.set(digits, [...(found.get(digits) ?? []), name])
  return found
}
