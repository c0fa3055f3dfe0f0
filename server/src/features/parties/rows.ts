// The registered parties, for pickers.
import type { Kysely } from 'kysely'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { addressLine, storedFields, tinText } from '@talaan/ledger/core/party.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

export type StoredRow = Pick<
  RowOf<'party'>,
  'id' | 'name' | 'tin9' | 'branch_code' | 'email' | 'vat_status' | 'government' | 'customer' | 'supplier' | 'fields'
> &
  Pick<RowOf<'party'>, 'no_tin' | 'country' | 'foreign_tax_no'>

export const storedColumns = [
  'id',
  'name',
  'tin9',
  'branch_code',
  'email',
  'vat_status',
  'no_tin',
  'country',
  'foreign_tax_no',
  'government',
  'customer',
  'supplier',
  'fields',
] as const

export const present = (db: Kysely<Tables>) =>
  db.selectFrom('party').select(storedColumns).where('removed_at', 'is', null)

export function rowOf(row: StoredRow): PartyRow {
  const fields = storedFields(row.fields)
  return {
    id: row.id,
    name: row.name,
    tin: tinText({ tin9: row.tin9, branchCode: row.branch_code }),
    address: addressLine(fields),
    email: row.email,
    kind: fields.kind,
    vatStatus: row.vat_status,
    noTin: row.no_tin ?? '',
    country: row.country ?? '',
    government: row.government,
    withholdingExempt: fields.withholdingExempt,
    registeredEnterprise: fields.registeredEnterprise,
    zeroRatingCertificate: fields.zeroRatingCertificate,
    customer: row.customer,
    supplier: row.supplier,
  }
}

/** A party as a form's picker holds it; null if it was removed. */
export async function pickedParty(db: Kysely<Tables>, partyId: string): Promise<PartyRow | null> {
  const row = await present(db).where('id', '=', partyId).executeTakeFirst()
  return row === undefined ? null : rowOf(row)
}
