import { expect, test } from 'vitest'
import { facts, item, itemsOf, mistakes, party, posting, entryText } from '../../../test/facts.ts'
import { accounts } from '../../accounts/chart.ts'
import { creditMemoFields } from './fields.ts'
import { creditmemo } from './index.ts'
import { emptyFacts } from '../facts.ts'
import type { Credited, FactKey, Facts } from '../facts.ts'

const invoiceId = '22222222-2222-4222-8222-222222222222'
const sold = { documentId: invoiceId, account: accounts.receivables, opened: 11_200_000n, net: 10_000_000n }
const owed = item({ ...sold, vat: 1_200_000n })
const settled = item({ ...sold, vat: 1_200_000n, open: 0n })

const goods = { description: 'Bamboo', quantity: '1', unitPrice: '1000000', vatClass: 'vatable', account: '4080' }
const typed = {
  email: 'ana@example.com',
  partyId: party().id,
  creditOf: invoiceId,
  externalNo: 'cm-17',
  day: '2026-03-15',
  reason: 'Two cartons came back damaged',
  priceMode: 'exclusive',
  lines: [goods],
}
const given = (like: Partial<Omit<Facts<FactKey>, 'items' | 'money' | 'accounts'>> = {}, items = [owed]) =>
  facts({ party: party(), items, ...like })
const resultOf = (fields: object, like = given()) =>
  creditmemo.post(creditMemoFields.parse({ ...typed, ...fields }), like)

test.each([
  // S7 of the company's postings.
  ['S7, goods that came back', {}, [owed], 'Dr 4080 10,000.00 | Dr 2110 1,200.00', 'Cr 1110 11,200.00'],
  ['a settled invoice leaves a credit', {}, [settled], 'Dr 4080 10,000.00 | Dr 2110 1,200.00', 'Cr 2060 11,200.00'],
  [
    'more than is open of the invoice',
    {},
    [{ ...owed, open: 1_000_000n }],
    'Dr 4080 10,000.00 | Dr 2110 1,200.00',
    'Cr 1110 10,000.00 | Cr 2060 1,200.00',
  ],
  ['no invoice named', { creditOf: null }, [], 'Dr 4080 10,000.00 | Dr 2110 1,200.00', 'Cr 2060 11,200.00'],
  [
    'a sale without VAT, on the account that was credited',
    { lines: [{ ...goods, vatClass: 'zero_rated', account: '4010' }] },
    [owed],
    'Dr 4010 10,000.00',
    'Cr 1110 10,000.00',
  ],
])('posts %s', (_, fields, items, debits, credits) => {
  const { entry, effects, total } = posting(resultOf(fields, given({}, items)))
  const side = (of: 'Dr' | 'Cr') =>
    entryText(entry)
      .split(' | ')
      .filter((line) => line.startsWith(of))
      .join(' | ')
  expect([side('Dr'), side('Cr')]).toEqual([debits, credits])
  expect(entry.journal).toBe('SJ')
  const open = itemsOf({ effects }).reduce(
    (all, { account, amount }) => all + (account === accounts.receivables ? -amount : amount),
    0n,
  )
  expect(open).toBe(total)
})

test('the taxes on its lines are frozen as negative amounts, so that lists and returns subtract them', () => {
  const { entry } = posting(resultOf({}))
  expect(entry.lines.flatMap(({ tax }) => tax ?? [])).toEqual([
    { vatClass: 'vatable', base: -1_000_000n, vat: -120_000n },
  ])
})

test.each([
  [
    'takes back more than the invoice',
    { lines: [{ ...goods, unitPrice: '10000001' }] },
    given(),
    'lines: The total of SI-2026-000001 is 112,000.00. This memo credits 112,000.01, which is too much. Lower the quantities or prices.',
  ],
  [
    'takes back together with another more than the invoice',
    { lines: [{ ...goods, unitPrice: '6000000' }] },
    given({ credited: { ...emptyFacts.credited, total: 5_600_000n, vat: 600_000n, by: ['CM-2026-000001'] } }),
    'lines: The total of SI-2026-000001 is 112,000.00, of which 56,000.00 was credited by CM-2026-000001. This memo credits 67,200.00, which is too much. Lower the quantities or prices.',
  ],
  [
    'takes back more VAT than was charged',
    {},
    given({}, [{ ...owed, vat: 100_000n }]),
    'lines: The VAT on SI-2026-000001 is 1,000.00. This memo credits 1,200.00 of VAT, which is too much. Check the VAT of each line.',
  ],
  [
    'names an invoice that is not there',
    {},
    given({}, []),
    'creditOf: This invoice is void or does not exist. Choose another one.',
  ],
  [
    'names an invoice of somebody else',
    {},
    given({}, [{ ...owed, partyId: '33333333-3333-4333-8333-333333333333' }]),
    'creditOf: SI-2026-000001 belongs to another customer. Choose an invoice of this customer.',
  ],
  [
    'is older than its invoice',
    { day: '2026-02-28' },
    given(),
    'day: SI-2026-000001 is dated 1 Mar 2026. A credit memo cannot be dated before its invoice.',
  ],
  [
    'is dated in a closed month',
    { day: '2026-01-31', creditOf: null },
    given(),
    'day: January 2026 is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  ],
  [
    'has a number that is recorded',
    {},
    given({ sameExternalNo: { number: 'CM-2026-000003', day: '2026-03-01' } }),
    'externalNo: Credit memo no. CM-17 is already recorded as CM-2026-000003. Void that document first, or correct the number.',
  ],
  [
    'goes to an expense',
    { lines: [{ ...goods, account: '6070' }] },
    given(),
    'lines.0.account: 6070 Office supplies is not a sales account. Choose account 4080 or the account used on the invoice.',
  ],
  [
    'is for a supplier',
    {},
    given({ party: party({ customer: false }) }),
    'partyId: Mabuhay Services Corp. is registered only as a supplier. Register it as a customer first.',
  ],
])('a credit memo is refused if it %s', (_, fields, like, sentence) => {
  expect(mistakes(resultOf(fields, like))).toEqual([sentence])
})

// An invoice of 1,000.05 without VAT, less 20%: 200.01 is the discount, and 800.04 is paid.
const lola = item({ documentId: invoiceId, account: accounts.receivables, opened: 80_004n })
const exempt = { ...goods, vatClass: 'exempt' }
const senior: Credited = { ...emptyFacts.credited, discountFor: 'senior' }
const creditedTo = (credited: Credited, unitPrice: string, more: object = {}) =>
  posting(resultOf({ lines: [{ ...exempt, unitPrice }], ...more }, given({ credited }, [lola])))

test('a memo on an invoice with a statutory discount credits the discount in proportion', () => {
  const { entry, total, totals } = creditedTo(senior, '50000')
  expect(entryText(entry)).toBe('Cr 1110 400.00 | Cr 6115 100.00 | Dr 4080 500.00')
  expect(total).toBe(40_000n)
  expect(totals).toContainEqual({ label: 'Senior citizen discount, 20%', amount: -10_000n })
  expect(entry.lines[2]?.tax).toEqual({ vatClass: 'exempt', base: -50_000n, vat: 0n })
  // The VAT that the buyer did not pay is taken out of the price, as on the invoice.
  const inclusive = creditedTo(senior, '56000', { priceMode: 'inclusive' })
  expect(entryText(inclusive.entry)).toBe('Cr 1110 400.00 | Cr 6115 100.00 | Dr 4080 500.00')
})

test('memos for the parts of an invoice together credit exactly its discount', () => {
  // Each part of 333.35 alone has a discount of 66.67, together 200.01.
  let before = senior
  for (const price of ['33335', '33335', '33335']) {
    const { total } = creditedTo(before, price)
    before = { ...before, total: before.total + total, statutory: before.statutory + 33_335n - total }
  }
  expect([before.total, before.statutory]).toEqual([80_004n, 20_001n])
})
