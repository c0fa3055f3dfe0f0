// Merged registrations in queries: rows keep the party they were recorded with, and lists go by the one that stays.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** For `column in …`: a party and the ones merged into it. */
export const withMerged = (partyId: string | null | undefined): RawBuilder<unknown> =>
  sql`(select same.id from party as same where same.id = ${partyId ?? null}::uuid or same.merged_into = ${partyId ?? null}::uuid)`

/** The registration that stays, of the party in a column. */
export const stays = (column: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select coalesce(merged.merged_into, merged.id) from party as merged where merged.id = ${sql.ref(column)})`

/**
 * The party of a posted line in tax lists and certificates. Days whose returns were filed, or whose certificates were
 * issued, before the merge keep the registration that they were listed with. Needs `party` joined by the line's party.
 */
export const listedParty: RawBuilder<string> = sql<string>`case when line.day >= party.merged_tax_from then party.merged_into else party.id end`
