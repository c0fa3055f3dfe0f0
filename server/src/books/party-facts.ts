// A party as posting rules know it, read from its row: what documents ask of the register.
import { keptFields, parseTin } from '@talaan/ledger/core/party.ts'
import type { Party } from '@talaan/ledger/core/party.ts'

/** The fields were judged when the party was registered and are stored as they came out of that. */
export function partyOf(row: { id: string; customer: boolean; supplier: boolean; fields: unknown }): Party {
  const { tin, ...fields } = keptFields(row.fields)
  const read = parseTin(tin)
  if (!read.ok) throw new Error(`Party ${row.id} has an invalid TIN: ${read.message}`)
  const { tin9, branchCode } = read
  return { ...fields, id: row.id, customer: row.customer, supplier: row.supplier, tin9, branchCode }
}
