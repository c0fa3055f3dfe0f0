// A demo company: an architect without VAT registration who chose the 8% income tax. The clients withhold 5%.
import { bill, collectionOf, invoice, paymentOf, withdrawal } from './monthly.ts'
import type { SmallCompany } from './small-company.ts'

const builders = 'Kapitan Builders Corporation'
const resort = 'Amihan Beach Resort, Inc.'
const client = 'Ocampo, Rosario Tan'
const landlord = 'Salonga, Benito Cruz'
const internet = 'Habi Broadband Corporation'
const street = { substreet: '', barangay: '', province: '' }

// All names, numbers and places are invented.
export const professional: SmallCompany = {
  name: 'Marisol Javier Architects',
  tin9: '207118453',
  address: '14 Sikatuna Street, Quezon City 1101',
  rdoCode: '039',
  profile: {
    taxpayer: 'individual',
    withholding_agent: false,
    last_name: 'Javier',
    first_name: 'Marisol',
    middle_name: 'Abad',
    trade_name: 'Marisol Javier Architects',
    zip_code: '1101',
  },
  registrations: [
    { kind: 'vat', value: 'no' },
    { kind: 'income_tax', value: 'eight_percent' },
  ],
  parties: [
    {
      role: 'customer',
      kind: 'non_individual',
      registeredName: builders,
      tin: '219-663-870-00000',
      vatStatus: 'vat',
      withholdingAgent: true,
      email: 'ap@kapitanbuilders.example',
      address: { ...street, street: '8 Scout Borromeo Street', city: 'Quezon City', zip: '1103' },
    },
    {
      role: 'customer',
      kind: 'non_individual',
      registeredName: resort,
      tin: '248-505-316-00000',
      vatStatus: 'vat',
      withholdingAgent: true,
      email: 'finance@amihanresort.example',
      address: { ...street, street: 'White Beach Road', city: 'Puerto Galera', zip: '5203' },
    },
    {
      role: 'customer',
      kind: 'individual',
      lastName: 'Ocampo',
      firstName: 'Rosario',
      middleName: 'Tan',
      tin: '193-420-775-00000',
      vatStatus: 'non_vat',
      email: 'rosario@ocampo.example',
      address: { ...street, street: '22 Anonas Street', city: 'Quezon City', zip: '1102' },
    },
    {
      role: 'supplier',
      kind: 'individual',
      lastName: 'Salonga',
      firstName: 'Benito',
      middleName: 'Cruz',
      tin: '181-006-934-00000',
      vatStatus: 'non_vat',
      email: 'benito@salonga.example',
      address: { ...street, street: '14 Sikatuna Street', city: 'Quezon City', zip: '1101' },
    },
    {
      role: 'supplier',
      kind: 'non_individual',
      registeredName: internet,
      tin: '304-771-258-00000',
      vatStatus: 'vat',
      email: 'billing@habi.example',
      address: { ...street, street: 'Ortigas Avenue', city: 'Pasig', zip: '1605' },
    },
  ],
  opening: ({ day }) => [
    {
      kind: 'deposit',
      fields: {
        email: 'marisol@javier.example',
        day,
        account: '1031',
        reference: 'DS 000001',
        others: [{ description: 'Opening balance of the practice', account: '3010', amount: '15000000' }],
      },
    },
  ],
  monthly: {
    '05': (books) => [
      invoice(books, builders, { description: 'Design retainer', centavos: 60_000_00, vatClass: 'not_subject' }),
      invoice(books, client, { description: 'Site supervision', centavos: 25_000_00, vatClass: 'not_subject' }),
      ...(['05', '09'].includes(books.day.slice(5, 7))
        ? [
            invoice(books, resort, {
              description: 'Plans for a pavilion',
              centavos: 180_000_00,
              vatClass: 'not_subject',
            }),
          ]
        : []),
    ],
    '08': (books) => [
      bill(books, landlord, { description: 'Studio rent', centavos: 12_000_00, vatClass: 'exempt', account: '6050' }),
      bill(books, internet, { description: 'Internet', centavos: 2_240_00, vatClass: 'vatable', account: '6060' }),
    ],
    '20': (books) =>
      books
        .open('1110')
        .map((owed) =>
          collectionOf(books, owed, { account: '1031', withheldPercent: owed.name === client ? 0n : 5n, atc: 'WI010' }),
        ),
    '22': (books) => books.open('2010').map((owed) => paymentOf(books, owed)),
    '25': (books) => [withdrawal(books, { description: "Owner's drawing", account: '3020', centavos: 40_000_00 })],
  },
}
