import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accounts, itemAccounts, normalSideOf, standardChart } from '../../accounts/chart.ts'
import { standardExpenseTypes } from '../../accounts/expense-types.ts'
import { sum } from '../../core/money.ts'
import type { Party } from '../../core/party.ts'
import { purchaseBucket } from '../../tax/tax-line.ts'
import { standardVatRates } from '../../tax/vat.ts'
import { standardWithholdingCodes } from '../../tax/standard-codes.ts'
import { billFields } from './fields.ts'
import { billFigures } from './figures.ts'
import { bill } from './index.ts'
import { itemKey, emptyFacts } from '../facts.ts'
import type { FactKey, Facts, OpenItem } from '../facts.ts'
import type { Posting } from '../type.ts'
import { entryText, itemsOf } from '../../../test/facts.ts'

const silahis: Party = {
  id: '0190c6a0-0000-7000-8000-000000000002',
  customer: false,
  supplier: true,
  kind: 'non_individual',
  tin9: '005111222',
  branchCode: '00000',
  noTin: '',
  country: '',
  foreignTaxNo: '',
  registeredName: 'Silahis Supplies Corp.',
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  address: { substreet: '', street: '8 Escolta', barangay: '', city: 'Manila', province: '', zip: '1006' },
  rdoCode: '',
  vatStatus: 'vat',
  email: '',
  phone: '',
  lineOfBusiness: '',
  government: false,
  withholdingExempt: '',
  registeredEnterprise: false,
  zeroRatingCertificate: '',
  withholdingAgent: false,
}
const lessor: Party = { ...silahis, vatStatus: 'non_vat', registeredName: 'Dela Cruz Realty' }
const lawyer: Party = { ...silahis, kind: 'individual', registeredName: '', lastName: 'Reyes', firstName: 'Juana' }

const facts: Facts<FactKey> = {
  company: {
    name: 'Bituin Supply Co.',
    tin: '009876543',
    branchCode: '00000',
    address: '1 Mabini Street, Manila',
    vatRegistered: true,
    topAgentFrom: '2026-01-01',
    withholdAt: 'bill',
  },
  today: '2026-03-20',
  party: silahis,
  accounts: new Map(standardChart.filter((account) => account.active).map((account) => [account.code, account])),
  vatRates: standardVatRates,
  closedMonths: new Set(['2026-01']),
  booksBegin: null,
  ...emptyFacts,
  withholdingCodes: standardWithholdingCodes,
  expenseTypes: standardExpenseTypes,
  sameExternalNo: undefined,
  attachments: [],
}
const from = (party: Party): Facts<FactKey> => ({ ...facts, party })

const line = {
  description: 'Bond paper',
  amount: '10000000',
  vatClass: 'vatable',
  category: 'goods',
  atc: null,
  account: '1210',
}
const typed = {
  email: 'ana@example.com',
  partyId: silahis.id,
  externalNo: '1007',
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [line],
}
const lines = (...given: (Partial<Omit<typeof line, 'atc'>> & { atc?: string; finalAtc?: string })[]) => ({
  ...typed,
  lines: given.map((one) => ({ ...line, ...one })),
})
const untaxed = { vatClass: 'not_subject' }

function posted(fields: unknown, given: Facts<FactKey> = facts): Posting {
  const result = bill.post(billFields.parse(fields), given)
  if (!result.ok) throw new Error(result.mistakes.map(({ message }) => message).join(' '))
  expectItemized(result.posting)
  return result.posting
}

function refused(fields: unknown, given: Facts<FactKey> = facts) {
  const read = billFields.safeParse(fields)
  if (!read.success) return read.error.issues.map(({ path, message }) => [path.join('.'), message])
  const result = bill.post(read.data, given)
  return result.ok ? [] : result.mistakes.map(({ path, message }) => [path.join('.'), message])
}

/** Like recording, requires that the items of an account equal its movement. */
function expectItemized({ entry, effects }: Posting): void {
  const items = itemsOf({ effects })
  for (const account of itemAccounts) {
    const moved = sum(entry.lines.filter((row) => row.account === account).map(({ debit, credit }) => debit - credit))
    const said = sum(items.filter((item) => item.account === account).map(({ amount }) => amount))
    expect(normalSideOf(account) === 'debit' ? moved : -moved).toBe(said)
  }
  expect(items.every(({ amount }) => amount !== 0n)).toBe(true)
}

const moves = ({ entry }: Posting) =>
  entry.lines.map(({ account, debit, credit }) => (debit > 0n ? `Dr ${account} ${debit}` : `Cr ${account} ${credit}`))

const earlier: OpenItem = {
  documentId: '0190c6a0-0000-7000-8000-00000000000b',
  account: accounts.payables,
  kind: 'bill',
  number: 'BL-2026-000001',
  externalNo: '990',
  day: '2026-02-15',
  dueDay: null,
  partyId: silahis.id,
  opened: 11_100_000n,
  open: 11_100_000n,
  net: 10_000_000n,
  vat: 1_200_000n,
  withheld: 100_000n,
  changedBy: [],
}
const advance: OpenItem = {
  ...earlier,
  documentId: '0190c6a0-0000-7000-8000-00000000000a',
  account: accounts.supplierAdvances,
  number: 'BP-2026-000004',
  opened: 500_000n,
  open: 500_000n,
}
const withItems = (...items: OpenItem[]): Facts<FactKey> => ({
  ...facts,
  items: new Map(items.map((item) => [itemKey(item.documentId, item.account), item])),
})

// B1 to B10 are the purchase postings in the company's accounting handbook.
test.each([
  [
    'B1, goods from a VAT supplier, top withholding agent 1%',
    lines({ atc: 'WC158' }),
    facts,
    ['Dr 1210 10000000', 'Dr 1310 1200000', 'Cr 2140 100000', 'Cr 2010 11100000'],
  ],
  [
    'B2, services with VAT, 2%',
    lines({ account: '6130', category: 'services', atc: 'WC120' }),
    facts,
    ['Dr 6130 10000000', 'Dr 1310 1200000', 'Cr 2140 200000', 'Cr 2010 11000000'],
  ],
  [
    'B2, the same with VAT in the amount',
    { ...lines({ account: '6130', category: 'services', atc: 'WC120', amount: '11200000' }), priceMode: 'inclusive' },
    facts,
    ['Dr 6130 10000000', 'Dr 1310 1200000', 'Cr 2140 200000', 'Cr 2010 11000000'],
  ],
  [
    'B3, rent from a lessor without VAT, 5%',
    lines({ ...untaxed, account: '6050', category: 'services', amount: '5000000', atc: 'WC100' }),
    from(lessor),
    ['Dr 6050 5000000', 'Cr 2140 250000', 'Cr 2010 4750000'],
  ],
  [
    'B4, a professional with VAT, 10%',
    lines({ account: '6120', category: 'services', amount: '2000000', atc: 'WI011' }),
    from(lawyer),
    ['Dr 6120 2000000', 'Dr 1310 240000', 'Cr 2140 200000', 'Cr 2010 2040000'],
  ],
  [
    'B5, no valid VAT invoice: the gross is expense',
    { ...lines({ account: '6290', category: 'not_creditable', amount: '112000' }), priceMode: 'inclusive' },
    facts,
    ['Dr 6290 112000', 'Cr 2010 112000'],
  ],
  [
    'B5, a supplier without VAT: the gross is expense',
    lines({ ...untaxed, account: '6290', amount: '112000' }),
    from(lessor),
    ['Dr 6290 112000', 'Cr 2010 112000'],
  ],
  [
    'B6, capital goods',
    lines({ account: '1540', category: 'capital_goods', amount: '8000000' }),
    facts,
    ['Dr 1540 8000000', 'Dr 1310 960000', 'Cr 2010 8960000'],
  ],
  [
    'B7, an import: the VAT is owed to customs',
    lines({ category: 'importation', amount: '20000000' }),
    from(lessor),
    ['Dr 1210 20000000', 'Dr 1310 2400000', 'Cr 2010 20000000', 'Cr 2020 2400000'],
  ],
  [
    'B8, tax withheld with the payment instead',
    lines({ account: '6130', category: 'services', atc: 'WC120' }),
    { ...facts, company: { ...facts.company, withholdAt: 'payment' } },
    ['Dr 6130 10000000', 'Dr 1310 1200000', 'Cr 2010 11200000'],
  ],
  [
    'B9, a return, credited to the bill',
    { ...lines({ amount: '1000000', atc: 'WC158' }), nature: 'credit', creditOf: earlier.documentId },
    withItems(earlier),
    ['Cr 1210 1000000', 'Cr 1310 120000', 'Dr 2140 10000', 'Dr 2010 1110000'],
  ],
  [
    'B10, an advance used',
    { ...lines({ ...untaxed, account: '6070' }), advances: [{ documentId: advance.documentId, amount: '500000' }] },
    withItems(advance),
    ['Dr 6070 10000000', 'Cr 2010 10000000', 'Dr 2010 500000', 'Cr 1140 500000'],
  ],
  [
    'a company without VAT claims none: the gross is cost, and tax is withheld from the net',
    lines({ account: '6130', category: 'services', atc: 'WC120' }),
    { ...facts, company: { ...facts.company, vatRegistered: false } },
    ['Dr 6130 11200000', 'Cr 2140 200000', 'Cr 2010 11000000'],
  ],
] satisfies [string, unknown, Facts<FactKey>, string[]][])('%s', (_, fields, given, expected) => {
  expect(moves(posted(fields, given))).toEqual(expected)
})

test('the bill opens the amount to pay, and freezes tax, category and withholding on its lines', () => {
  const { effects, total, entry, externalNo } = posted(lines({ account: '6130', category: 'services', atc: 'WC120' }))
  expect(itemsOf({ effects })).toEqual([
    { settles: 'itself', account: '2010', partyId: silahis.id, amount: 11_000_000n },
  ])
  expect([total, externalNo]).toEqual([11_000_000n, '1007'])
  expect(entry.lines[0]?.tax).toEqual({ vatClass: 'vatable', base: 10_000_000n, vat: 1_200_000n, category: 'services' })
  expect(entry.lines[2]?.withheld).toEqual({ atc: 'WC120', rate: '0.02', base: 10_000_000n, tax: 200_000n })
})

test('nothing is withheld from an exempt supplier, but its lines keep the code for the alphalist', () => {
  const exempt = from({ ...silahis, withholdingExempt: 'BOI tax holiday until 2028' })
  const given = lines({ atc: 'WC120' }, { atc: 'WC100', amount: '500000' }, {})
  const made = posted(given, exempt)
  expect(made.total).toBe(22_960_000n)
  expect(made.entry.lines.map(({ account, withheld }) => [account, withheld])).toEqual([
    ['1210', { atc: 'WC120', rate: '0', base: 10_000_000n, tax: 0n }],
    ['1210', { atc: 'WC100', rate: '0', base: 500_000n, tax: 0n }],
    ['1210', undefined],
    ['1310', undefined],
    ['2010', undefined],
  ])
  expect(made.warnings).toContain('No tax is withheld under WC120, WC100. Reason: BOI tax holiday until 2028.')
  const credit = posted({ ...given, nature: 'credit' }, exempt)
  expect(credit.entry.lines[0]?.withheld).toEqual({ atc: 'WC120', rate: '0', base: -10_000_000n, tax: 0n })
})

test('VAT that is not creditable is frozen as such for the return', () => {
  const { entry } = posted(lines({ account: '6290', category: 'not_creditable' }))
  expect(entry.lines[0]).toMatchObject({
    debit: 11_200_000n,
    tax: { vatClass: 'vatable', base: 10_000_000n, vat: 1_200_000n, category: 'not_creditable' },
  })
})

test('the part of a credit above the open amount becomes an advance; a credit without a bill becomes an advance in full', () => {
  const credit = { ...lines({ amount: '1000000' }), nature: 'credit' }
  const partly = posted({ ...credit, creditOf: earlier.documentId }, withItems({ ...earlier, open: 120_000n }))
  expect(moves(partly)).toEqual(['Cr 1210 1000000', 'Cr 1310 120000', 'Dr 2010 120000', 'Dr 1140 1000000'])
  expect(itemsOf(partly)).toEqual([
    { settles: earlier.documentId, account: '2010', partyId: silahis.id, amount: -120_000n },
    { settles: 'itself', account: '1140', partyId: silahis.id, amount: 1_000_000n },
  ])
  expect(partly.warnings.join()).toContain(
    'The remaining 10,000.00 of this credit becomes a supplier advance for later bills',
  )
  expect(moves(posted(credit))).toEqual(['Cr 1210 1000000', 'Cr 1310 120000', 'Dr 1140 1120000'])
})

test('the frozen taxes of a credit are negative', () => {
  const { entry } = posted({ ...lines({ amount: '1000000', atc: 'WC158' }), nature: 'credit' })
  expect(entry.lines[0]?.tax).toMatchObject({ base: -1_000_000n, vat: -120_000n })
  expect(entry.lines.find(({ withheld }) => withheld)?.withheld).toMatchObject({ base: -1_000_000n, tax: -10_000n })
})

test('an advance that covers the bill leaves no open amount', () => {
  const small = {
    ...lines({ ...untaxed, account: '6070', amount: '500000' }),
    advances: [{ documentId: advance.documentId, amount: '500000' }],
  }
  expect(itemsOf(posted(small, withItems(advance)))).toEqual([
    { settles: advance.documentId, account: '1140', partyId: silahis.id, amount: -500_000n },
  ])
})

test('tax is withheld once per code on the sum of its lines, rounded half up', () => {
  const third = { ...untaxed, account: '6130', amount: '33', atc: 'WC120' }
  const { entry } = posted(lines(third, third, third))
  expect(entry.lines.find(({ account }) => account === '2140')).toMatchObject({
    credit: 2n,
    withheld: { atc: 'WC120', base: 99n, tax: 2n },
  })
})

test('the rate is the one in force on the bill date', () => {
  const [row] = standardWithholdingCodes.filter(({ code }) => code === 'WC120')
  if (row === undefined) throw new Error('There is no WC120.')
  const withholdingCodes = [
    { ...row, validTo: '2026-03-14' },
    { ...row, rate: '0.03', validFrom: '2026-03-15' },
  ]
  const fields = lines({ account: '6130', category: 'services', atc: 'WC120' })
  expect(posted(fields, { ...facts, withholdingCodes }).entry.lines[2]?.credit).toBe(300_000n)
  expect(posted({ ...fields, day: '2026-03-14' }, { ...facts, withholdingCodes }).entry.lines[2]?.credit).toBe(200_000n)
})

test('VAT is booked as printed by the supplier if the difference is a rounding one', () => {
  const inclusive = { ...lines({ amount: '123456' }), priceMode: 'inclusive' }
  expect(moves(posted(inclusive))).toEqual(['Dr 1210 110229', 'Dr 1310 13227', 'Cr 2010 123456'])
  const printed = posted({ ...inclusive, vatPrinted: '13230' })
  expect(moves(printed)).toEqual(['Dr 1210 110226', 'Dr 1310 13230', 'Cr 2010 123456'])
  expect(printed.warnings).toEqual(['The VAT on the invoice, 132.30, is recorded. The calculated VAT is 132.27.'])
  const exclusive = posted({ ...lines({ amount: '1769717' }), vatPrinted: '212400' })
  expect(moves(exclusive)).toEqual(['Dr 1210 1769717', 'Dr 1310 212400', 'Cr 2010 1982117'])
  expect(refused({ ...inclusive, vatPrinted: '13328' })).toEqual([
    [
      'vatPrinted',
      expect.stringContaining(
        'The calculated VAT is 132.27, but the invoice shows 133.28. The difference is more than 1.00. Check the amounts and the VAT of each line.',
      ),
    ],
  ])
  const tiny = { ...lines({ amount: '5' }), priceMode: 'inclusive' }
  expect(refused({ ...tiny, vatPrinted: '6' })).toEqual([
    ['vatPrinted', expect.stringContaining('shows VAT of 0.06, which is more than the VAT-inclusive price')],
  ])
})

test.each([
  ['a code of the other payee', lines({ atc: 'WI120' }), facts, 'lines.0.atc', 'WI120 is not for a company'],
  ['a code of government offices', lines({ atc: 'WC640' }), facts, 'lines.0.atc', 'Only government offices'],
  [
    'a code for any payee before the day',
    { ...lines({ atc: 'WV080' }), day: '2025-03-12' },
    facts,
    'lines.0.atc',
    'WV080 is not in force on 12 Mar 2025',
  ],
  ['a code there never was', lines({ atc: 'WC999' }), facts, 'lines.0.atc', 'not in force'],
  [
    'a code of top withholding agents before the day',
    { ...lines({ atc: 'WC158' }), day: '2025-12-31' },
    facts,
    'lines.0.atc',
    'top withholding agent from 1 Jan 2026',
  ],
  [
    'a code of top withholding agents in any other company',
    lines({ atc: 'WC158' }),
    { ...facts, company: { ...facts.company, topAgentFrom: null } },
    'lines.0.atc',
    'Only a top withholding agent',
  ],
  ['VAT of a supplier without VAT', typed, from(lessor), 'lines.0.vatClass', 'Dela Cruz Realty is not VAT-registered'],
  ['an account of income', lines({ account: '4010' }), facts, 'lines.0.account', 'is not used for purchases'],
  [
    'a control account',
    lines({ account: '1110' }),
    facts,
    'lines.0.account',
    '1110 Accounts receivable - trade cannot be used here, because other types of documents post to it',
  ],
  ['money', lines({ account: '1010' }), facts, 'lines.0.account', 'is not used for purchases'],
  ['an amount of nothing', lines({ amount: '0' }), facts, 'lines.0.amount', 'more than zero'],
  [
    'a customer',
    typed,
    from({ ...silahis, supplier: false }),
    'partyId',
    'Silahis Supplies Corp. is registered only as a customer',
  ],
  ['nobody', typed, { ...facts, party: undefined }, 'partyId', 'This supplier is no longer registered'],
  ['a closed month', { ...typed, day: '2026-01-15' }, facts, 'day', 'January 2026 is closed'],
  [
    'a number that was recorded',
    typed,
    { ...facts, sameExternalNo: { number: 'BL-2026-000007', day: '2026-02-01' } },
    'externalNo',
    'already recorded as BL-2026-000007',
  ],
  [
    'a due day before the bill',
    { ...typed, dueDay: '2026-03-01' },
    facts,
    'dueDay',
    'The due date is before the bill date',
  ],
  [
    'an advance of a credit',
    { ...typed, nature: 'credit', advances: [{ documentId: advance.documentId, amount: '1' }] },
    facts,
    'advances',
    'Advances do not apply to supplier credits',
  ],
  [
    'more than an advance has left',
    { ...typed, advances: [{ documentId: advance.documentId, amount: '500001' }] },
    withItems({ ...advance, changedBy: ['BL-2026-000009'] }),
    'advances.0.amount',
    'BP-2026-000004 has only 5,000.00 left after BL-2026-000009',
  ],
  [
    'an advance of another supplier',
    { ...typed, advances: [{ documentId: advance.documentId, amount: '1' }] },
    withItems({ ...advance, partyId: 'other' }),
    'advances.0.amount',
    'This advance is no longer available',
  ],
  [
    'a credit of a bill of another supplier',
    { ...typed, nature: 'credit', creditOf: earlier.documentId },
    withItems({ ...earlier, partyId: 'other' }),
    'creditOf',
    'BL-2026-000001 belongs to another supplier',
  ],
] satisfies [string, unknown, Facts<FactKey>, string, string][])('%s is refused', (_, fields, given, path, words) => {
  const found = refused(fields, given)
  expect(found.map(([at]) => at)).toContain(path)
  expect(found.find(([at]) => at === path)?.[1]).toContain(words)
})

test('missing usual withholding gives a warning', () => {
  const rent = { ...lines({ account: '6050', category: 'services' }) }
  const [only] = rent.lines
  expect(posted({ ...rent, lines: [{ ...only, expenseType: 'office_rent' }] }).warnings).toEqual([
    'Office rent: tax is usually withheld (WC100), but no ATC is chosen.',
  ])
})

test('an unknown or inactive type of expense is refused, and a type of your own gives the warning too', () => {
  const rent = { ...lines({ account: '6050', category: 'services' }) }
  const [only] = rent.lines
  expect(refused({ ...typed, ...rent, lines: [{ ...only, expenseType: 'x_unknown' }] }, facts)).toEqual([
    ['lines.0.expenseType', "There is no active type of expense 'x_unknown'. Choose one from the list, or clear it."],
  ])
  const [office] = standardExpenseTypes.filter(({ code }) => code === 'office_rent')
  if (office === undefined) throw new Error('There is no office rent.')
  const own = { ...office, code: 'warehouse', name: 'Warehouse' }
  const given = { ...facts, expenseTypes: [own] }
  expect(posted({ ...rent, lines: [{ ...only, expenseType: 'warehouse' }] }, given).warnings).toEqual([
    'Warehouse: tax is usually withheld (WC100), but no ATC is chosen.',
  ])
})

test.each([
  ['WV080', { vatStatus: 'non_vat' as const, registeredName: 'Cloud Ltd.' }],
  ['WV110', { registeredName: 'Ecozone Corp.' }],
])('VAT withheld under %s is claimed as input VAT and owed to the tax office, not to the supplier', (atc, like) => {
  const given = from({ ...silahis, ...like })
  const { entry } = posted(lines({ category: 'services', account: '6130', atc, amount: '10000000' }), given)
  expect(entryText(entry)).toBe('Dr 6130 100,000.00 | Dr 1310 12,000.00 | Cr 2147 12,000.00 | Cr 2010 100,000.00')
  const [withheld] = entry.lines.flatMap((one) => one.withheld ?? [])
  expect(withheld).toEqual({ atc, rate: '0.12', base: 100_000_00n, tax: 12_000_00n })
  // The same when the company withholds income tax with the payment, and from a supplier exempt from it.
  const later = { ...given, company: { ...facts.company, withholdAt: 'payment' as const } }
  expect(posted(lines({ category: 'services', account: '6130', atc }), later).entry.lines).toHaveLength(4)
  const exempt = lines({ category: 'services', account: '6130', atc, vatClass: 'exempt' })
  expect(refused(exempt, given)).toEqual([
    [
      'lines.0.atc',
      `${atc} is for withholding VAT, but this line has no VAT to withhold. Choose Vatable, or choose another ATC.`,
    ],
  ])
})

test('VAT on goods of a registered business enterprise is cost for a buyer without VAT, and may be due before their release', () => {
  const ecozone = from({ ...silahis, registeredName: 'Ecozone Corp.', vatStatus: 'non_vat' })
  const goods = lines({ category: 'goods', account: '1210', atc: 'WV110', amount: '10000000' })
  expect(posted(goods, ecozone).warnings).toEqual([expect.stringContaining('with form 0605 for each purchase')])
  const enterprise = from({ ...silahis, registeredEnterprise: true })
  expect(posted(lines({ category: 'services' }), enterprise).warnings).toEqual([
    expect.stringContaining('choose the ATC WV110'),
  ])
  const buyer = { ...ecozone, company: { ...facts.company, vatRegistered: false } }
  expect(entryText(posted(goods, buyer).entry)).toBe('Dr 1210 112,000.00 | Cr 2147 12,000.00 | Cr 2010 100,000.00')
  expect(refused({ ...goods, day: '2025-02-26' }, ecozone)).toContainEqual([
    'lines.0.atc',
    'WV110 is not in force on 26 Feb 2025. Check the date or choose another ATC.',
  ])
})

const centavos = fc.bigInt({ min: 1n, max: 9_999_999_999n })
const anyLine = fc.record({
  description: fc.constant('Something'),
  amount: centavos.map(String),
  vatClass: fc.constantFrom('vatable', 'zero_rated', 'exempt', 'not_subject'),
  category: fc.constantFrom('goods', 'services', 'capital_goods', 'importation', 'not_creditable'),
  atc: fc.constantFrom(null, 'WC120', 'WC158', 'WC100'),
  account: fc.constantFrom('6070', '6130', '1210', '1540'),
})

test('any purchase gives a balanced, itemized entry whose frozen taxes agree with the accounts', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('inclusive', 'exclusive'),
      (some, priceMode) => {
        const sound = some.map((one) =>
          one.category === 'importation' && one.vatClass === 'not_subject' ? { ...one, vatClass: 'exempt' } : one,
        )
        const fields = { ...typed, priceMode, lines: sound }
        const { entry, total } = posted(fields)
        const on = (account: string) =>
          sum(entry.lines.filter((row) => row.account === account).map(({ debit, credit }) => debit - credit))
        const taxes = entry.lines.flatMap(({ tax }) => (tax ? [tax] : []))
        expect(on('1310')).toBe(
          sum(taxes.filter(({ category }) => category !== 'not_creditable').map(({ vat }) => vat)),
        )
        expect(-on('2140')).toBe(sum(entry.lines.map(({ withheld }) => withheld?.tax ?? 0n)))
        expect(-on('2010')).toBe(total)
        const figures = billFigures(billFields.parse(fields), facts)
        expect(figures.total).toBe(total)
        if (priceMode === 'inclusive') expect(figures.gross).toBe(sum(sound.map(({ amount }) => BigInt(amount))))
      },
    ),
  )
})

test('the voucher lists the lines with tax withheld now and later', () => {
  const fields = billFields.parse(lines({ account: '6130', category: 'services', atc: 'WC120' }))
  const later: Facts<FactKey> = { ...facts, company: { ...facts.company, withholdAt: 'payment' } }
  const paper = bill.receipt(
    fields,
    later,
    posted(lines({ account: '6130', category: 'services', atc: 'WC120' }), later),
    null,
  )
  expect(paper.facts).toContainEqual({ label: 'To be withheld at payment', value: 'WC120, 2%: 2,000.00' })
  expect(paper.tables?.[0]?.rows).toEqual([
    [
      'Bond paper',
      '6130 Outside services (contractors, security, janitorial)',
      'Vatable, services',
      'WC120',
      '100,000.00',
    ],
  ])
  const now = posted(lines({ account: '6130', category: 'services', atc: 'WC120' }))
  expect(now.totals.map(({ label }) => label)).toEqual([
    'Vatable purchases',
    'VAT 12%',
    'Total',
    'Withheld WC120, 2%',
    'Amount payable',
  ])
  const plain = posted(lines({ account: '6070' }))
  expect(plain.totals.map(({ label }) => label)).toEqual(['Vatable purchases', 'VAT 12%', 'Total'])
})

const nimbus: Party = {
  ...silahis,
  registeredName: 'Nimbus Ltd.',
  tin9: null,
  noTin: 'foreign',
  country: 'SG',
  vatStatus: 'non_vat',
}
const nena: Party = {
  ...silahis,
  kind: 'individual',
  registeredName: '',
  lastName: 'Ramos',
  firstName: 'Nena',
  tin9: null,
  noTin: 'individual',
  vatStatus: 'non_vat',
}

test('services from abroad are in no box of domestic purchases, and the missing taxes are named', () => {
  const { entry, warnings } = posted(lines({ ...untaxed, category: 'services', account: '6180' }), from(nimbus))
  expect(entry.lines[0]?.tax).toMatchObject({ vatClass: 'not_subject', category: 'not_creditable' })
  expect(purchaseBucket({ tax: entry.lines[0]?.tax ?? null })).toBeNull()
  expect(warnings).toEqual([
    'Nimbus Ltd. is not in the Philippines. For digital services used here, choose Vatable and the ATC WV080: your company withholds the VAT with form 1600-VT and claims it in box 45 of form 2550Q. Income from sources in the Philippines is also subject to final tax: choose its code under Final tax.',
  ])
})

test('digital services from abroad: the VAT is withheld and claimed, without a TIN of the supplier', () => {
  const { entry, warnings } = posted(lines({ category: 'services', account: '6180', atc: 'WV080' }), from(nimbus))
  expect(entryText(entry)).toMatch(/Dr 6180 .* \| Dr 1310 .* \| Cr 2147 .* \| Cr 2010 /)
  expect(entry.lines[0]?.tax).toMatchObject({ vatClass: 'vatable', category: 'services' })
  expect(warnings).toEqual([])
})

test('a purchase from an individual without a TIN is a purchase without input tax', () => {
  const { entry } = posted(lines(untaxed), from(nena))
  expect(purchaseBucket({ tax: entry.lines[0]?.tax ?? null })).toBe('exempt')
})

test('goods imported from a foreign supplier keep the VAT paid to customs', () => {
  const { entry } = posted(lines({ category: 'importation' }), from(nimbus))
  expect(entry.lines[0]?.tax).toMatchObject({ vatClass: 'vatable', category: 'importation', vat: 1_200_000n })
})

test.each<[string, Party, Parameters<typeof lines>[0], string]>([
  [
    'lines.0.vatClass',
    nimbus,
    {},
    'Nimbus Ltd. has no TIN, so there is no input VAT to claim. Choose VAT-exempt or Not subject to VAT.',
  ],
  [
    'lines.0.vatClass',
    nena,
    {},
    'Ramos, Nena has no TIN, so there is no input VAT to claim. Choose VAT-exempt or Not subject to VAT.',
  ],
  [
    'lines.0.atc',
    nimbus,
    { ...untaxed, atc: 'WC120' },
    'Nimbus Ltd. has no TIN, so no creditable tax can be withheld and no form 2307 issued. Clear the ATC and choose a final tax, or choose WV080 for digital services.',
  ],
  [
    'lines.0.atc',
    nena,
    { ...untaxed, atc: 'WI120' },
    'Ramos, Nena has no TIN, so no creditable tax can be withheld and no form 2307 issued. Clear the ATC, or register the TIN.',
  ],
])('what needs a TIN is refused at %s (%#)', (path, party, bought, message) => {
  expect(refused(lines(bought), from(party))).toEqual([[path, message]])
})

test('final tax is withheld from a service of a non-resident with its VAT, and from a dividend', () => {
  const royalty = lines({ category: 'services', account: '6180', atc: 'WV080', finalAtc: 'WC230' })
  const { entry, warnings } = posted(royalty, from(nimbus))
  // 100,000 and VAT of 12,000: the tax office gets the VAT and 25%, the supplier 75,000.
  expect(entryText(entry)).toBe(
    'Dr 6180 100,000.00 | Dr 1310 12,000.00 | Cr 2147 12,000.00 | Cr 2145 25,000.00 | Cr 2010 75,000.00',
  )
  expect(entry.lines[3]?.withheld).toEqual({ atc: 'WC230', rate: '0.25', base: 10_000_000n, tax: 2_500_000n })
  expect(warnings).toEqual([])
  const dividend = posted(lines({ ...untaxed, account: '3040', finalAtc: 'WI202' }), from(lawyer))
  expect(entryText(dividend.entry)).toBe('Dr 3040 100,000.00 | Cr 2145 10,000.00 | Cr 2010 90,000.00')
  expect(dividend.entry.lines[0]?.tax).toBeUndefined()
})

test('final tax is withheld with the bill even when creditable tax is withheld with the payment', () => {
  const later = { ...from(lawyer), company: { ...facts.company, withholdAt: 'payment' as const } }
  const { entry } = posted(lines({ ...untaxed, finalAtc: 'WI250' }, { ...untaxed, atc: 'WI011' }), later)
  expect(entryText(entry)).toBe('Dr 1210 200,000.00 | Cr 2145 20,000.00 | Cr 2010 180,000.00')
})

test.each<[string, Party, Parameters<typeof lines>[0], string]>([
  [
    'lines.0.finalAtc',
    silahis,
    { ...untaxed, finalAtc: 'WI202' },
    'WI202 is not for a company. Choose a code that starts with WC.',
  ],
  [
    'lines.0.finalAtc',
    silahis,
    { ...untaxed, finalAtc: 'WC120' },
    'WC120 is not a final tax. Choose it under Withheld.',
  ],
  ['lines.0.atc', silahis, { ...untaxed, atc: 'WC250' }, 'WC250 is a final tax. Choose it under Final tax.'],
  [
    'lines.0.finalAtc',
    silahis,
    { ...untaxed, atc: 'WC120', finalAtc: 'WC250' },
    'The income tax withheld is either creditable or final. Clear WC120, or clear the final tax.',
  ],
  [
    'lines.0.finalAtc',
    nimbus,
    { ...untaxed, finalAtc: 'WC250' },
    'WC250 is for payees in the Philippines. Choose a code for payees abroad.',
  ],
  [
    'lines.0.finalAtc',
    nena,
    { ...untaxed, finalAtc: 'WI250' },
    "Ramos, Nena has no TIN, so the tax can't be listed. Register the TIN first.",
  ],
  [
    'lines.0.finalAtc',
    { ...silahis, withholdingExempt: 'Tax treaty ruling 12-2026' },
    { ...untaxed, finalAtc: 'WC250' },
    'Silahis Supplies Corp. is exempt from withholding: Tax treaty ruling 12-2026. Clear the final tax.',
  ],
  ['lines.0.vatClass', lawyer, { account: '3040' }, 'Dividends have no VAT. Choose Not subject to VAT.'],
])('final tax that does not apply is refused at %s (%#)', (path, party, bought, message) => {
  expect(refused(lines(bought), from(party))).toEqual([[path, message]])
})
