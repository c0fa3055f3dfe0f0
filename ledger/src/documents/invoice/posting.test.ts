import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from '../../core/zod.ts'
import { standardChart } from '../../accounts/chart.ts'
import { reversal } from '../../accounts/journal.ts'
import { largestMoney, sum } from '../../core/money.ts'
import type { Party } from '../../core/party.ts'
import { standardVatRates, vatInclusive } from '../../tax/vat.ts'
import { invoiceFields } from './fields.ts'
import { invoice } from './index.ts'
import { emptyFacts } from '../facts.ts'
import type { FactKey, Facts } from '../facts.ts'
import type { Posting } from '../type.ts'
import { documentTypeOf, documentTypes } from '../types.ts'
import { isDocumentTypeName } from '../words.ts'
import { itemsOf } from '../../../test/facts.ts'

const lakbay: Party = {
  id: '0190c6a0-0000-7000-8000-000000000001',
  customer: true,
  supplier: false,
  kind: 'non_individual',
  tin9: '007123456',
  branchCode: '00000',
  noTin: '',
  country: '',
  foreignTaxNo: '',
  registeredName: 'Lakbay Trading Inc.',
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  address: { substreet: '', street: '12 Rizal Street', barangay: '', city: 'Makati City', province: '', zip: '1223' },
  rdoCode: '',
  vatStatus: 'vat',
  email: '',
  phone: '',
  lineOfBusiness: '',
  government: false,
  withholdingExempt: '',
  registeredEnterprise: false,
  zeroRatingCertificate: '',
  withholdingAgent: true,
}

const facts: Facts<FactKey> = {
  company: {
    name: 'Bituin Supply Co.',
    tin: '009876543',
    branchCode: '00000',
    address: '1 Mabini Street, Manila',
    vatRegistered: true,
    topAgentFrom: null,
    withholdAt: 'bill',
  },
  today: '2026-03-20',
  party: lakbay,
  accounts: new Map(standardChart.filter((account) => account.active).map((account) => [account.code, account])),
  vatRates: standardVatRates,
  closedMonths: new Set(['2026-01']),
  booksBegin: null,
  ...emptyFacts,
  sameExternalNo: undefined,
  attachments: [{ id: 'a1', name: 'invoice.pdf', sha256: '0'.repeat(64), bytes: 10 }],
}
const allOpen: Facts<FactKey> = { ...facts, closedMonths: new Set() }
const nonVat: Facts<FactKey> = { ...facts, company: { ...facts.company, vatRegistered: false } }

const goods = { description: 'Bond paper', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }
const typed = {
  email: 'ana@example.com',
  partyId: lakbay.id,
  externalNo: '000123',
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [goods],
}

const mistakesIn = (fields: unknown) =>
  invoiceFields.safeParse(fields).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? []

function resultOf(fields: unknown, given: Facts<FactKey> = facts) {
  return invoice.post(invoiceFields.parse(fields), given)
}

function posted(fields: unknown, given: Facts<FactKey> = facts): Posting {
  const result = resultOf(fields, given)
  if (!result.ok) throw new Error(result.mistakes.map(({ message }) => message).join(' '))
  return result.posting
}

function refused(fields: unknown, given: Facts<FactKey> = facts) {
  const result = resultOf(fields, given)
  return result.ok ? [] : result.mistakes.map(({ path, message }) => [path.join('.'), message])
}

const moves = ({ entry }: Posting) =>
  entry.lines.map(({ account, debit, credit }) => (debit > 0n ? `Dr ${account} ${debit}` : `Cr ${account} ${credit}`))

const service = { ...goods, description: 'Delivery', account: '4020' }

// S1, S3, S4, S5, S6 and S10 are the sales postings in the company's accounting handbook.
test.each([
  ['S1, charge sale with VAT', typed, facts, ['Dr 1110 11200000', 'Cr 4010 10000000', 'Cr 2110 1200000']],
  [
    'S1, the same with VAT in the price',
    { ...typed, priceMode: 'inclusive', lines: [{ ...goods, unitPrice: '11200000' }] },
    facts,
    ['Dr 1110 11200000', 'Cr 4010 10000000', 'Cr 2110 1200000'],
  ],
  [
    'S3, zero-rated',
    { ...typed, lines: [{ ...goods, vatClass: 'zero_rated' }] },
    facts,
    ['Dr 1110 10000000', 'Cr 4010 10000000'],
  ],
  [
    'S3, exempt',
    { ...typed, lines: [{ ...goods, vatClass: 'exempt' }] },
    facts,
    ['Dr 1110 10000000', 'Cr 4010 10000000'],
  ],
  [
    'S4, seller without VAT',
    { ...typed, lines: [{ ...service, unitPrice: '5000000', vatClass: 'not_subject' }] },
    nonVat,
    ['Dr 1110 5000000', 'Cr 4020 5000000'],
  ],
  [
    'S5, mixed',
    { ...typed, lines: [goods, { ...service, unitPrice: '5000000', vatClass: 'exempt' }] },
    facts,
    ['Dr 1110 16200000', 'Cr 4010 10000000', 'Cr 4020 5000000', 'Cr 2110 1200000'],
  ],
  [
    'S6, trade discount',
    { ...typed, priceMode: 'inclusive', lines: [{ ...goods, unitPrice: '11200000', discountPercent: '10' }] },
    facts,
    ['Dr 1110 10080000', 'Cr 4010 9000000', 'Cr 2110 1080000'],
  ],
  [
    'S6, the discount as an amount',
    { ...typed, lines: [{ ...goods, discountAmount: '1000000' }] },
    facts,
    ['Dr 1110 10080000', 'Cr 4010 9000000', 'Cr 2110 1080000'],
  ],
  [
    'sale to government',
    { ...typed, lines: [{ ...goods, vatClass: 'govt_vatable' }] },
    { ...facts, party: { ...lakbay, government: true } },
    ['Dr 1110 11200000', 'Cr 4010 10000000', 'Cr 2110 1200000'],
  ],
])('%s posts as in the handbook', (_, fields, given, expected) => {
  expect(moves(posted(fields, given))).toEqual(expected)
})

test('lines with the same account and class become one credit, with class, base and VAT frozen on it', () => {
  const lines = [
    goods,
    { ...service, unitPrice: '33333' },
    { ...goods, unitPrice: '99999' },
    { ...goods, unitPrice: '700', vatClass: 'exempt' },
  ]
  const { entry, total } = posted({ ...typed, lines, memo: 'March supplies' })
  expect(entry).toMatchObject({ journal: 'SJ', day: '2026-03-15', memo: 'March supplies' })
  expect(entry.lines.map((line) => [line.account, line.partyId, line.tax])).toEqual([
    ['1110', lakbay.id, undefined],
    ['4010', lakbay.id, { vatClass: 'vatable', base: 10_099_999n, vat: 1_212_000n }],
    ['4020', lakbay.id, { vatClass: 'vatable', base: 33_333n, vat: 4_000n }],
    ['4010', lakbay.id, { vatClass: 'exempt', base: 700n, vat: 0n }],
    ['2110', lakbay.id, undefined],
  ])
  expect(total).toBe(10_099_999n + 33_333n + 700n + 1_216_000n)
})

test('the posting opens the full total on the customer and e-mails the receipt if asked', () => {
  expect(posted({ ...typed, dueDay: '2026-04-14' })).toMatchObject({
    day: '2026-03-15',
    partyId: lakbay.id,
    externalNo: '000123',
    dueDay: '2026-04-14',
    memo: '',
    total: 11_200_000n,
    effects: [{ effect: 'item', settles: 'itself', account: '1110', partyId: lakbay.id, amount: 11_200_000n }],
    warnings: [],
    totals: [
      { label: 'Vatable sales', amount: 10_000_000n },
      { label: 'VAT 12%', amount: 1_200_000n },
      { label: 'Total', amount: 11_200_000n, emphasis: 'grand' },
    ],
  })
  expect(posted(typed).entry.memo).toBe('Invoice no. 000123')
  const stored = z.encode(invoiceFields, invoiceFields.parse(typed))
  expect(invoice.stated?.(stored)).toEqual([
    { effect: 'detail', terms: '', receiptTo: 'ana@example.com', receiptNo: '' },
  ])
})

test('the totals show the discount and each class separately', () => {
  const lines = [
    { ...goods, discountPercent: '10' },
    ...['zero_rated', 'exempt', 'not_subject'].map((vatClass) => ({ ...goods, vatClass })),
  ]
  expect(posted({ ...typed, lines }).totals).toEqual([
    { label: 'Before discount', amount: 40_000_000n },
    { label: 'Discount', amount: -1_000_000n },
    { label: 'Vatable sales', amount: 9_000_000n },
    { label: 'Zero-rated sales', amount: 10_000_000n },
    { label: 'VAT-exempt sales', amount: 10_000_000n },
    { label: 'Sales not subject to VAT', amount: 10_000_000n },
    { label: 'VAT 12%', amount: 1_080_000n },
    { label: 'Total', amount: 40_080_000n, emphasis: 'grand' },
  ])
})

test.each([
  [
    'lines.0.quantity',
    { ...typed, lines: [{ ...goods, quantity: '-1' }] },
    'The quantity must be more than zero. Record a return as a credit memo.',
  ],
  [
    'lines.0.unitPrice',
    { ...typed, lines: [{ ...goods, unitPrice: '-1' }] },
    'The unit price cannot be negative. Enter a discount instead.',
  ],
  [
    'lines.0.unitPrice',
    { ...typed, lines: [{ ...goods, unitPrice: '1000000000000000' }] },
    'A unit price can have at most six decimals and can be at most 9,999,999,999,999.99.',
  ],
  ['lines.0.unitPrice', { ...typed, lines: [{ ...goods, unitPrice: undefined }] }, 'Enter an amount.'],
  [
    'lines.0.discountAmount',
    { ...typed, lines: [{ ...goods, discountAmount: '-1' }] },
    'Enter the discount without a minus sign.',
  ],
  [
    'lines.0.discountAmount',
    { ...typed, lines: [{ ...goods, discountAmount: '1', discountPercent: '1' }] },
    'Enter the discount as a percentage or an amount, not both.',
  ],
  [
    'lines.0.discountPercent',
    { ...typed, lines: [{ ...goods, discountPercent: '101' }] },
    'Enter a percentage from 0 to 100 with at most two decimals.',
  ],
  ['lines.0.vatClass', { ...typed, lines: [{ ...goods, vatClass: 'free' }] }, 'Choose the VAT type of the line.'],
  ['lines.0.description', { ...typed, lines: [{ ...goods, description: '' }] }, 'Enter the description.'],
  [
    'lines.0',
    { ...typed, lines: [{ ...goods, color: 'red' }] },
    "Unknown field 'color'. Remove it and send the request again.",
  ],
  ['lines', { ...typed, lines: [] }, 'Add at least one line.'],
  [
    'lines',
    { ...typed, lines: Array.from({ length: 201 }, () => goods) },
    'An invoice can have at most 200 lines. Enter the rest in another invoice.',
  ],
  ['day', { ...typed, day: '2026-02-31' }, 'There is no 31 February 2026; check the date.'],
  ['dueDay', { ...typed, dueDay: '2026-03-14' }, 'The due date is before the invoice date. Correct one of them.'],
  ['partyId', { ...typed, partyId: '' }, 'Choose a customer from the list.'],
  ['externalNo', { ...typed, externalNo: '12 3' }, 'An invoice number can contain only digits, letters, - and /.'],
  ['externalNo', { ...typed, externalNo: ' ' }, 'Enter the invoice number.'],
  [
    'email',
    { ...typed, email: 'ana@example.com\r\nBcc: x@example.com' },
    'Enter one e-mail address without spaces or line breaks, for example ana@example.com.',
  ],
  [
    'memo',
    { ...typed, memo: 'x'.repeat(1_000_000) },
    'The memo can have at most 500 characters, but you entered 1,000,000. Shorten it.',
  ],
  ['', { ...typed, company: 'other' }, "Unknown field 'company'. Remove it and send the request again."],
])('invalid input is refused at %s (%#)', (path, fields, message) => {
  expect(mistakesIn(fields)).toEqual([[path, message]])
})

test.each<[string, unknown, Facts<FactKey>, string]>([
  [
    'partyId',
    typed,
    { ...facts, party: undefined },
    'This customer is no longer registered. Choose another one, or register the customer again.',
  ],
  [
    'partyId',
    typed,
    { ...facts, party: { ...lakbay, customer: false, supplier: true } },
    'Lakbay Trading Inc. is registered only as a supplier. Register it as a customer first.',
  ],
  [
    'day',
    { ...typed, day: '2026-01-31' },
    facts,
    'January 2026 is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  ],
  [
    'day',
    { ...typed, day: '2026-04-21' },
    facts,
    'The date is more than 31 days ahead. The latest date you can use today is 20 Apr 2026.',
  ],
  [
    'day',
    { ...typed, day: '2001-03-15' },
    allOpen,
    'No VAT rate is in force on 15 Mar 2001. Check the date or add the rate in the company settings.',
  ],
  [
    'externalNo',
    typed,
    { ...facts, sameExternalNo: { number: 'SI-2026-000004', day: '2026-03-01' } },
    'Invoice no. 000123 is already recorded as SI-2026-000004. Void that document first, or correct the number.',
  ],
  [
    'lines.0.vatClass',
    typed,
    nonVat,
    'Bituin Supply Co. is not VAT-registered. Choose VAT-exempt or Not subject to VAT.',
  ],
  [
    'lines.0.vatClass',
    { ...typed, lines: [{ ...goods, vatClass: 'zero_rated' }] },
    nonVat,
    'Bituin Supply Co. is not VAT-registered. Choose VAT-exempt or Not subject to VAT.',
  ],
  [
    'lines.0.vatClass',
    { ...typed, lines: [{ ...goods, vatClass: 'govt_vatable' }] },
    facts,
    'Lakbay Trading Inc. is not registered as a government office. Choose Vatable, or correct the registration.',
  ],
  [
    'lines.1.account',
    { ...typed, lines: [goods, { ...goods, account: '3015' }] },
    facts,
    'Account 3015 is missing or inactive in the chart of accounts. Choose another account, or activate this one.',
  ],
  [
    'lines.0.account',
    { ...typed, lines: [{ ...goods, account: '1110' }] },
    facts,
    '1110 Accounts receivable - trade cannot be used here, because other types of documents post to it; choose an income account.',
  ],
  [
    'lines.0.account',
    { ...typed, lines: [{ ...goods, account: '6070' }] },
    facts,
    '6070 Office supplies is not an income account. Choose one such as 4010 or 4020.',
  ],
  [
    'lines.0.account',
    { ...typed, lines: [{ ...goods, account: '8010' }] },
    facts,
    '8010 Interest expense is not an income account. Choose one such as 4010 or 4020.',
  ],
  [
    'lines.0.discountAmount',
    { ...typed, lines: [{ ...goods, discountAmount: '10000001' }] },
    facts,
    'The discount is more than the line amount of 100,000.00. Lower the discount.',
  ],
  [
    'lines.0.unitPrice',
    { ...typed, lines: [{ ...goods, quantity: '2', unitPrice: largestMoney.toString() }] },
    facts,
    'The amount of this line is more than 9,999,999,999,999.99. Check the quantity and the price.',
  ],
  [
    'lines.1.unitPrice',
    {
      ...typed,
      lines: [
        { ...goods, unitPrice: (largestMoney / 2n).toString() },
        { ...goods, unitPrice: (largestMoney / 2n).toString() },
      ],
    },
    facts,
    'With this line, the total of the invoice is more than 9,999,999,999,999.99. Check the amounts.',
  ],
  [
    'lines',
    { ...typed, lines: [{ ...goods, discountPercent: '100' }] },
    facts,
    'The invoice total is 0.00, so there is nothing to record. Check the prices and discounts.',
  ],
  [
    '',
    typed,
    { ...facts, accounts: new Map([...facts.accounts].filter(([code]) => code !== '2110')) },
    'Invoices post to account 2110, which is inactive. Activate it in the chart of accounts.',
  ],
])('input that the facts do not allow is refused at %s (%#)', (path, fields, given, message) => {
  expect(refused(fields, given)).toEqual([[path, message]])
})

test('all errors are reported at once', () => {
  expect(
    refused(
      { ...typed, day: '2026-01-05', lines: [goods, { ...goods, account: '6070' }] },
      { ...facts, party: undefined },
    ).map(([path]) => path),
  ).toEqual(['partyId', 'day', 'lines.1.account'])
})

test.each<[unknown, Facts<FactKey>, string]>([
  [{ ...typed, day: '2026-03-21' }, facts, 'The invoice is dated 21 Mar 2026, 1 day from today.'],
  [{ ...typed, day: '2026-04-20' }, facts, 'The invoice is dated 20 Apr 2026, 31 days from today.'],
  [{ ...typed, day: '2025-03-15' }, allOpen, 'The invoice is dated 15 Mar 2025, more than a year ago. Check the year.'],
  [{ ...typed, dueDay: '2026-03-19' }, facts, 'The due date, 19 Mar 2026, has already passed.'],
  [
    typed,
    { ...facts, party: { ...lakbay, tin9: null } },
    'The sale is 1,000.00 or more and Lakbay Trading Inc. is VAT-registered, but the registration has no TIN.',
  ],
  [
    { ...typed, lines: [{ ...goods, vatClass: 'exempt', unitPrice: '100000' }] },
    { ...facts, party: { ...lakbay, tin9: null } },
    'The sale is 1,000.00 or more and Lakbay Trading Inc. is VAT-registered, but the registration has no TIN.',
  ],
  [
    typed,
    { ...facts, party: { ...lakbay, government: true } },
    'Lakbay Trading Inc. is a government office. Sales lines are usually “Vatable, sale to government”.',
  ],
  [
    { ...typed, lines: [{ ...goods, quantity: '100' }] },
    facts,
    'The total of 11,200,000.00 is unusually large. Compare it with the document.',
  ],
])('a warning does not block (%#)', (fields, given, warning) => {
  expect(posted(fields, given).warnings).toEqual([warning])
})

test('a date a year ago, a due date of today and a line above the limit give no further warning', () => {
  expect(posted({ ...typed, day: '2025-03-20', dueDay: '2026-03-20' }, allOpen).warnings).toEqual([])
  const half = { ...goods, unitPrice: (largestMoney / 2n).toString() }
  expect(refused({ ...typed, lines: [half, half, half] }).map(([path]) => path)).toEqual(['lines.1.unitPrice'])
})

test('a sale without VAT needs no output VAT account', () => {
  const accounts = new Map([...facts.accounts].filter(([code]) => code !== '2110'))
  expect(refused({ ...typed, lines: [{ ...goods, vatClass: 'exempt' }] }, { ...facts, accounts })).toEqual([])
})

test('a small sale to a customer without TIN gives no warning', () => {
  expect(
    posted(
      { ...typed, lines: [{ ...goods, vatClass: 'exempt', unitPrice: '99999' }] },
      { ...facts, party: { ...lakbay, tin9: null } },
    ).warnings,
  ).toEqual([])
})

test('the receipt is the internal copy of the document, with its effect on the books', () => {
  const fields = invoiceFields.parse({
    ...typed,
    terms: '30 days',
    dueDay: '2026-04-14',
    lines: [{ ...goods, quantity: '2', unitPrice: '2525', discountPercent: '10' }],
  })
  const result = invoice.post(fields, facts)
  if (!result.ok) throw new Error('refused')
  const receipt = invoice.receipt(fields, facts, result.posting, 'SI-2026-000001')
  expect(receipt).toEqual({
    title: 'Sales Invoice',
    number: 'SI-2026-000001',
    status: 'recorded',
    day: '2026-03-15',
    note: 'Internal copy - not an invoice',
    company: {
      name: 'Bituin Supply Co.',
      tinLine: 'VAT REG TIN 009-876-543-00000',
      address: '1 Mabini Street, Manila',
    },
    party: {
      label: 'Customer',
      name: 'Lakbay Trading Inc.',
      tinLine: 'TIN 007-123-456-00000',
      address: '12 Rizal Street, Makati City 1223',
    },
    facts: [
      { label: 'Invoice no.', value: '000123' },
      { label: 'Terms', value: '30 days' },
      { label: 'Due', value: '14 Apr 2026' },
      { label: 'Prices', value: 'VAT-exclusive' },
    ],
    lines: [{ description: 'Bond paper', quantity: '2', unitPrice: '2525', vatClass: 'Vatable', amount: 4_545n }],
    totals: result.posting.totals,
    amountInWords: 'Fifty pesos and 90/100 only',
    memo: '',
    journal: [
      { account: '1110', name: 'Accounts receivable - trade', debit: 5_090n, credit: 0n },
      { account: '4010', name: 'Sales - goods', debit: 0n, credit: 4_545n },
      { account: '2110', name: 'Output VAT', debit: 0n, credit: 545n },
    ],
    attachments: ['invoice.pdf'],
  })
  expect(invoice.receipt(fields, facts, result.posting, null)).toMatchObject({ number: null, status: 'review' })
})

test('a seller without VAT prints its TIN as such, and one without TIN prints none', () => {
  const fields = { ...typed, lines: [{ ...goods, vatClass: 'exempt' }] }
  const printed = (given: Facts<FactKey>) =>
    invoice.receipt(invoiceFields.parse(fields), given, posted(fields, given), null).company.tinLine
  expect(printed(nonVat)).toBe('NON-VAT REG TIN 009-876-543-00000')
  expect(printed({ ...facts, company: { ...facts.company, tin: null } })).toBe('')
})

const anyLine = fc.record(
  {
    description: fc.constant('Goods'),
    quantity: fc
      .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 9999 }))
      .map(([n, d]) => `${n}.${String(d).padStart(4, '0')}`),
    unitPrice: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 2n })).map(String),
    vatClass: fc.constantFrom('vatable', 'zero_rated', 'exempt', 'not_subject', 'govt_vatable'),
    account: fc.constantFrom('4010', '4020', '7050'),
    discountPercent: fc.option(
      fc.integer({ min: 0, max: 10_000 }).map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`),
    ),
  },
  { requiredKeys: ['description', 'quantity', 'unitPrice', 'vatClass', 'account'] },
)
const anyInvoice = fc.record({
  ...Object.fromEntries(
    ['email', 'partyId', 'externalNo', 'day'].map((key) => [key, fc.constant(typed[key as keyof typeof typed])]),
  ),
  priceMode: fc.constantFrom('inclusive', 'exclusive'),
  lines: fc.array(anyLine, { minLength: 1, maxLength: 30 }),
})

test('every invoice balances, its totals agree, and its reversal leaves zero balances', () => {
  const given = { ...facts, party: { ...lakbay, government: true } }
  let seen = 0
  fc.assert(
    fc.property(anyInvoice, (fields) => {
      const result = resultOf(fields, given)
      if (!result.ok) {
        expect(result.mistakes.map(({ path }) => path)).toEqual([['lines']])
        return
      }
      seen++
      const { entry, total, totals } = result.posting
      const amount = (pattern: RegExp) =>
        sum(totals.filter(({ label }) => pattern.test(label)).map((line) => line.amount))
      const credits = (code: RegExp) => entry.lines.filter((line) => code.test(line.account))
      expect(sum(entry.lines.map((line) => line.debit))).toBe(total)
      expect(sum(entry.lines.map((line) => line.credit))).toBe(total)
      expect(amount(/sales/i) + amount(/^VAT \d/)).toBe(total)
      expect(amount(/^Total$/)).toBe(total)
      expect(itemsOf(result.posting).map(({ amount }) => amount)).toEqual([total])
      expect(sum(credits(/^[47]/).map((line) => line.tax?.base ?? 0n))).toBe(amount(/sales/i))
      expect(sum(credits(/^[47]/).map((line) => line.tax?.vat ?? 0n))).toBe(
        sum(credits(/^2110/).map((line) => line.credit)),
      )
      const undone = reversal(entry, '2026-03-20', 'void')
      for (const code of ['1110', '2110', '4010', '4020', '7050']) {
        const on = [...entry.lines, ...undone.lines].filter((line) => line.account === code)
        expect(sum(on.map((line) => line.debit - line.credit))).toBe(0n)
      }
    }),
    { numRuns: 300 },
  )
  expect(seen).toBeGreaterThan(200)
})

test('a centavo of VAT without a net amount is included in the tax reports', () => {
  const lines = Array.from({ length: 10 }, (_, i) => ({ ...goods, unitPrice: '1', account: i === 9 ? '4020' : '4010' }))
  const { entry } = posted({ ...typed, priceMode: 'inclusive', lines })
  expect(entry.lines.map(({ account, debit, credit, tax }) => [account, debit, credit, tax?.vat])).toEqual([
    ['1110', 10n, 0n, undefined],
    ['4010', 0n, 9n, 1n],
    ['2110', 0n, 1n, undefined],
  ])
})

test('with VAT-inclusive prices the customer pays exactly the sum of the lines', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 10n }), { minLength: 1, maxLength: 50 }), (prices) => {
      const lines = prices.map((price) => ({ ...goods, unitPrice: price.toString() }))
      const { total, totals } = posted({ ...typed, priceMode: 'inclusive', lines })
      expect(total).toBe(sum(prices))
      expect(totals[0]).toEqual({ label: 'Vatable sales', amount: vatInclusive(sum(prices), '0.12').net })
    }),
  )
})

test('fields survive the wire unchanged', () => {
  fc.assert(
    fc.property(anyInvoice, (fields) => {
      const parsed = invoiceFields.parse(fields)
      expect(invoiceFields.parse(JSON.parse(JSON.stringify(z.encode(invoiceFields, parsed))))).toEqual(parsed)
    }),
  )
})

test('an invoice declares the facts it needs', () => {
  expect(invoice.facts(invoiceFields.parse({ ...typed, externalNo: ' si-7/a ' }))).toEqual({
    partyId: lakbay.id,
    externalNo: 'SI-7/A',
    externalNoTo: '',
    day: '2026-03-15',
  })
})

test('document types are found by name', () => {
  for (const [name, kind] of Object.entries(documentTypes)) expect(kind.kind).toBe(name)
  expect(documentTypeOf('invoice')).toBe(invoice)
  expect([isDocumentTypeName('invoice'), isDocumentTypeName('toString'), isDocumentTypeName('')]).toEqual([
    true,
    false,
    false,
  ])
})

const acme: Party = {
  ...lakbay,
  registeredName: 'Acme Inc.',
  tin9: null,
  noTin: 'foreign',
  country: 'US',
  vatStatus: 'non_vat',
}
const various: Party = {
  ...lakbay,
  registeredName: 'Various customers',
  tin9: null,
  noTin: 'various',
  vatStatus: 'non_vat',
}
const exported = { ...typed, lines: [{ ...goods, vatClass: 'zero_rated' }], zeroRating: 'export_goods' }
const daySales = { ...typed, email: '', externalNo: '000101', externalNoTo: '000148' }

test('an export sale is zero-rated and prints the reason', () => {
  const given = { ...facts, party: acme }
  const result = resultOf(exported, given)
  expect(result.ok && result.posting.entry.lines.map(({ tax }) => tax)).toEqual([
    undefined,
    { vatClass: 'zero_rated', base: 10_000_000n, vat: 0n },
  ])
  const { facts: printed, party } = invoice.receipt(
    invoiceFields.parse(exported),
    given,
    (result as { posting: Posting }).posting,
    null,
  )
  expect(printed).toContainEqual({ label: 'Zero-rated', value: 'Export of goods' })
  expect(party).toMatchObject({ name: 'Acme Inc.', tinLine: '', address: expect.stringContaining('United States') })
})

test('a day of walk-in sales is one invoice with its first and last number, and needs no e-mail address', () => {
  const result = resultOf(daySales, { ...facts, party: various })
  expect(result).toMatchObject({
    ok: true,
    posting: { externalNo: '000101 to 000148', memo: '', entry: { memo: 'Invoice no. 000101 to 000148' } },
  })
})

test.each(['000100', '148', 'A00148'])('%s is no last number after 000101', (externalNoTo) => {
  const mistakes = invoiceFields.safeParse({ ...daySales, externalNoTo }).error?.issues
  expect(mistakes?.map(({ path, message }) => [path.join('.'), message])).toEqual([
    [
      'externalNoTo',
      'The last invoice number must have the same format as the first and come after it, for example 000101 and 000148.',
    ],
  ])
})

test.each<[string, unknown, Party, string]>([
  ['zeroRating', { ...exported, zeroRating: '' }, acme, 'Choose why the sale is zero-rated.'],
  [
    'zeroRating',
    { ...typed, zeroRating: 'export_goods' },
    acme,
    'No line is zero-rated. Choose Zero-rated on the lines, or clear the reason.',
  ],
  [
    'externalNoTo',
    { ...daySales, email: 'ana@example.com' },
    lakbay,
    'Only the sales of one day to Various customers can be recorded together. Clear the last number, or choose Various customers.',
  ],
])('a sale without a TIN is refused at %s (%#)', (path, fields, party, message) => {
  expect(refused(fields, { ...facts, party })).toEqual([[path, message]])
})

const lola = { discountFor: 'senior', beneficiary: 'Ramos, Nena', beneficiaryId: '1234567' }
const exempt = { ...goods, vatClass: 'exempt' }

// 1,120.00 with VAT is 1,000.00 without; 20% of that is 200.00, so 800.00 is paid.
test('a senior citizen pays the price without VAT less 20%, and the discount is a deduction', () => {
  const fields = { ...typed, ...lola, priceMode: 'inclusive', lines: [{ ...exempt, unitPrice: '112000' }] }
  const made = posted(fields)
  expect(moves(made)).toEqual(['Dr 1110 80000', 'Dr 6115 20000', 'Cr 4010 100000'])
  // The sale of the return and the list of sales is the price before the discount.
  expect(made.entry.lines[2]?.tax).toEqual({ vatClass: 'exempt', base: 100_000n, vat: 0n })
  expect(made.totals.map(({ label, amount }) => [label, amount])).toEqual([
    ['Prices with VAT', 112_000n],
    ['Less VAT, exempt sale', -12_000n],
    ['VAT-exempt sales', 100_000n],
    ['Senior citizen discount, 20%', -20_000n],
    ['Total', 80_000n],
  ])
  const printed = invoice.receipt(invoiceFields.parse(fields), facts, made, 'SI-2026-000001')
  expect(printed.facts).toContainEqual({ label: 'Senior citizen', value: 'Ramos, Nena, ID no. 1234567' })
})

test('the discount is rounded once for the invoice, and a price without VAT keeps it', () => {
  // 199.95 and 50.05 without VAT are 250.00, and 20% is 50.00.
  const lines = [
    { ...exempt, unitPrice: '19995' },
    { ...exempt, unitPrice: '5005', account: '4020' },
  ]
  expect(moves(posted({ ...typed, ...lola, discountFor: 'pwd', lines }))).toEqual([
    'Dr 1110 20000',
    'Dr 6115 5000',
    'Cr 4010 19995',
    'Cr 4020 5005',
  ])
})

test('a seller without VAT gives 20% of the price, which stays under percentage tax', () => {
  const lines = [{ ...goods, vatClass: 'not_subject', unitPrice: '100000' }]
  const { entry } = posted({ ...typed, ...lola, priceMode: 'inclusive', lines }, nonVat)
  expect(entry.lines.map(({ account, debit, credit }) => [account, debit - credit])).toEqual([
    ['1110', 80_000n],
    ['6115', 20_000n],
    ['4010', -100_000n],
  ])
})

test('a statutory discount needs the person, an exempt sale and no other discount', () => {
  expect(mistakesIn({ ...typed, discountFor: 'pwd', lines: [exempt] })).toEqual([
    ['beneficiary', 'Enter the name on the ID.'],
    ['beneficiaryId', 'Enter the number of the senior citizen or PWD ID.'],
  ])
  expect(mistakesIn({ ...typed, beneficiary: 'Ramos, Nena' })).toEqual([
    ['beneficiary', 'Choose who is entitled to the discount, or clear the name.'],
  ])
  expect(refused({ ...typed, ...lola, lines: [goods, { ...exempt, discountPercent: '5' }] })).toEqual([
    [
      'lines.0.vatClass',
      'A sale with this discount is VAT-exempt. Choose this VAT type, or record the item on another invoice.',
    ],
    [
      'lines.1.discountAmount',
      'Only one discount applies. Clear this one, or record the sale without the statutory discount.',
    ],
  ])
})

test('a zero-rated sale to a registered export enterprise names its certificate', () => {
  const lines = [{ ...goods, vatClass: 'zero_rated' }]
  const sale = { ...typed, zeroRating: 'export_enterprise', lines }
  expect(posted(sale).warnings).toEqual([expect.stringContaining('if the customer has a VAT zero-rating certificate')])
  const certified = { ...sale, zeroRatingCertificate: 'PEZA-2026-0815' }
  const made = posted(certified)
  expect(made.warnings).toEqual([])
  expect(made.entry.lines[1]?.tax).toEqual({ vatClass: 'zero_rated', base: 10_000_000n, vat: 0n })
  expect(invoice.receipt(invoiceFields.parse(certified), facts, made, null).facts).toContainEqual({
    label: 'VAT zero-rating certificate',
    value: 'PEZA-2026-0815',
  })
  expect(mistakesIn({ ...typed, zeroRatingCertificate: 'PEZA-2026-0815' })).toEqual([
    [
      'zeroRatingCertificate',
      'Only a sale to a registered export enterprise has this certificate. Clear the certificate number.',
    ],
  ])
  const enterprise = { ...facts, party: { ...lakbay, registeredEnterprise: true } }
  expect(posted(typed, enterprise).warnings).toEqual([expect.stringContaining('usually zero-rated')])
})
