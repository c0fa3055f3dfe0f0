// A demo company: a VAT-registered corporation that develops software for customers abroad. Its sales are zero-rated and
// paid in dollars, and it withholds the VAT of its cloud supplier, which is not in the Philippines.
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { bill, collectionOf, invoice, paymentOf, withdrawal } from './monthly.ts'
import type { DemoDocument } from './purchases.ts'
import type { SmallCompany } from './small-company.ts'

const american = 'Redwood Analytics Inc.'
const singaporean = 'Merlion Logistics Pte. Ltd.'
const cloud = 'Nimbus Cloud Services Ltd.'
const landlord = 'Tala Tower Leasing, Inc.'
const developer = 'Pineda, Joaquin Reyes'
const street = { substreet: '', barangay: '', province: '', zip: '' }

/** VAT on digital services of non-residents is withheld from this date (RA 12023). */
const withheldSince: Day = '2025-03-13'

// All names, numbers and places are invented.
export const exporter: SmallCompany = {
  name: 'Dalisay Software Exports, Inc.',
  tin9: '014772905',
  address: '9F Tala Tower, 12 Jade Drive, Pasig City 1605',
  rdoCode: '043',
  profile: { taxpayer: 'corporation', withholding_agent: true, withholds_vat: true },
  registrations: [
    { kind: 'vat', value: 'yes' },
    { kind: 'income_tax', value: 'small' },
  ],
  parties: [
    {
      role: 'customer',
      kind: 'non_individual',
      registeredName: american,
      tin: '',
      noTin: 'foreign',
      country: 'US',
      vatStatus: 'non_vat',
      email: 'ap@redwood.example',
      address: { ...street, street: '400 Alder Street', city: 'Portland' },
    },
    {
      role: 'customer',
      kind: 'non_individual',
      registeredName: singaporean,
      tin: '',
      noTin: 'foreign',
      country: 'SG',
      vatStatus: 'non_vat',
      email: 'ap@merlion.example',
      address: { ...street, street: '7 Keppel Way', city: 'Singapore' },
    },
    {
      role: 'supplier',
      kind: 'non_individual',
      registeredName: cloud,
      tin: '',
      noTin: 'foreign',
      country: 'IE',
      vatStatus: 'non_vat',
      email: 'billing@nimbus.example',
      address: { ...street, street: '3 Harbour Quay', city: 'Dublin' },
    },
    {
      role: 'supplier',
      kind: 'non_individual',
      registeredName: landlord,
      tin: '322-908-417-00000',
      vatStatus: 'vat',
      email: 'leasing@talatower.example',
      address: { ...street, street: '12 Jade Drive', city: 'Pasig', zip: '1605' },
    },
    {
      role: 'supplier',
      kind: 'individual',
      lastName: 'Pineda',
      firstName: 'Joaquin',
      middleName: 'Reyes',
      tin: '169-553-028-00000',
      vatStatus: 'non_vat',
      email: 'joaquin@pineda.example',
      address: { ...street, street: '5 Acacia Lane', city: 'Mandaluyong', zip: '1550' },
    },
  ],
  opening: ({ day }) => [
    {
      kind: 'deposit',
      fields: {
        email: 'accounting@dalisay.example',
        day,
        account: '1031',
        reference: 'DS 000001',
        others: [{ description: 'Paid-in capital', account: '3010', amount: '300000000' }],
      },
    },
  ],
  monthly: {
    // 20,000 and 5,000 dollars at 56 pesos.
    '03': (books) => [
      invoice(books, american, { description: 'Software development', centavos: 1_120_000_00, vatClass: 'zero_rated' }),
      invoice(books, singaporean, { description: 'Software support', centavos: 280_000_00, vatClass: 'zero_rated' }),
    ],
    '08': (books) => [
      bill(books, landlord, {
        description: 'Office rent',
        centavos: 100_000_00,
        vatClass: 'vatable',
        account: '6050',
        atc: 'WC100',
      }),
      bill(books, cloud, {
        description: 'Cloud servers',
        centavos: 50_000_00,
        account: '6180',
        ...(books.day >= withheldSince ? { vatClass: 'vatable', atc: 'WV080' } : { vatClass: 'not_subject' }),
      }),
      bill(books, developer, {
        description: 'Programming',
        centavos: 80_000_00,
        vatClass: 'exempt',
        account: '6130',
        atc: 'WI120',
      }),
    ],
    // The tax withheld in the month before.
    '09': (books) => [
      ...(books.day < addDays(withheldSince, 40)
        ? []
        : [withdrawal(books, { description: 'Form 1600-VT', account: '2147', centavos: 6_000_00 })]),
      ...(books.isFirstMonth ? [] : [remitted(books.day)]),
    ],
    // Paid at 56.50 pesos: an exchange gain.
    '18': (books) =>
      books
        .open('1110')
        .map((owed) => collectionOf(books, owed, { account: '1040', dollarsAt: { invoiced: 56n, rate: '56.5' } })),
    '20': (books) => [
      {
        kind: 'transfer',
        fields: {
          email: 'accounting@dalisay.example',
          day: books.day,
          type: 'foreign',
          from: '1040',
          to: '1031',
          amount: '2400000',
          rate: '56.75',
          reference: `FX ${books.day.slice(0, 7)}`,
        },
      },
    ],
    '22': (books) => books.open('2010').map((owed) => paymentOf(books, owed)),
    '25': (books) => [
      withdrawal(books, { description: 'Salaries for the month', account: '6010', centavos: 900_000_00 }),
    ],
  },
}

/** 5% of the rent and 2% of the programming. */
const remitted = (day: Day): DemoDocument => ({
  kind: 'journalvoucher',
  fields: {
    day,
    reference: `EWT ${day.slice(0, 7)}`,
    memo: 'Expanded withholding tax for the previous month, paid online',
    lines: [
      { account: '2140', debit: '660000' },
      { account: '1031', credit: '660000' },
    ],
  },
})
