// A registered party for tests of forms; each test overrides what it is about.
import type { PartyRow } from '@talaan/contract/parties.ts'

export const sampleParty: PartyRow = {
  id: '7b0c4a3e-95a5-4f3a-8a57-0c9a2d3f6b11',
  name: 'Metro Retail Corporation',
  tin: '123-456-789-00000',
  address: '12 Rizal Street, Makati City 1200',
  email: 'ap@metro.example.com',
  kind: 'non_individual',
  vatStatus: 'vat',
  noTin: '',
  country: '',
  government: false,
  withholdingExempt: '',
  registeredEnterprise: false,
  zeroRatingCertificate: '',
  customer: true,
  supplier: false,
}
