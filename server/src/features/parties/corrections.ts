// The corrections of a party, and their number.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { PartyCorrection } from '@talaan/contract/parties.ts'
import { partyChanges } from '@talaan/ledger/core/party.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** For a select from `party`. */
export const correctionCount = sql<number>`(select count(*)::int from party_correction where party_id = party.id)`

/** Newest first. */
export async function correctionsOf(db: Kysely<Tables>, partyId: string): Promise<PartyCorrection[]> {
  const rows = await db
    .selectFrom('party_correction')
    .innerJoin('users', 'users.id', 'corrected_by')
    .select(['reason', 'before', 'after', 'corrected_at as at', 'users.client_id as by'])
    .where('party_id', '=', partyId)
    .orderBy('nth', 'desc')
    .execute()
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    changes: partyChanges(before as PartyFields, after as PartyFields),
  }))
}
