// A party for posting rules, read from its row: the register data used by documents.
import { storedFields, tinParts } from '@talaan/ledger/core/party.ts'
import type { Party } from '@talaan/ledger/core/party.ts'

/** The fields were validated at registration and stored in that form. */
export function partyOf(row: { id: string; customer: boolean; supplier: boolean; fields: unknown }): Party {
  const { tin, ...fields } = storedFields(row.fields)
  return { ...fields, ...tinParts(tin), id: row.id, customer: row.customer, supplier: row.supplier }
}
