// Invented taxpayers and lines that name them, for the tests of returns and lists.
import type { Filer, Listed } from '../src/tax/lists/taxpayer.ts'
import type { TaxLine, TaxParty } from '../src/tax/tax-line.ts'

const nowhere = { substreet: '', street: '', barangay: '', city: '', province: '', zip: '' }

export const sample: Filer = {
  kind: 'non_individual',
  tin9: '123456789',
  branchCode: '00000',
  registeredName: 'Sample Trading, Inc.',
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: 'Sample Trading',
  rdoCode: '033',
  fiscalYearEnd: 12,
  isUnnamed: false,
  address: { ...nowhere, street: '12 Mabini St', barangay: 'Brgy 5', city: 'Manila', zip: '1000' },
}

export const company = (id: string, registeredName: string, tin9: string, like: Partial<Listed> = {}): Listed => ({
  id,
  kind: 'non_individual',
  tin9,
  branchCode: '00000',
  registeredName,
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  address: nowhere,
  ...like,
})

export const alpha = company('alpha', 'Alpha Corp.', '111222333', {
  address: { ...nowhere, street: '1 Rizal Ave', city: 'Manila', zip: '1000' },
})
export const juan: Listed = {
  ...company('juan', '', '444555666'),
  kind: 'individual',
  lastName: 'Dela Cruz',
  firstName: 'Juan',
  middleName: 'Santos',
  address: { ...nowhere, street: '2 Luna St', city: 'Pasig', zip: '1600' },
}
export const nino = company('nino', 'Niño & Sons "Ñandú" Co.: Tools', '222333444', { branchCode: '00012' })

let entries = 0n

/** A posted line of a party; by default a plain sale of zero. */
export function taxLine(party: Listed | null, like: Partial<TaxLine> = {}): TaxLine {
  entries += 1n
  return {
    entryNo: entries,
    position: 1,
    day: '2026-06-10',
    journal: 'SJ',
    account: '4010',
    moved: 0n,
    reverses: false,
    document: {
      id: `document-${entries}`,
      kind: 'invoice',
      number: `SI-2026-${entries}`,
      externalNo: null,
      day: '2026-06-10',
    },
    party: party && registered(party),
    tax: null,
    withheld: null,
    ...like,
  }
}

const registered = (party: Listed): TaxParty => ({
  noTin: '',
  country: '',
  foreignTaxNo: '',
  vatStatus: 'vat',
  government: false,
  email: '',
  ...party,
})
