import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accounts, standardChart } from '../accounts/chart.ts'
import { sum } from '../core/money.ts'
import type { Party } from '../core/party.ts'
import { standardVatRates } from '../tax/vat.ts'
import { standardWithholdingCodes } from '../tax/standard-codes.ts'
import { itemKey, leafKey, emptyFacts } from './facts.ts'
import type { FactKey, Facts, MoneyFact, OpenItem } from './facts.ts'
import type { Posting } from './type.ts'
import { pettyCashFields } from './pettycash/fields.ts'
import { pettycash } from './pettycash/index.ts'
import { denominations, pettyCashFundFields } from './pettycashfund/fields.ts'
import { countedCash } from './pettycashfund/figures.ts'
import { pettycashfund } from './pettycashfund/index.ts'
import { countTable } from './pettycashfund/receipt.ts'
import { effectOf, itemsOf } from '../../test/facts.ts'

const stationer: Party = {
  id: '0190c6a0-0000-7000-8000-000000000003',
  customer: false,
  supplier: true,
  kind: 'non_individual',
  tin9: '005111222',
  branchCode: '00000',
  noTin: '',
  country: '',
  foreignTaxNo: '',
  registeredName: 'Panulat Stationers Inc.',
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  address: { substreet: '', street: '', barangay: '', city: 'Manila', province: '', zip: '' },
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

const fund: MoneyFact = {
  code: '1020',
  name: 'Petty cash fund',
  kind: 'petty_cash',
  currency: 'PHP',
  active: true,
  balance: 1_000_000n,
  lowest: 1_000_000n,
  held: 1_000_000n,
  lowestHeld: 1_000_000n,
  overdraft: 0n,
  overLimit: 'refuse',
  undeposited: 0n,
  custodian: 'Tess Cruz',
  float: 1_000_000n,
}
const bank: MoneyFact = {
  ...fund,
  code: '1031',
  name: 'Cash in bank - PHP account 1',
  kind: 'bank',
  custodian: '',
  float: 0n,
  ...holding(50_000_000n),
}

function holding(amount: bigint) {
  return { balance: amount, lowest: amount, held: amount, lowestHeld: amount }
}

const facts: Facts<FactKey> = {
  company: {
    name: 'Bituin Supply Co.',
    tin: '009876543',
    branchCode: '00000',
    address: '1 Mabini Street, Manila',
    vatRegistered: true,
    topAgentFrom: null,
    withholdAt: 'payment',
  },
  today: '2026-03-20',
  party: undefined,
  accounts: new Map(standardChart.filter((account) => account.active).map((account) => [account.code, account])),
  vatRates: standardVatRates,
  closedMonths: new Set(['2026-01']),
  booksBegin: null,
  ...emptyFacts,
  withholdingCodes: standardWithholdingCodes,
  money: new Map([
    ['1020', fund],
    ['1031', bank],
  ]),
  sameExternalNo: undefined,
  attachments: [],
}
const withFund = (more: Partial<MoneyFact>, given = facts): Facts<FactKey> => ({
  ...given,
  money: new Map([
    ['1020', { ...fund, ...more }],
    ['1031', bank],
  ]),
})
const atStationer: Facts<FactKey> = { ...facts, party: stationer }

const fare = { description: 'Fare', amount: '50000', vatClass: 'not_subject', category: 'services', account: '6090' }
const paper = { description: 'Paper', amount: '100000', vatClass: 'vatable', category: 'goods', account: '6070' }
const voucher = {
  nature: 'expense',
  fund: '1020',
  paidTo: 'Mang Ben',
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [fare],
}
const fromStationer = { ...voucher, paidTo: '', partyId: stationer.id }

function resultOf(fields: unknown, given: Facts<FactKey>): Posting {
  const result = pettycash.post(pettyCashFields.parse(fields), given)
  if (!result.ok) throw new Error(result.mistakes.map(({ message }) => message).join(' '))
  return result.posting
}

function refused(fields: unknown, given: Facts<FactKey> = facts) {
  const read = pettyCashFields.safeParse(fields)
  if (!read.success) return read.error.issues.map(({ path, message }) => [path.join('.'), message])
  const result = pettycash.post(read.data, given)
  return result.ok ? [] : result.mistakes.map(({ path, message }) => [path.join('.'), message])
}

const moves = ({ entry }: Posting) =>
  entry.lines.map(({ account, debit, credit }) => (debit > 0n ? `Dr ${account} ${debit}` : `Cr ${account} ${credit}`))

const advance: OpenItem = {
  documentId: '0190c6a0-0000-7000-8000-00000000000c',
  account: accounts.employeeAdvances,
  kind: 'pettycash',
  number: 'PCV-2026-000003',
  externalNo: null,
  day: '2026-03-10',
  dueDay: null,
  partyId: null,
  opened: 200_000n,
  open: 200_000n,
  net: 0n,
  vat: 0n,
  withheld: 0n,
  changedBy: [],
}
const advanced: Facts<FactKey> = {
  ...facts,
  items: new Map([[itemKey(advance.documentId, accounts.employeeAdvances), advance]]),
}

// K2, K7 and K8 are the vouchers in the company's accounting handbook.
test.each([
  [
    'K2, a voucher of two lines with VAT',
    { ...fromStationer, lines: [fare, paper] },
    atStationer,
    ['Dr 6090 50000', 'Dr 6070 100000', 'Dr 1310 12000', 'Cr 1020 162000'],
  ],
  ['nobody of the register, no VAT', voucher, facts, ['Dr 6090 50000', 'Cr 1020 50000']],
  [
    'tax is withheld at once, whenever bills withhold',
    { ...fromStationer, lines: [{ ...paper, account: '6080', category: 'services', atc: 'WC120' }] },
    atStationer,
    ['Dr 6080 100000', 'Dr 1310 12000', 'Cr 2140 2000', 'Cr 1020 110000'],
  ],
  [
    'K7, a cash advance',
    { nature: 'advance', fund: '1020', paidTo: 'Leo Santos', day: '2026-03-15', amount: '200000' },
    facts,
    ['Dr 1130 200000', 'Cr 1020 200000'],
  ],
  [
    'K8, the advance accounted for: what was not spent comes back to the fund',
    { ...voucher, lines: [{ ...fare, amount: '170000' }], advance: advance.documentId },
    advanced,
    ['Dr 6090 170000', 'Dr 1020 30000', 'Cr 1130 200000'],
  ],
  [
    'more was spent than was advanced: the fund pays the rest',
    { ...voucher, lines: [{ ...fare, amount: '230000' }], advance: advance.documentId },
    advanced,
    ['Dr 6090 230000', 'Cr 1130 200000', 'Cr 1020 30000'],
  ],
] satisfies [string, unknown, Facts<FactKey>, string[]][])('%s', (_, fields, given, expected) => {
  expect(moves(resultOf(fields, given))).toEqual(expected)
})

test('an advance is open until a voucher settles it in full', () => {
  const taken = resultOf({ nature: 'advance', fund: '1020', paidTo: 'Leo', day: '2026-03-15', amount: '200000' }, facts)
  expect(itemsOf(taken)).toEqual([{ settles: 'itself', account: '1130', partyId: null, amount: 200_000n }])
  const settled = resultOf({ ...voucher, advance: advance.documentId }, advanced)
  expect(itemsOf(settled)).toEqual([{ settles: advance.documentId, account: '1130', partyId: null, amount: -200_000n }])
})

test.each([
  [
    'more than the fund holds',
    voucher,
    withFund(holding(49_999n)),
    'fund',
    'Petty cash fund has only 499.99 on 15 Mar 2026, but this voucher needs 500.00',
  ],
  [
    'more than later vouchers leave',
    voucher,
    withFund({ lowest: 10_000n, lowestHeld: 10_000n }),
    'fund',
    'reduced to 100.00 by later documents',
  ],
  ['an account that is no fund', { ...voucher, fund: '1031' }, facts, 'fund', 'is not a petty cash fund'],
  [
    'a fund that is not there',
    { ...voucher, fund: '1099' },
    facts,
    'fund',
    'This is not an active cash, bank or e-wallet account',
  ],
  ['a day to come', { ...voucher, day: '2026-03-21' }, facts, 'day', 'cannot be dated in the future'],
  ['a closed month', { ...voucher, day: '2026-01-21' }, facts, 'day', 'January 2026 is closed'],
  ['nobody at all', { ...voucher, paidTo: '' }, facts, 'paidTo', 'Enter the payee, or choose the supplier'],
  [
    'VAT of nobody',
    { ...voucher, lines: [paper] },
    facts,
    'lines.0.vatClass',
    'Input VAT can be recorded only with a supplier',
  ],
  [
    'tax withheld from nobody',
    { ...voucher, lines: [{ ...fare, atc: 'WC120' }] },
    facts,
    'lines.0.atc',
    'Tax can be withheld only from a registered supplier',
  ],
  [
    'an import',
    { ...fromStationer, lines: [{ ...paper, category: 'importation' }] },
    atStationer,
    'lines.0.category',
    'Record an importation as a bill, not in petty cash',
  ],
  [
    'an advance that is accounted for',
    { ...voucher, advance: advance.documentId },
    {
      ...facts,
      items: new Map([[itemKey(advance.documentId, '1130'), { ...advance, open: 0n, changedBy: ['PCV-2026-000005'] }]]),
    },
    'advance',
    'PCV-2026-000003 is already liquidated in PCV-2026-000005',
  ],
] satisfies [string, unknown, Facts<FactKey>, string, string][])('%s is refused', (_, fields, given, path, words) => {
  const found = refused(fields, given)
  expect(found.map(([at]) => at)).toContain(path)
  expect(found.find(([at]) => at === path)?.[1]).toContain(words)
})

test('the last centavo of the fund may be paid out, but no more', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 99_999_999n }), (held) => {
      const all = { ...voucher, lines: [{ ...fare, amount: String(held) }] }
      expect(refused(all, withFund(holding(held)))).toEqual([])
      expect(
        refused({ ...all, lines: [{ ...fare, amount: String(held + 1n) }] }, withFund(holding(held))),
      ).toHaveLength(1)
    }),
  )
})

test('the voucher shows the fund before and after', () => {
  const fields = pettyCashFields.parse(voucher)
  const table = pettycash.receipt(fields, facts, resultOf(voucher, facts), 'PCV-2026-000001').tables?.at(-1)
  expect(table?.rows).toEqual([['1020 Petty cash fund', '10,000.00', '-500.00', '9,500.00']])
})

// ── The fund itself.

/** Nine notes of 1,000 and so on; none of the other denominations. */
const cash = (...given: number[]) => denominations.map((_, i) => given[i] ?? 0)

function done(fields: Record<string, unknown>, given: Facts<FactKey> = facts): Posting {
  const result = pettycashfund.post(pettyCashFundFields.parse({ day: '2026-03-15', fund: '1020', ...fields }), given)
  if (!result.ok) throw new Error(result.mistakes.map(({ message }) => message).join(' '))
  return result.posting
}

function notDone(fields: Record<string, unknown>, given: Facts<FactKey> = facts) {
  const read = pettyCashFundFields.safeParse({ day: '2026-03-15', fund: '1020', ...fields })
  if (!read.success) return read.error.issues.map(({ path, message }) => [path.join('.'), message])
  const result = pettycashfund.post(read.data, given)
  return result.ok ? [] : result.mistakes.map(({ path, message }) => [path.join('.'), message])
}

const fresh = withFund({ ...holding(0n), float: 0n, custodian: '' })
const after = (held: bigint) => withFund(holding(held))
const counted = { countedBy: 'Ana', witness: 'Ben' }

// K1 and K3 to K6.
test.each([
  [
    'K1, establish',
    { act: 'establish', account: '1031', amount: '1000000', custodian: 'Tess Cruz' },
    fresh,
    ['Dr 1020 1000000', 'Cr 1031 1000000'],
    1_000_000n,
  ],
  [
    'K3, replenish what the count leaves to be filled up',
    { act: 'replenish', account: '1031', amount: '162000', count: cash(8, 0, 1, 1, 1, 1, 1), ...counted },
    after(838_000n),
    ['Dr 1020 162000', 'Cr 1031 162000'],
    1_000_000n,
  ],
  [
    'K4, short at the count',
    { act: 'count', count: cash(9, 1, 2, 0, 1, 1), reason: 'Change given wrongly', ...counted },
    after(1_000_000n),
    ['Dr 7060 3000', 'Cr 1020 3000'],
    1_000_000n,
  ],
  [
    'over at the count',
    { act: 'count', count: cash(10, 0, 0, 0, 0, 0, 3), reason: 'Unknown', ...counted },
    facts,
    ['Dr 1020 3000', 'Cr 7060 3000'],
    1_000_000n,
  ],
  [
    'short and replenished at once: the shortage is filled up too',
    { act: 'replenish', account: '1031', amount: '165000', count: cash(8, 0, 1, 1, 1), reason: 'Lost', ...counted },
    after(838_000n),
    ['Dr 7060 3000', 'Cr 1020 3000', 'Dr 1020 165000', 'Cr 1031 165000'],
    1_000_000n,
  ],
  [
    'K5, increase',
    { act: 'increase', account: '1031', amount: '500000' },
    facts,
    ['Dr 1020 500000', 'Cr 1031 500000'],
    1_500_000n,
  ],
  [
    'K6, close',
    { act: 'close', account: '1031', count: cash(10), ...counted },
    facts,
    ['Dr 1031 1000000', 'Cr 1020 1000000'],
    0n,
  ],
] satisfies [string, Record<string, unknown>, Facts<FactKey>, string[], bigint][])(
  '%s',
  (_, fields, given, expected, float) => {
    const posting = done(fields, given)
    expect(moves(posting)).toEqual(expected)
    expect(effectOf(posting, 'fund')).toEqual({ account: '1020', custodian: 'Tess Cruz', float })
  },
)

test.each([
  [
    'a count that agrees',
    { act: 'count', count: cash(10), ...counted },
    facts,
    'count',
    'The cash counted equals the book balance, so nothing is posted',
  ],
  [
    'more than the count leaves to be filled up',
    { act: 'replenish', account: '1031', amount: '162001', count: cash(8, 0, 1, 1, 1, 1, 1), ...counted },
    after(838_000n),
    'amount',
    'After the count, there is 1,620.00 to replenish',
  ],
  [
    'a replenishment without a count',
    { act: 'replenish', account: '1031', amount: '1' },
    facts,
    'count',
    'Count the cash first',
  ],
  [
    'a difference without a reason',
    { act: 'count', count: cash(9), ...counted },
    facts,
    'reason',
    'Explain why the cash is 1,000.00 short',
  ],
  ['a count by nobody', { act: 'count', count: cash(9) }, facts, 'countedBy', 'Enter who counted the cash'],
  [
    'a fund established twice',
    { act: 'establish', account: '1031', amount: '1', custodian: 'Leo' },
    facts,
    'act',
    'Petty cash fund is already established with 10,000.00',
  ],
  [
    'a fund nobody keeps',
    { act: 'establish', account: '1031', amount: '1' },
    fresh,
    'custodian',
    'Enter the custodian',
  ],
  ['an increase of nothing', { act: 'increase', account: '1031', amount: '1' }, fresh, 'act', 'not established yet'],
  [
    'more than the bank holds',
    { act: 'increase', account: '1031', amount: '50000001' },
    facts,
    'amount',
    'The balance of Cash in bank - PHP account 1 is 500,000.00',
  ],
  [
    'cash from another fund',
    { act: 'increase', account: '1020', amount: '1' },
    facts,
    'account',
    'Cash for a fund must come from a bank account or e-wallet, not from Petty cash fund',
  ],
  [
    'a cheque of no book',
    { act: 'increase', account: '1031', amount: '1', chequeNo: '000123' },
    facts,
    'chequeNo',
    'Cheque 000123 is not in a cheque book of Cash in bank - PHP account 1',
  ],
  [
    'a day to come',
    { act: 'count', count: cash(9), ...counted, day: '2026-03-21' },
    facts,
    'day',
    'cannot be dated in the future',
  ],
  ['half a note', { act: 'count', count: cash(0.5), ...counted }, facts, 'count.0', 'whole number'],
] satisfies [string, Record<string, unknown>, Facts<FactKey>, string, string][])(
  '%s is refused',
  (_, fields, given, path, words) => {
    const found = notDone(fields, given)
    expect(found.map(([at]) => at)).toContain(path)
    expect(found.find(([at]) => at === path)?.[1]).toContain(words)
  },
)

test('a replenishment by cheque uses its leaf, made out to the custodian', () => {
  const leaves = new Map([
    [leafKey('1031', '000123'), { account: '1031', no: '000123', state: 'unused' as const, usedBy: null }],
  ])
  const fields = { act: 'increase', account: '1031', amount: '500000', chequeNo: '000123' }
  expect(effectOf(done(fields, { ...facts, leaves }), 'cheque')).toEqual({
    account: '1031',
    no: '000123',
    payee: 'Tess Cruz',
    day: '2026-03-15',
    amount: 500_000n,
  })
  const used = new Map([
    [leafKey('1031', '000123'), { account: '1031', no: '000123', state: 'issued' as const, usedBy: 'CD-2026-000001' }],
  ])
  expect(notDone(fields, { ...facts, leaves: used })[0]?.[1]).toContain('Cheque 000123 was used for CD-2026-000001')
})

test('a replenished fund holds its target amount, whatever was counted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(40), { minLength: 13, maxLength: 13 }),
      fc.bigInt({ min: 0n, max: 1_000_000n }),
      (count, held) => {
        const missing = fund.float - countedCash(count)
        fc.pre(missing > 0n)
        const { entry } = done(
          { act: 'replenish', account: '1031', amount: String(missing), count, reason: 'Any', ...counted },
          after(held),
        )
        const moved = sum(
          entry.lines.filter(({ account }) => account === '1020').map(({ debit, credit }) => debit - credit),
        )
        expect(held + moved).toBe(fund.float)
      },
    ),
  )
})

test('the count sheet lists the denominations and their total', () => {
  expect(countTable(cash(1, 0, 0, 0, 0, 0, 0, 0, 0, 3)).rows).toEqual([
    ['1,000', '1', '1,000.00'],
    ['0.25', '3', '0.75'],
    ['Cash counted', '', '1,000.75'],
  ])
})

test('any count can change the custodian, with a note', () => {
  const handed = done({ act: 'increase', account: '1031', amount: '1', custodian: 'Leo Santos' })
  expect(effectOf(handed, 'fund')?.custodian).toBe('Leo Santos')
  expect(handed.warnings).toContain('The custodian changes from Tess Cruz to Leo Santos.')
})
