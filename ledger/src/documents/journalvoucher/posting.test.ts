// Journal vouchers: manual entries balance, keep open items correct, and can be reversed by a voucher.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facts, holding, item, itemsOf, mistakes, party, posting, entryText } from '../../../test/facts.ts'
import { itemAccounts, normalSideOf, standardChart } from '../../accounts/chart.ts'
import { sum } from '../../core/money.ts'
import { journalVoucherFields } from './fields.ts'
import { journalvoucher } from './index.ts'
import type { FactKey, Facts } from '../facts.ts'
import type { PostingResult } from '../type.ts'

const memo = 'Rent of March'
const day = '2026-03-15'
const one = '22222222-2222-4222-8222-222222222222'
const parsed = (fields: object) => journalVoucherFields.parse({ day, memo, ...fields })
const resultOf = (fields: object, given: Facts<FactKey> = facts()): PostingResult =>
  journalvoucher.post(parsed(fields), given)
const dr = (account: string, debit: string, more: object = {}) => ({ account, debit, ...more })
const cr = (account: string, credit: string, more: object = {}) => ({ account, credit, ...more })
const bank = holding('1031', 10_000_000n)
const dollars = holding('1040', 100_000n, { balance: 5_520_000n, lowest: 5_520_000n })
const receivable = item({ documentId: one, account: '1110', opened: 1_500_000n })
const sentences = (fields: object) =>
  journalVoucherFields.safeParse({ day, memo, ...fields }).error?.issues.map(({ path, message }) => [path, message])

test.each([
  ['an accrual', { lines: [dr('6050', '5000000'), cr('2020', '5000000')] }, 'Dr 6050 50,000.00 | Cr 2020 50,000.00'],
  [
    'the closing of VAT, with what is carried over',
    { lines: [dr('2110', '1200000'), dr('1315', '300000'), cr('1310', '1500000')] },
    'Dr 2110 12,000.00 | Dr 1315 3,000.00 | Cr 1310 15,000.00',
  ],
  [
    'R1 a service charge of the bank',
    { lines: [dr('6250', '30000'), cr('1031', '30000')] },
    'Dr 6250 300.00 | Cr 1031 300.00',
  ],
  [
    'R2 interest less final tax',
    { lines: [dr('1031', '8000'), dr('8050', '2000'), cr('7010', '10000')] },
    'Dr 1031 80.00 | Dr 8050 20.00 | Cr 7010 100.00',
  ],
  [
    'R3 a cheque that bounced',
    { partyId: party().id, lines: [dr('1110', '11200000'), cr('1031', '10000000'), cr('7050', '1200000')] },
    'Dr 1110 112,000.00 | Cr 1031 100,000.00 | Cr 7050 12,000.00',
  ],
] as const)('%s posts line by line into the general journal', (_, fields, expected) => {
  const { entry } = posting(resultOf(fields, facts({ money: [bank], party: party() })))
  expect([entry.journal, entry.memo, entryText(entry)]).toEqual(['GJ', memo, expected])
})

test('a line on the normal side of an open-item account opens an item, on the other side it settles one', () => {
  const given = facts({
    party: party(),
    items: [receivable, item({ documentId: one, account: '2065', opened: 5_000n })],
  })
  const opens = posting(
    resultOf({ partyId: party().id, lines: [dr('1110', '500'), dr('1110', '200'), cr('7050', '700')] }, given),
  )
  expect(itemsOf(opens)).toEqual([{ settles: 'itself', account: '1110', partyId: party().id, amount: 700n }])
  const settles = posting(
    resultOf({ lines: [dr('2065', '4000', { settles: one }), cr('1110', '4000', { settles: one })] }, given),
  )
  expect(itemsOf(settles)).toEqual([
    { settles: one, account: '2065', partyId: party().id, amount: -4_000n },
    { settles: one, account: '1110', partyId: party().id, amount: -4_000n },
  ])
  expect(settles.entry.lines.map(({ partyId }) => partyId)).toEqual([party().id, party().id])
})

test('foreign currency keeps its amount next to the pesos', () => {
  const lines = [dr('8020', '5520', { memo: 'Rate of the month end' }), cr('1040', '5520', { foreign: '100' })]
  const { entry } = posting(resultOf({ lines }, facts({ money: [dollars] })))
  expect(entry.lines[1]).toMatchObject({ credit: 5_520n, foreign: { currency: 'USD', amount: 100n } })
})

test.each([
  ['out of balance', { lines: [dr('6050', '5000'), cr('2020', '3800')] }, ['lines'], 'Debits exceed credits by 12.00'],
  ['out of balance the other way', { lines: [dr('6050', '1'), cr('2020', '2')] }, ['lines'], 'add 0.01 to the debits'],
  [
    'both sides on a line',
    { lines: [{ account: '6050', debit: '1', credit: '1' }, cr('2020', '1')] },
    ['lines', 0, 'debit'],
    'Enter either a debit or a credit',
  ],
  ['one line', { lines: [dr('6050', '5000')] }, ['lines'], 'at least two lines'],
  ['no words', { memo: ' ', lines: [dr('6050', '1'), cr('2020', '1')] }, ['memo'], 'Enter an explanation'],
] as const)('%s is detected without facts', (_, fields, path, sentence) => {
  const found = sentences(fields)?.find(([, message]) => String(message).includes(sentence))
  expect(found?.[0]).toEqual(path)
})

const twoLines = { lines: [dr('6050', '100'), cr('2020', '100')] }
test.each([
  ['a closed month', { ...twoLines, day: '2026-01-15' }, {}, 'day: January 2026 is closed'],
  ['a month before one that is closed', { ...twoLines, day: '2025-12-31' }, {}, 'day: December 2025 is closed'],
  [
    'a reference used before',
    { ...twoLines, reference: 'DEP-1' },
    { sameExternalNo: { number: 'JV-2026-000003', day } },
    'reference: DEP-1 is already recorded as JV-2026-000003',
  ],
  ['an account that is not there', { lines: [dr('9999', '1'), cr('2020', '1')] }, {}, 'lines.0.account: Account 9999'],
  [
    'a fund',
    { lines: [dr('6050', '1'), cr('1020', '1')] },
    { money: [holding('1020', 100n)] },
    'lines.1.account: Petty cash fund is a petty cash fund',
  ],
  [
    'more than the bank holds',
    { lines: [dr('6250', '10000001'), cr('1031', '10000001')] },
    { money: [bank] },
    'lines.1.credit: The balance of Cash in bank - PHP account 1 is 100,000.00',
  ],
  [
    'dollars without their amount',
    { lines: [dr('8020', '1'), cr('1040', '1')] },
    { money: [dollars] },
    'lines.1.foreign: Cash in bank - USD account 1 is in USD',
  ],
  [
    'a foreign amount on pesos',
    { lines: [dr('6250', '1', { foreign: '1' }), cr('2020', '1')] },
    {},
    'lines.0.foreign: This account is in pesos',
  ],
  [
    'a receivable of nobody',
    { lines: [dr('1110', '1'), cr('7050', '1')] },
    {},
    'lines.0.account: Choose the customer of this receivable',
  ],
  [
    'a receivable of a supplier',
    { partyId: party().id, lines: [dr('1110', '1'), cr('7050', '1')] },
    { party: party({ customer: false }) },
    'lines.0.account: Mabuhay Services Corp. is not registered as a customer',
  ],
  [
    'a payable of a customer',
    { partyId: party().id, lines: [dr('6050', '1'), cr('2010', '1')] },
    { party: party({ supplier: false }) },
    'lines.1.account: Mabuhay Services Corp. is not registered as a supplier',
  ],
  [
    'a party that left',
    { ...twoLines, partyId: one },
    {},
    'partyId: This customer or supplier is no longer registered',
  ],
  [
    'a settling line without its document',
    { lines: [dr('6170', '1'), cr('1110', '1')] },
    {},
    'lines.1.settles: The balance of 1110 Accounts receivable - trade consists of open items',
  ],
  [
    'a document that has nothing open',
    { lines: [dr('6170', '1'), cr('1110', '1', { settles: one })] },
    {},
    'lines.1.settles: The document has no open balance on 1110 Accounts receivable - trade',
  ],
  [
    'a document of a later day',
    { day: '2026-02-28', lines: [dr('6170', '1'), cr('1110', '1', { settles: one })] },
    { items: [receivable] },
    'lines.1.settles: SI-2026-000001 is dated 1 Mar 2026',
  ],
  [
    'a document of somebody else',
    { partyId: one, lines: [dr('6170', '1'), cr('1110', '1', { settles: one })] },
    { party: party({ id: one }), items: [receivable] },
    'lines.1.settles: SI-2026-000001 belongs to another customer or supplier',
  ],
  [
    'more than is open',
    { lines: [dr('6170', '1500001'), cr('1110', '1500000', { settles: one }), cr('1110', '1', { settles: one })] },
    { items: [receivable] },
    'lines.2.credit: SI-2026-000001 has an open balance of 15,000.00, but this entry settles 15,000.01',
  ],
  [
    'a document on an account without items',
    { lines: [dr('6050', '1', { settles: one }), cr('2020', '1')] },
    {},
    'lines.0.settles: 6050 Rent has no open items',
  ],
  [
    'a document on the side that opens',
    { partyId: party().id, lines: [dr('1110', '1', { settles: one }), cr('7050', '1')] },
    { party: party(), items: [receivable] },
    'lines.0.settles: This side of 1110',
  ],
  [
    'open items that would be taken back',
    { reverse: true, partyId: party().id, lines: [dr('1110', '1'), cr('7050', '1')] },
    { party: party() },
    'lines.0.account: The balance of 1110 Accounts receivable - trade consists of open items, so entries on this account cannot be reversed automatically',
  ],
] as const)('%s is refused with a way to correct it', (_, fields, given, expected) => {
  expect(mistakes(resultOf(fields, facts(given as Parameters<typeof facts>[0])))[0]).toContain(expected)
})

test('balances maintained by documents may be moved, with a warning', () => {
  const { warnings } = posting(resultOf({ lines: [dr('2110', '100'), cr('2120', '100')] }))
  expect(warnings).toEqual([
    '2110 Output VAT is normally changed only by documents. A journal voucher changes the balance, but not the lists or the tax returns.',
  ])
  expect(posting(resultOf(twoLines)).warnings).toEqual([])
})

test('an accrual is followed by its reversing voucher on the first day of the next month', () => {
  const accrual = parsed({ day: '2026-12-31', reverse: true, reference: 'ACC-1', ...twoLines })
  const next = journalvoucher.follow?.(accrual, 'JV-2026-000007')
  expect(next).toMatchObject({
    day: '2027-01-01',
    reverses: 'JV-2026-000007',
    memo: `Reversal of JV-2026-000007: ${memo}`,
  })
  const { entry, externalNo } = posting(
    journalvoucher.post(journalVoucherFields.parse(next), facts({ today: '2026-11-30', closedMonths: new Set() })),
  )
  expect([entryText(entry), externalNo]).toEqual(['Cr 6050 1.00 | Dr 2020 1.00', null])
  expect(journalvoucher.follow?.(parsed(twoLines), 'JV-2026-000007')).toBeNull()
})

test('the reversal may be dated on any later day of an open month', () => {
  const reversedOn = (reverseOn: string, more = {}) =>
    journalvoucher.post(parsed({ ...twoLines, day: '2026-03-15', reverse: true, reverseOn }), facts(more))
  const accrual = parsed({ ...twoLines, day: '2026-03-15', reverse: true, reverseOn: '2026-09-30' })
  expect(journalvoucher.follow?.(accrual, 'JV-2026-000007')).toMatchObject({ day: '2026-09-30' })
  expect(reversedOn('2026-03-16').ok).toBe(true)
  expect(mistakes(reversedOn('2026-03-15'))).toEqual([
    'reverseOn: The reversal must be dated after the voucher. Choose a date after 15 Mar 2026.',
  ])
  expect(mistakes(reversedOn('2028-01-01', { today: '2026-03-16' }))).toEqual([
    'reverseOn: The date is more than 400 days ahead. The latest date you can use today is 20 Apr 2027.',
  ])
})

test('its document shows the reversal date, the purpose of the lines and what they settle', () => {
  const fields = parsed({
    reverse: true,
    reference: 'ACC-1',
    lines: [dr('6050', '100', { memo: 'Main office' }), cr('2020', '100')],
  })
  const paper = journalvoucher.receipt(fields, facts(), posting(journalvoucher.post(fields, facts())), 'JV-2026-000001')
  expect(paper.facts).toEqual([
    { label: 'Reference', value: 'ACC-1' },
    { label: 'Reversed on', value: '1 Apr 2026' },
  ])
  expect(paper.tables?.[0]?.rows).toEqual([
    ['6050 Rent', 'Main office', '1.00', ''],
    ['2020 Accounts payable - others and accruals', '', '', '1.00'],
  ])
})

test('any input is answered with messages, and a posted voucher balances and keeps its items', () => {
  const codes = standardChart.map(({ code }) => code)
  const line = fc.record({
    account: fc.constantFrom(...codes, ...itemAccounts),
    debited: fc.boolean(),
    amount: fc.bigInt(1n, 5_000n),
    settles: fc.option(fc.constant(one)),
    foreign: fc.option(fc.constant('100'), { freq: 5 }),
  })
  const given = facts({
    party: party(),
    money: [bank, dollars, holding('1010', 5_000n), holding('1020', 10_000n)],
    items: itemAccounts.map((account) => item({ documentId: one, account, opened: 20_000n })),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.boolean(),
      (made, withParty, reverse) => {
        const lines = made.map(({ account, debited, amount, settles, foreign }) => ({
          ...(debited ? dr(account, amount.toString()) : cr(account, amount.toString())),
          settles,
          foreign,
        }))
        const rest = sum(made.map(({ debited, amount }) => (debited ? amount : -amount)))
        if (rest !== 0n)
          lines.push({
            ...(rest > 0n ? cr('7050', rest.toString()) : dr('7050', (-rest).toString())),
            settles: null,
            foreign: null,
          })
        const read = journalVoucherFields.safeParse({
          day,
          memo,
          reverse,
          partyId: withParty ? party().id : null,
          lines,
        })
        if (!read.success) return
        const result = journalvoucher.post(read.data, given)
        if (!result.ok) {
          expect(result.mistakes.length).toBeGreaterThan(0)
          return
        }
        const { entry, total } = result.posting
        const items = itemsOf(result.posting)
        expect(sum(entry.lines.map((each) => each.debit - each.credit))).toBe(0n)
        for (const account of itemAccounts) {
          const moved = sum(
            entry.lines.filter((each) => each.account === account).map((each) => each.debit - each.credit),
          )
          const itemized = sum(items.filter((each) => each.account === account).map((each) => each.amount))
          expect(normalSideOf(account) === 'debit' ? moved : -moved).toBe(itemized)
        }
        expect(journalvoucher.receipt(read.data, given, result.posting, null).totals[0]?.amount).toBe(total)
      },
    ),
    { numRuns: 300 },
  )
})

test.each(['', '1e5', '12.50', 'ñ₱'])(
  'an amount that is %j is reported at its line, and the balance is not checked',
  (debit) => {
    expect(sentences({ lines: [dr('6050', debit), cr('1031', '100')] })).toEqual([
      [['lines', 0, 'debit'], 'The amount must be a whole number of centavos, at most 9,999,999,999,999.99.'],
    ])
  },
)

test.each([null, 7, 'x', []])('a line that is %j is reported, and the balance is not checked', (line) => {
  const given = journalVoucherFields.safeParse({ day: '2026-03-31', memo: 'x', lines: [line, cr('6050', '100')] })
  expect(given.error?.issues.map(({ path }) => path.slice(0, 2))).toContainEqual(['lines', 0])
})
