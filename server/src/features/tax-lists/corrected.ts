// Parties that a list shows differently from its documents: they were corrected after recording.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { CorrectedParty } from '@talaan/ledger/tax/lists/checks.ts'
import { partyChanges } from '@talaan/ledger/core/party.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import { instant } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Days = { from: Day; to: Day }

/** Parties with taxes posted in the period before they were corrected, each with its newest correction. */
export async function correctedSince(db: Kysely<Tables>, { from, to }: Days): Promise<CorrectedParty[]> {
  const { rows } = await sql<{ id: string; before: unknown; after: unknown; at: string }>`
    select distinct on (party_id) party_id as id, before, after, corrected_at as at from party_correction
    where exists (
      select from line join entry on entry.no = line.entry_no
      where line.party_id = party_correction.party_id and line.day between ${from}::date and ${to}::date
        and (vat_class is not null or atc is not null) and posted_at < corrected_at)
    order by party_id, nth desc`.execute(db)
  return rows.map(({ id, before, after, at }) => {
    const fields = after as PartyFields
    const labels = partyChanges(before as PartyFields, fields).map(({ label }) => label)
    return { id, fields, labels, day: dayInManila(instant(at)) }
  })
}
