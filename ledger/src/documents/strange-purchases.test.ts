// Any input for a bill, a voucher or a count gives messages: no rule and no receipt ever throws.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accounts, itemAccounts, normalSideOf, standardChart } from '../accounts/chart.ts'
import { largestMoney, sum } from '../core/money.ts'
import type { Party } from '../core/party.ts'
import { standardVatRates } from '../tax/vat.ts'
import { standardWithholdingCodes } from '../tax/standard-codes.ts'
import { itemKey, emptyFacts } from './facts.ts'
import type { FactKey, Facts, MoneyFact, OpenItem } from './facts.ts'
import type { AnyDocumentType } from './type.ts'
import { bill } from './bill/index.ts'
import { pettycash } from './pettycash/index.ts'
import { denominations, fundActions } from './pettycashfund/fields.ts'
import { pettycashfund } from './pettycashfund/index.ts'
import { itemsOf } from '../../test/facts.ts'

const id = '0190c6a0-0000-4000-8000-000000000002'
const supplier: Party = {
  id,
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
  address: { substreet: '', street: '', barangay: '', city: '', province: '', zip: '' },
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

const holding = (amount: bigint) => ({ balance: amount, lowest: amount, held: amount, lowestHeld: amount })
const fundOf = (held: bigint, float: bigint): MoneyFact => ({
  code: '1020',
  name: 'Petty cash fund',
  kind: 'petty_cash',
  currency: 'PHP',
  active: true,
  ...holding(held),
  overdraft: 0n,
  overLimit: 'refuse',
  undeposited: 0n,
  custodian: 'Tess',
  float,
})
const itemOn = (account: string, open: bigint): OpenItem => ({
  documentId: id,
  account,
  kind: 'bill',
  number: 'BL-2026-000001',
  externalNo: null,
  day: '2026-03-01',
  dueDay: null,
  partyId: id,
  opened: open,
  open,
  net: open,
  vat: 0n,
  withheld: 0n,
  changedBy: [],
})

/** Mostly usual values, sometimes unusual ones. */
const mostly = <T>(usual: readonly T[], strange: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...strange) })
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 1n, max: 9_999_999n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -5n, max: 500n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: largestMoney }) },
)
const facts: fc.Arbitrary<Facts<FactKey>> = fc
  .record({
    held: amount,
    float: amount,
    open: amount,
    vatRegistered: fc.boolean(),
    withholdAt: fc.constantFrom('bill' as const, 'payment' as const),
    topAgentFrom: fc.constantFrom(null, '2026-01-01'),
    party: mostly<Party | undefined>(
      [supplier],
      [
        undefined,
        { ...supplier, kind: 'individual' as const, lastName: 'R', firstName: 'J' },
        { ...supplier, vatStatus: 'non_vat' as const },
        { ...supplier, vatStatus: 'unknown' as const },
      ],
    ),
  })
  .map(({ held, float, open, party, ...company }) => ({
    ...emptyFacts,
    company: { name: 'Bituin', tin: null, branchCode: '00000', address: '', ...company },
    today: '2026-03-20',
    party,
    accounts: new Map(standardChart.filter(({ active }) => active).map((account) => [account.code, account])),
    vatRates: standardVatRates,
    closedMonths: new Set(),
    booksBegin: null,
    withholdingCodes: standardWithholdingCodes,
    money: new Map([
      ['1020', fundOf(held, float < 0n ? 0n : float)],
      ['1031', { ...fundOf(largestMoney, 0n), code: '1031', kind: 'bank' as const }],
    ]),
    items: new Map(
      [accounts.payables, accounts.supplierAdvances, accounts.employeeAdvances].map((account) => [
        itemKey(id, account),
        itemOn(account, open < 0n ? 0n : open),
      ]),
    ),
    sameExternalNo: undefined,
    attachments: [],
  }))

const centavos = amount.map(String)
const lines = fc.array(
  fc.record({
    description: mostly(['Paper', 'ñ₱😀'], ['']),
    amount: centavos,
    vatClass: mostly(['vatable', 'zero_rated', 'exempt'], ['not_subject', 'other']),
    category: fc.constantFrom('goods', 'services', 'capital_goods', 'importation', 'not_creditable'),
    atc: mostly([null, 'WC120', 'WC100'], ['WI120', 'WC158', 'WC640', 'WV010', 'XX999']),
    account: mostly(['6070', '1540'], ['1010', '2010', '4010', '9999']),
  }),
  { minLength: 0, maxLength: 3 },
)
const priced = {
  day: mostly(['2026-03-15'], ['2017-01-01', '2026-12-31', 'soon']),
  priceMode: fc.constantFrom('inclusive', 'exclusive'),
  vatPrinted: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: centavos }),
  lines,
}

const bills = fc.record({
  ...priced,
  email: fc.constant('ana@example.com'),
  partyId: fc.constant(id),
  nature: fc.constantFrom('invoice', 'credit'),
  creditOf: fc.constantFrom(null, id),
  externalNo: mostly(['1', 'A-1'], ['']),
  advances: fc.array(fc.record({ documentId: fc.constant(id), amount: centavos }), { maxLength: 2 }),
})
const vouchers = fc.record({
  ...priced,
  nature: mostly(['expense'], ['advance']),
  fund: mostly(['1020'], ['1031', '1099']),
  paidTo: fc.constantFrom('Leo', ''),
  partyId: fc.constantFrom(null, id),
  externalNo: fc.constantFrom('', '7'),
  advance: fc.constantFrom(null, id),
})
const advances = fc.record({
  nature: fc.constant('advance'),
  fund: fc.constant('1020'),
  paidTo: fc.constant('Leo'),
  day: priced.day,
  amount: centavos,
})
const counts = fc.record({
  act: fc.constantFrom(...fundActions),
  fund: mostly(['1020'], ['1031']),
  day: priced.day,
  count: fc.oneof(
    fc.constant(null),
    fc.array(fc.integer({ min: 0, max: 9 }), {
      minLength: denominations.length,
      maxLength: denominations.length,
    }),
  ),
  countedBy: mostly(['Ana'], ['']),
  account: mostly<string | null>(['1031'], [null, '1020']),
  amount: fc.oneof(fc.constant(null), centavos),
  chequeNo: mostly([''], ['000123', 'x']),
  reason: mostly(['Lost'], ['']),
})

test.each([
  ['bill', bill as AnyDocumentType, bills],
  ['voucher', pettycash as AnyDocumentType, vouchers],
  ['cash advance', pettycash as AnyDocumentType, advances],
  ['count', pettycashfund as AnyDocumentType, counts],
] as [string, AnyDocumentType, fc.Arbitrary<unknown>][])(
  'a strange %s is refused in sentences, or posted whole',
  (_, kind, strange) => {
    let posted = 0
    fc.assert(
      fc.property(strange, facts, (fields, given) => {
        const read = kind.fields.safeParse(fields)
        if (!read.success) return
        kind.facts(read.data)
        const result = kind.post(read.data, given)
        if (!result.ok) {
          expect(result.mistakes.length).toBeGreaterThan(0)
          return
        }
        posted += 1
        const { posting } = result
        expect(posting.total).toBeGreaterThan(0n)
        for (const account of itemAccounts) {
          const moved = sum(
            posting.entry.lines.filter((line) => line.account === account).map(({ debit, credit }) => debit - credit),
          )
          const said = sum(
            itemsOf(posting)
              .filter((item) => item.account === account)
              .map((item) => item.amount),
          )
          expect(normalSideOf(account) === 'debit' ? moved : -moved).toBe(said)
        }
        kind.receipt(read.data, given, posting, null)
      }),
      { numRuns: 3000 },
    )
    expect(posted).toBeGreaterThan(20)
  },
)
