// Collections and payments: the entries, settled and credited amounts, and refusals with their reasons.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectOf, facts, holding, item, itemsOf, mistakes, party, posting, entryText } from '../../test/facts.ts'
import { itemAccounts, normalSideOf } from '../accounts/chart.ts'
import { sum } from '../core/money.ts'
import { collectionFields } from './collection/fields.ts'
import { collection } from './collection/index.ts'
import type { FactKey, Facts, OpenItem, WithholdingCode } from './facts.ts'
import type { PostingResult } from './type.ts'
import { leafKey } from './facts.ts'
import { paymentFields } from './payment/fields.ts'
import { payment } from './payment/index.ts'
import { baseOf, collecting, settlementOf, spread, withheldFrom } from './settling/figures.ts'

const first = '22222222-2222-4222-8222-222222222222'
const second = '33333333-3333-4333-8333-333333333333'
const advanceOf = '44444444-4444-4444-8444-444444444444'
const gone = '55555555-5555-4555-8555-555555555555'

const code = (name: string, rate: string, more: Partial<WithholdingCode> = {}): WithholdingCode => ({
  code: name,
  payee: 'non_individual',
  description: name,
  rate,
  tax: 'ewt',
  validFrom: '2018-01-01',
  validTo: null,
  source: 'RR 11-2018',
  withheldBy: 'anyone',
  paidFor: 'either',
  likely: false,
  ...more,
})
const codes = [
  code('WC160', '0.02'),
  code('WC158', '0.01'),
  code('WC640', '0.01'),
  code('WV010', '0.05', { tax: 'vat' }),
]

const invoice = (like: Partial<OpenItem> = {}) =>
  item({ documentId: first, account: '1110', opened: 11_200_000n, net: 10_000_000n, vat: 1_200_000n, ...like })
const bill = (opened: bigint, like: Partial<OpenItem> = {}) =>
  item({ documentId: first, account: '2010', kind: 'invoice', number: 'BL-2026-000001', opened, ...like })

const given = (like: Parameters<typeof facts>[0] = {}) =>
  facts({
    party: party(),
    withholdingCodes: codes,
    money: [holding('1010', 0n), holding('1031', 50_000_000n), holding('1020', 100_000n)],
    ...like,
  })

const collected = (fields: object, of: Facts<FactKey>): PostingResult =>
  collection.post(collectionFields.parse({ partyId: party().id, day: '2026-03-15', account: '1010', ...fields }), of)
const paid = (fields: object, of: Facts<FactKey>): PostingResult =>
  payment.post(
    paymentFields.parse({
      partyId: party().id,
      day: '2026-03-15',
      account: '1031',
      method: 'transfer',
      reference: 'T1',
      ...fields,
    }),
    of,
  )

test.each([
  ['C1 full', { rows: [{ documentId: first, pay: '11200000' }] }, 'Dr 1010 112,000.00 | Cr 1110 112,000.00'],
  [
    'C2 full, 2% withheld',
    { rows: [{ documentId: first, pay: '11000000', withheld: '200000', atc: 'WC160' }] },
    'Dr 1010 110,000.00 | Dr 1321 2,000.00 | Cr 1110 112,000.00',
  ],
  [
    'C4 half, 2% withheld',
    { rows: [{ documentId: first, pay: '5500000', withheld: '100000', atc: 'WC160' }] },
    'Dr 1010 55,000.00 | Dr 1321 1,000.00 | Cr 1110 56,000.00',
  ],
  [
    'C5 overpayment',
    { rows: [{ documentId: first, pay: '12000000' }] },
    'Dr 1010 120,000.00 | Cr 1110 112,000.00 | Cr 2060 8,000.00',
  ],
  ['C6 pure advance', { advance: '3000000' }, 'Dr 1010 30,000.00 | Cr 2060 30,000.00'],
  [
    'C7 government, VAT and tax withheld',
    {
      account: '1031',
      rows: [{ documentId: first, pay: '10600000', withheld: '100000', atc: 'WC640', vatWithheld: '500000' }],
    },
    'Dr 1031 106,000.00 | Dr 1321 1,000.00 | Dr 1325 5,000.00 | Cr 1110 112,000.00',
  ],
  [
    'C8 short by a bank fee',
    { account: '1031', rows: [{ documentId: first, pay: '11200000' }], charge: '2500' },
    'Dr 1031 111,975.00 | Dr 6250 25.00 | Cr 1110 112,000.00',
  ],
  [
    'S9 an earlier advance applied, no money moves',
    {
      account: null,
      rows: [{ documentId: first, pay: '2000000' }],
      credits: [{ documentId: advanceOf, amount: '2000000' }],
    },
    'Dr 2060 20,000.00 | Cr 1110 20,000.00',
  ],
  [
    'with a discount for paying early',
    { rows: [{ documentId: first, pay: '11000000', discount: '200000' }] },
    'Dr 1010 110,000.00 | Dr 4090 2,000.00 | Cr 1110 112,000.00',
  ],
])('collection %s', (_, fields, expected) => {
  const credit = item({ documentId: advanceOf, account: '2060', opened: 2_000_000n })
  const of = given({ items: [invoice(), credit], party: party({ government: true }) })
  expect(entryText(posting(collected(fields, of)).entry)).toBe(expected)
})

test('C10 dollars received for an invoice in pesos realize the exchange gain', () => {
  const of = given({ items: [invoice({ opened: 5_600_000n, open: 5_600_000n })], money: [holding('1040', 0n)] })
  const fields = { account: '1040', moved: '100000', rate: '57', rows: [{ documentId: first, pay: '5600000' }] }
  const { entry } = posting(collected(fields, of))
  expect(entryText(entry)).toBe('Dr 1040 57,000.00 | Cr 1110 56,000.00 | Cr 7030 1,000.00')
  expect(entry.lines[0]?.foreign).toEqual({ currency: 'USD', amount: 100_000n })
})

test.each([
  ['P1 full', { rows: [{ documentId: first, pay: '11000000' }] }, 'Dr 2010 110,000.00 | Cr 1031 110,000.00'],
  ['P2 partial', { rows: [{ documentId: first, pay: '4000000' }] }, 'Dr 2010 40,000.00 | Cr 1031 40,000.00'],
  [
    'P4 overpayment',
    { rows: [{ documentId: first, pay: '11500000' }] },
    'Dr 2010 110,000.00 | Dr 1140 5,000.00 | Cr 1031 115,000.00',
  ],
  [
    'P6 early-payment discount',
    { rows: [{ documentId: first, pay: '10800000', discount: '200000' }] },
    'Dr 2010 110,000.00 | Cr 5040 2,000.00 | Cr 1031 108,000.00',
  ],
  [
    'P7 with a fee for the transfer',
    { rows: [{ documentId: first, pay: '1000000' }], charge: '1500' },
    'Dr 2010 10,000.00 | Dr 6250 15.00 | Cr 1031 10,015.00',
  ],
  [
    'B10 an advance applied',
    {
      account: null,
      rows: [{ documentId: first, pay: '500000' }],
      credits: [{ documentId: advanceOf, amount: '500000' }],
    },
    'Dr 2010 5,000.00 | Cr 1140 5,000.00',
  ],
])('payment %s', (_, fields, expected) => {
  const credit = item({ documentId: advanceOf, account: '1140', opened: 500_000n })
  expect(entryText(posting(paid(fields, given({ items: [bill(11_000_000n), credit] }))).entry)).toBe(expected)
})

test('P3 tax withheld at payment is computed on the amount without VAT', () => {
  const of = given({ items: [bill(11_200_000n, { net: 10_000_000n, vat: 1_200_000n })] })
  const { entry } = posting(
    paid({ rows: [{ documentId: first, pay: '11000000', withheld: '200000', atc: 'WC160' }] }, of),
  )
  expect(entryText(entry)).toBe('Dr 2010 112,000.00 | Cr 2140 2,000.00 | Cr 1031 110,000.00')
  expect(entry.lines[1]?.withheld).toEqual({ atc: 'WC160', rate: '0.02', base: 10_000_000n, tax: 200_000n })
})

test('P8 a bill paid from dollars separates the loss on the bill from the gain on the dollars', () => {
  const dollars = holding('1040', 200_000n, { balance: 11_040_000n })
  const of = given({ items: [bill(5_500_000n)], money: [dollars] })
  const fields = { account: '1040', moved: '100000', rate: '56', rows: [{ documentId: first, pay: '5500000' }] }
  expect(entryText(posting(paid(fields, of)).entry)).toBe(
    'Dr 2010 55,000.00 | Dr 8020 1,000.00 | Cr 1040 55,200.00 | Cr 7030 800.00',
  )
})

test('C11 a customer credit is refunded in cash, at most its remaining amount', () => {
  const credit = item({ documentId: advanceOf, account: '2060', opened: 800_000n, number: 'CR-2026-000003' })
  const customer = party({ supplier: false })
  const refund = (amount: string) =>
    paid({ refunds: [{ documentId: advanceOf, amount }] }, given({ items: [credit], party: customer }))
  const { entry, effects, total } = posting(refund('800000'))
  expect(entryText(entry)).toBe('Dr 2060 8,000.00 | Cr 1031 8,000.00')
  expect(itemsOf({ effects })).toEqual([
    { settles: advanceOf, account: '2060', partyId: party().id, amount: -800_000n },
  ])
  expect(total).toBe(800_000n)
  expect(mistakes(refund('800001'))).toEqual([
    'refunds.0.amount: CR-2026-000003 has only 8,000.00 of credit left. Use at most that amount.',
  ])
  const withBill = { refunds: [{ documentId: advanceOf, amount: '100' }], advance: '5' }
  expect(mistakes(paid(withBill, given({ items: [credit], party: customer })))).toEqual([
    'partyId: Mabuhay Services Corp. is registered only as a customer. Register it as a supplier first.',
  ])
})

test('D9 a supplier refunds an advance', () => {
  const advance = item({ documentId: advanceOf, account: '1140', opened: 500_000n })
  const of = given({ items: [advance], party: party({ customer: false }) })
  const fields = { account: '1031', refunds: [{ documentId: advanceOf, amount: '500000' }] }
  expect(entryText(posting(collected(fields, of)).entry)).toBe('Dr 1031 5,000.00 | Cr 1140 5,000.00')
})

test('P5 tax is withheld from an advance too', () => {
  const fields = { advance: '9800000', advanceWithheld: '200000', advanceAtc: 'WC160' }
  const { entry } = posting(paid(fields, given()))
  expect(entryText(entry)).toBe('Dr 1140 100,000.00 | Cr 2140 2,000.00 | Cr 1031 98,000.00')
  expect(entry.lines[1]?.withheld).toEqual({ atc: 'WC160', rate: '0.02', base: 10_000_000n, tax: 200_000n })
  expect(mistakes(paid({ ...fields, advanceAtc: null }, given()))).toEqual([
    'advanceAtc: Choose the ATC for the tax withheld.',
  ])
})

test('the rate of a code is the one in force on the date', () => {
  const dated = [code('WC160', '0.02', { validTo: '2026-02-28' }), code('WC160', '0.03', { validFrom: '2026-03-01' })]
  const of = given({ items: [invoice()], withholdingCodes: dated })
  const fields = { rows: [{ documentId: first, pay: '10900000', withheld: '300000', atc: 'WC160' }] }
  const { entry, warnings } = posting(collected(fields, of))
  expect([entry.lines[1]?.withheld?.rate, warnings]).toEqual(['0.03', []])
})

test('a payment settles its bills, and the excess opens a named supplier credit', () => {
  const of = given({ items: [bill(11_000_000n), bill(300n, { documentId: second })] })
  const rows = [
    { documentId: first, pay: '11000001' },
    { documentId: second, pay: '100' },
  ]
  const { effects, total, warnings } = posting(paid({ rows }, of))
  expect(itemsOf({ effects })).toEqual([
    { settles: first, account: '2010', partyId: party().id, amount: -11_000_000n },
    { settles: second, account: '2010', partyId: party().id, amount: -100n },
    { settles: 'itself', account: '1140', partyId: party().id, amount: 1n },
  ])
  expect(total).toBe(11_000_101n)
  expect(warnings).toEqual([
    'The total exceeds the selected documents by 0.01, which will be credited to Mabuhay Services Corp.',
  ])
})

test('an overpayment becomes a customer credit', () => {
  const of = given({ items: [invoice()] })
  const rows = [{ documentId: first, pay: '12000000' }]
  const { entry, effects, warnings } = posting(collected({ rows }, of))
  expect(entryText(entry)).toBe('Dr 1010 120,000.00 | Cr 1110 112,000.00 | Cr 2060 8,000.00')
  expect(itemsOf({ effects })).toEqual([
    { settles: first, account: '1110', partyId: party().id, amount: -11_200_000n },
    { settles: 'itself', account: '2060', partyId: party().id, amount: 800_000n },
    // The money itself stays in undeposited funds until its deposit.
    { settles: 'itself', account: '1010', partyId: party().id, amount: 12_000_000n },
  ])
  expect(warnings).toEqual([
    'The total exceeds the selected documents by 8,000.00, which will be credited to Mabuhay Services Corp.',
  ])
})

test('no payment settles a document beyond its open amount, and the rest is credited', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const rows = fc.array(fc.record({ open: amount, pay: amount, withheld: amount, discount: amount }), { maxLength: 10 })
  fc.assert(
    fc.property(rows, amount, (documents, advance) => {
      const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
      const items = documents.map(({ open }, at) => invoice({ documentId: idOf(at), opened: open, open }))
      const fields = collectionFields.parse({
        partyId: party().id,
        day: '2026-03-15',
        account: '1010',
        advance: String(advance),
        rows: documents.map(({ pay, withheld, discount }, at) => ({
          documentId: idOf(at),
          pay: String(pay),
          withheld: String(withheld),
          discount: String(discount),
          atc: withheld === 0n ? null : 'WC160',
        })),
      })
      const { settled, credited, cash } = settlementOf(fields, given({ items }), collecting)
      expect(settled.every(({ reduction, item: { open } }) => reduction >= 0n && reduction <= open)).toBe(true)
      expect(settled.every(({ reduction, excess, item: { open } }) => excess === 0n || reduction === open)).toBe(true)
      const offered = sum(documents.map(({ pay, withheld, discount }) => pay + withheld + discount))
      expect(sum(settled.map(({ reduction }) => reduction)) + credited).toBe(offered + advance)
      expect(cash).toBe(sum(documents.map(({ pay }) => pay)) + advance)
    }),
  )
})

test('a post-dated cheque received is posted on its own date', () => {
  const fields = {
    method: 'cheque',
    reference: '0012345',
    chequeDay: '2026-04-10',
    rows: [{ documentId: first, pay: '11200000' }],
  }
  const { entry, day, warnings } = posting(collected(fields, given({ items: [invoice()] })))
  expect([day, entry.day]).toEqual(['2026-03-15', '2026-04-10'])
  expect(warnings).toEqual(['The cheque is post-dated. Hold it until 10 Apr 2026; Talaan posts it on that date.'])
  const rent = (chequeDay: string) => collected({ ...fields, chequeDay }, given({ items: [invoice()] }))
  expect(posting(rent('2027-03-15')).entry.day).toBe('2027-03-15')
  expect(mistakes(rent('2028-03-15'))).toEqual([
    'chequeDay: The date is more than 400 days ahead. The latest date you can use today is 24 Apr 2027.',
  ])
})

test('an issued cheque uses a leaf of a book once', () => {
  const fields = { method: 'cheque', reference: '0000101', rows: [{ documentId: first, pay: '11000000' }] }
  const leaf = { account: '1031', no: '0000101', state: 'unused', usedBy: null } as const
  const withLeaf = (like: object) =>
    given({ items: [bill(11_000_000n)], leaves: new Map([[leafKey('1031', '0000101'), { ...leaf, ...like }]]) })
  expect(effectOf(posting(paid(fields, withLeaf({}))), 'cheque')).toEqual({
    account: '1031',
    no: '0000101',
    payee: 'Mabuhay Services Corp.',
    day: '2026-03-15',
    amount: 11_000_000n,
  })
  expect(mistakes(paid(fields, withLeaf({ state: 'issued', usedBy: 'PV-2026-000004' })))).toEqual([
    'reference: Cheque 0000101 was used for PV-2026-000004. Use the next cheque.',
  ])
  expect(mistakes(paid(fields, withLeaf({ state: 'spoiled' })))).toEqual([
    'reference: Cheque 0000101 is spoiled. Use the next cheque.',
  ])
  expect(mistakes(paid(fields, given({ items: [bill(11_000_000n)] })))).toEqual([
    'reference: Cheque 0000101 is not in a cheque book of Cash in bank - PHP account 1. Check the number or register the cheque book.',
  ])
})

test.each([
  ['nothing', { rows: [] }, 'rows: Select the invoices that are paid, or enter an advance.'],
  [
    'a document that is settled already',
    { rows: [{ documentId: second, pay: '100' }] },
    'rows.0.pay: SI-2026-000002 is already paid by CR-2026-000009. Deselect it, or record the money as an advance.',
  ],
  [
    'a document that is void',
    { rows: [{ documentId: gone, pay: '100' }] },
    'rows.0.pay: This invoice is void or does not exist. Deselect it.',
  ],
  [
    'an empty row',
    { rows: [{ documentId: first }] },
    'rows.0.pay: Enter the amount paid on SI-2026-000001, or deselect it.',
  ],
  [
    'more tax than is open',
    { rows: [{ documentId: first, withheld: '11200001', atc: 'WC160' }] },
    'rows.0.withheld: The tax and discount, 112,000.01, are more than the open balance of SI-2026-000001 (112,000.00). Lower them.',
  ],
  [
    'tax without a code',
    { rows: [{ documentId: first, pay: '100', withheld: '2' }] },
    'rows.0.atc: Choose the ATC for the tax withheld.',
  ],
  [
    'an unknown code',
    { rows: [{ documentId: first, pay: '100', withheld: '2', atc: 'WC999' }] },
    'rows.0.atc: WC999 is not in force on 15 Mar 2026 for this payee. Choose another ATC.',
  ],
  [
    'a credit used twice',
    { rows: [{ documentId: first, pay: '3000000' }], credits: [{ documentId: advanceOf, amount: '2000001' }] },
    'credits.0.amount: CR-2026-000003 has only 20,000.00 of credit left after CR-2026-000008. Use at most that amount.',
  ],
  [
    'petty cash',
    { account: '1020', rows: [{ documentId: first, pay: '100' }] },
    'account: Petty cash fund can be used only by petty cash vouchers. Choose undeposited funds, a bank or an e-wallet.',
  ],
  [
    'a day before the invoice',
    { day: '2026-02-15', rows: [{ documentId: first, pay: '100' }] },
    'rows.0.pay: SI-2026-000001 is dated 1 Mar 2026, after this date. Correct the date or deselect it.',
  ],
])('a collection of %s is refused', (_, fields, sentence) => {
  const of = given({
    items: [
      invoice(),
      invoice({ documentId: second, number: 'SI-2026-000002', open: 0n, changedBy: ['CR-2026-000009'] }),
      item({
        documentId: advanceOf,
        account: '2060',
        opened: 3_000_000n,
        open: 2_000_000n,
        number: 'CR-2026-000003',
        changedBy: ['CR-2026-000008'],
      }),
    ],
  })
  expect(mistakes(collected(fields, of))).toEqual([sentence])
})

test('a payment above the bank balance is refused, later documents included', () => {
  const short = holding('1031', 11_000_000n, { lowestHeld: 10_000_000n })
  const of = given({ items: [bill(11_000_000n)], money: [short] })
  expect(mistakes(paid({ rows: [{ documentId: first, pay: '11000000' }] }, of))).toEqual([
    'account: The balance of Cash in bank - PHP account 1 is 110,000.00 on 15 Mar 2026, but later documents reduce it to 100,000.00. Lower the amount or choose another account.',
  ])
})

test('tax is computed on the part without VAT, rounded half up to the centavo', () => {
  expect(withheldFrom({ net: 10_000_000n, vat: 1_200_000n }, 5_600_000n, { rate: '0.02' })).toBe(100_000n)
  expect(withheldFrom({ net: 5_000_000n, vat: 0n }, 5_000_000n, { rate: '0.05' })).toBe(250_000n)
  expect(baseOf({ net: 0n, vat: 0n }, 123n)).toBe(123n)
})

test('a payment is spread oldest first, each part with its tax', () => {
  const open = { open: 11_200_000n, net: 10_000_000n, vat: 1_200_000n }
  const taxed = { rate: '0.02', business: null }
  expect(
    spread(16_500_000n, [
      { ...open, ...taxed },
      { ...open, ...taxed },
      { ...open, ...taxed },
    ]),
  ).toEqual({
    rows: [
      { pay: 11_000_000n, withheld: 200_000n, vatWithheld: 0n },
      { pay: 5_500_000n, withheld: 100_000n, vatWithheld: 0n },
      null,
    ],
    rest: 0n,
  })
  const government = { rate: '0.01', business: { rate: '0.05', tax: 'vat' as const } }
  expect(spread(10_700_000n, [{ ...open, ...government }])).toEqual({
    rows: [{ pay: 10_600_000n, withheld: 100_000n, vatWithheld: 500_000n }],
    rest: 100_000n,
  })
  // From a seller without VAT, a government office withholds 1% of income tax and 3% of percentage tax on the full
  // amount.
  const percentage = { rate: '0.01', business: { rate: '0.03', tax: 'percentage' as const } }
  expect(spread(9_700_000n, [{ open: 10_000_000n, net: 10_000_000n, vat: 0n, ...percentage }])).toEqual({
    rows: [{ pay: 9_600_000n, withheld: 100_000n, vatWithheld: 300_000n }],
    rest: 100_000n,
  })
})

test('spreading any amount loses and adds nothing, and settles no document beyond its open amount', () => {
  const some = fc.record({
    open: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    rate: fc.constantFrom(null, '0.01', '0.02', '0.15'),
    taxed: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.array(some, { maxLength: 6 }), (cash, given) => {
      const items = given.map(({ open, rate, taxed }) => {
        const net = taxed ? (open * 100n) / 112n : open
        return { open, net, vat: open - net, rate, business: taxed ? { rate: '0.05', tax: 'vat' as const } : null }
      })
      const { rows, rest } = spread(cash, items)
      expect(sum(rows.map((row) => row?.pay ?? 0n)) + rest).toBe(cash)
      rows.forEach((row, i) => {
        const settled = row === null ? 0n : row.pay + row.withheld + row.vatWithheld
        expect(settled <= (items[i]?.open ?? 0n)).toBe(true)
      })
    }),
  )
})

test('for any payment of any open documents, the entry balances and every item account is itemized', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const anyRow = fc.record({ open: fc.bigInt({ min: 1n, max: 10n ** 12n }), pay: amount, discount: amount })
  let seen = 0
  fc.assert(
    fc.property(
      fc.array(anyRow, { minLength: 1, maxLength: 6 }),
      amount,
      amount,
      fc.boolean(),
      (rows, advance, charge, incoming) => {
        const owed = incoming ? '1110' : '2010'
        const id = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
        const items = rows.map(({ open }, i) => item({ documentId: id(i), account: owed, opened: open }))
        const fields = {
          rows: rows.map(({ pay, discount }, i) => ({ documentId: id(i), pay: `${pay}`, discount: `${discount}` })),
          advance: `${advance}`,
          charge: `${charge}`,
        }
        const of = given({ items, money: [holding('1010', 0n), holding('1031', 10n ** 14n)] })
        const result = incoming ? collected(fields, of) : paid(fields, of)
        if (!result.ok) return
        seen++
        const { entry } = result.posting
        const movements = itemsOf(result.posting)
        expect(sum(entry.lines.map(({ debit }) => debit))).toBe(sum(entry.lines.map(({ credit }) => credit)))
        for (const account of itemAccounts) {
          const lines = entry.lines.filter((line) => line.account === account)
          const net = sum(lines.map(({ debit, credit }) => debit - credit))
          const itemized = sum(movements.filter((one) => one.account === account).map((one) => one.amount))
          expect(itemized).toBe(normalSideOf(account) === 'debit' ? net : -net)
        }
      },
    ),
  )
  expect(seen).toBeGreaterThan(5)
})

test('nothing is withheld by or from a party without a TIN', () => {
  const like = { party: party({ tin9: null, noTin: 'foreign', country: 'US' }), items: [invoice()] }
  const row = { documentId: first, pay: '11000000', withheld: '200000', atc: 'WC160' }
  const message = 'Mabuhay Services Corp. has no TIN, so there is no certificate for tax withheld. Enter 0.00.'
  expect(mistakes(collected({ rows: [row] }, given(like)))).toEqual([`rows.0.withheld: ${message}`])
})
