// The demo company's customers and suppliers.
import type { PartyFields } from '@talaan/ledger/core/party.ts'

export type Registration = { role: 'customer' | 'supplier' } & Partial<PartyFields> & Pick<PartyFields, 'kind' | 'tin'>

const company = (
  role: Registration['role'],
  registeredName: string,
  tin: string,
  mail: string,
  place: { street: string; barangay?: string; city: string; province?: string; zip: string },
  more: Partial<PartyFields> = {},
): Registration => ({
  role,
  kind: 'non_individual',
  registeredName,
  tin,
  vatStatus: 'vat',
  email: `${mail}.example`,
  address: { substreet: '', barangay: '', province: '', ...place },
  ...more,
})

// All names, numbers and places are invented.
export const customers: readonly Registration[] = [
  company(
    'customer',
    'Mabuhay Hardware and Construction Supply, Inc.',
    '213-456-781-00000',
    'accounting@mabuhayhardware',
    { street: '45 Aurora Boulevard', barangay: 'Mariana', city: 'Quezon City', zip: '1112' },
    { withholdingAgent: true },
  ),
  company('customer', 'Bayani Logistics Corporation', '226-781-904-00000', 'payables@bayanilogistics', {
    street: '9 Port Area Road',
    city: 'Manila',
    zip: '1018',
  }),
  company('customer', 'Silangan Foods Corporation', '231-889-120-00001', 'ap@silanganfoods', {
    street: '77 Marcos Highway',
    city: 'Antipolo',
    province: 'Rizal',
    zip: '1870',
  }),
  company(
    'customer',
    'Tanglaw Learning Center, Inc.',
    '244-019-338-00000',
    'bursar@tanglaw',
    { street: '12 Katipunan Avenue', city: 'Quezon City', zip: '1108' },
    { vatStatus: 'non_vat' },
  ),
  company(
    'customer',
    'Department of Local Fisheries',
    '000-512-877-00000',
    'supply@dlf.gov',
    { street: 'Elliptical Road', city: 'Quezon City', zip: '1100' },
    { government: true, withholdingAgent: true, vatStatus: 'non_vat' },
  ),
  company(
    'customer',
    'Pacific Microassembly Philippines, Inc.',
    '267-330-415-00000',
    'invoices@pacmicro',
    { street: 'Lot 8 Phase 2, Export Zone', city: 'Rosario', province: 'Cavite', zip: '4106' },
    { tradeName: 'PacMicro (PEZA)' },
  ),
  company(
    'customer',
    'Niño Jesus Parish Multi-Purpose Cooperative',
    '275-904-116-00000',
    'office@ninojesuscoop',
    { street: '3 Plaza Rizal', city: 'San Pablo', province: 'Laguna', zip: '4000' },
    { vatStatus: 'non_vat' },
  ),
  {
    role: 'customer',
    kind: 'individual',
    lastName: 'Villanueva',
    firstName: 'Maria Corazon',
    middleName: 'Santos',
    tradeName: 'MCV Printing Services',
    tin: '188-245-660-00000',
    vatStatus: 'non_vat',
    email: 'mcv@mcvprinting.example',
    address: {
      substreet: 'Unit 4',
      street: '88 Mabini Street',
      barangay: 'Poblacion',
      city: 'Pasig',
      province: '',
      zip: '1600',
    },
  },
  {
    role: 'customer',
    kind: 'individual',
    lastName: 'Dela Peña',
    firstName: 'Ramon',
    middleName: 'Ybañez',
    tradeName: '',
    tin: '192-774-031-00000',
    vatStatus: 'unknown',
    email: 'ramon@delapena.example',
    address: {
      substreet: '',
      street: '16 Luna Street',
      barangay: '',
      city: 'Iloilo City',
      province: 'Iloilo',
      zip: '5000',
    },
  },
  company('customer', 'Kapatiran Security Agency Corporation', '281-665-209-00000', 'finance@kapatiran', {
    street: '210 Boni Avenue',
    city: 'Mandaluyong',
    zip: '1550',
  }),
  company('customer', 'Luntian Garden Suites, Inc.', '296-118-743-00000', 'ap@luntiansuites', {
    street: '5 Tagaytay Ridge',
    city: 'Tagaytay',
    province: 'Cavite',
    zip: '4120',
  }),
  company('customer', 'Habagat Marine Products, Inc.', '302-447-865-00000', 'accounts@habagatmarine', {
    street: '31 Fishport Complex',
    city: 'Navotas',
    zip: '1485',
  }),
]

export const suppliers: readonly Registration[] = [
  company('supplier', 'Papel at Tinta Trading Corporation', '311-205-984-00000', 'sales@papeltinta', {
    street: '602 Binondo Street',
    city: 'Manila',
    zip: '1006',
  }),
  company('supplier', 'Kuryente Power Distribution Company', '000-318-602-00000', 'billing@kuryente', {
    street: 'Ortigas Avenue',
    city: 'Pasig',
    zip: '1605',
  }),
  company('supplier', 'Haligi Realty and Leasing, Inc.', '325-870-144-00000', 'leasing@haligirealty', {
    street: '118 Kalayaan Avenue',
    city: 'Quezon City',
    zip: '1101',
  }),
  {
    role: 'supplier',
    kind: 'individual',
    lastName: 'Magsaysay',
    firstName: 'Teresita',
    middleName: 'Lim',
    tradeName: 'TLM Bookbinding',
    tin: '177-032-458-00000',
    vatStatus: 'non_vat',
    email: 'tlm@tlmbinding.example',
    address: { substreet: '', street: '4 Kamuning Road', barangay: '', city: 'Quezon City', province: '', zip: '1103' },
  },
]
