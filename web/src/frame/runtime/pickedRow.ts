// Converts a party of the register to a picker's value.
import type { PartyAnswer, PartyRow } from '@talaan/contract/parties.ts'
import { addressLine } from '@talaan/ledger/core/party.ts'

export function pickedRow({ id, name, customer, supplier, fields }: PartyAnswer): PartyRow {
  const { kind, tin, noTin, country, email, vatStatus, government, withholdingExempt } = fields
  const { registeredEnterprise, zeroRatingCertificate } = fields
  return {
    id,
    name,
    tin,
    address: addressLine(fields),
    email: email || null,
    kind,
    vatStatus,
    noTin,
    country,
    government,
    withholdingExempt,
    registeredEnterprise,
    zeroRatingCertificate,
    customer,
    supplier,
  }
}
