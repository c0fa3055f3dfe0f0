import { expect, test } from 'vitest'
import { effectOf, facts, item, itemsOf, mistakes, party, posting, entryText } from '../../../test/facts.ts'
import { accounts } from '../../accounts/chart.ts'
import type { FactKey, Facts } from '../facts.ts'
import { z } from '../../core/zod.ts'
import { debitMemoFields } from './fields.ts'
import { debitmemo } from './index.ts'

const invoiceId = '22222222-2222-4222-8222-222222222222'
const sold = { documentId: invoiceId, account: accounts.receivables, opened: 11_200_000n, net: 10_000_000n }
const owed = item({ ...sold, vat: 1_200_000n })

const freight = { description: 'Freight', quantity: '1', unitPrice: '1000000', vatClass: 'vatable', account: '4010' }
const typed = {
  email: 'ana@example.com',
  partyId: party().id,
  debitOf: invoiceId,
  externalNo: 'dm-17',
  day: '2026-03-15',
  reason: 'Freight that was forgotten',
  priceMode: 'exclusive',
  lines: [freight],
}
const given = (like: Partial<Omit<Facts<FactKey>, 'items' | 'money' | 'accounts'>> = {}, items = [owed]) =>
  facts({ party: party(), items, ...like })
const resultOf = (fields: object = {}, like = given()) =>
  debitmemo.post(debitMemoFields.parse({ ...typed, ...fields }), like)

test.each([
  ['freight that was forgotten', {}, 'Dr 1110 11,200.00 | Cr 4010 10,000.00 | Cr 2110 1,200.00'],
  [
    'a price that was too low, VAT included',
    { priceMode: 'inclusive', lines: [{ ...freight, unitPrice: '112000' }] },
    'Dr 1110 1,120.00 | Cr 4010 1,000.00 | Cr 2110 120.00',
  ],
  [
    'what bears no VAT',
    { lines: [{ ...freight, vatClass: 'exempt', account: '4020' }] },
    'Dr 1110 10,000.00 | Cr 4020 10,000.00',
  ],
])('posts %s, and opens a receivable', (_, fields, lines) => {
  const made = posting(resultOf(fields))
  expect(entryText(made.entry)).toBe(lines)
  expect(made.entry.journal).toBe('SJ')
  expect(itemsOf(made)).toEqual([
    { settles: 'itself', account: accounts.receivables, partyId: party().id, amount: made.total },
  ])
})

test('the taxes on its lines are frozen as those of a sale, so that lists and returns include them', () => {
  const { entry } = posting(resultOf())
  expect(entry.lines.flatMap(({ tax }) => tax ?? [])).toEqual([
    { vatClass: 'vatable', base: 1_000_000n, vat: 120_000n },
  ])
})

test('it links to its invoice, and has its own due date', () => {
  const fields = { dueDay: '2026-04-14', terms: '30 days' }
  const stored = z.encode(debitMemoFields, debitMemoFields.parse({ ...typed, ...fields }))
  expect(debitmemo.stated?.(stored)).toEqual([
    { effect: 'link', relation: 'debit_of', to: { id: invoiceId } },
    { effect: 'detail', terms: '30 days', receiptTo: 'ana@example.com', receiptNo: '' },
  ])
  const made = posting(resultOf(fields))
  expect([made.externalNo, made.dueDay, effectOf(made, 'cheque')]).toEqual(['DM-17', '2026-04-14', undefined])
})

test.each([
  ['more than the invoice itself', { lines: [{ ...freight, unitPrice: '20000000' }] }, given(), 'The memo is for'],
  ['VAT where the invoice had none', {}, given({}, [{ ...owed, vat: 0n }]), 'SI-2026-000001 has no VAT'],
  ['a due day that has passed', { dueDay: '2026-03-16' }, given(), 'The due date, 16 Mar 2026, has already passed.'],
])('a debit memo of %s gives a warning', (_, fields, like, words) => {
  expect(posting(resultOf(fields, like)).warnings).toEqual([expect.stringContaining(words)])
})

test('the printed memo shows the invoice, the reason and the totals', () => {
  const parsed = debitMemoFields.parse(typed)
  const printed = debitmemo.receipt(parsed, given(), posting(resultOf()), 'DM-2026-000001')
  expect(printed).toMatchObject({ title: 'Debit Memo', note: 'Not valid for claim of input tax' })
  expect(printed.facts).toEqual([
    { label: 'Debit memo no.', value: 'DM-17' },
    { label: 'Charged in addition to', value: 'SI-2026-000001, 000123, 1 Mar 2026' },
    { label: 'Reason', value: 'Freight that was forgotten' },
    { label: 'Prices', value: 'VAT-exclusive' },
  ])
  expect(printed.totals).toEqual([
    { label: 'Vatable sales', amount: 1_000_000n },
    { label: 'VAT 12%', amount: 120_000n },
    { label: 'Total', amount: 1_120_000n, emphasis: 'grand' },
  ])
})

test.each([
  [
    'names an invoice that is not there',
    {},
    given({}, []),
    'debitOf: This invoice is void or does not exist. Choose another one.',
  ],
  [
    'names an invoice of somebody else',
    {},
    given({}, [{ ...owed, partyId: '33333333-3333-4333-8333-333333333333' }]),
    'debitOf: SI-2026-000001 belongs to another customer. Choose an invoice of this customer.',
  ],
  [
    'names what is no invoice',
    {},
    given({}, [{ ...owed, kind: 'debitmemo', number: 'DM-2026-000001' }]),
    'debitOf: DM-2026-000001 is not an invoice. Choose the invoice to debit.',
  ],
  [
    'is older than its invoice',
    { day: '2026-02-28' },
    given(),
    'day: SI-2026-000001 is dated 1 Mar 2026. A debit memo cannot be dated before its invoice.',
  ],
  [
    'is dated in a closed month',
    { day: '2026-01-31' },
    given({}, [{ ...owed, day: '2026-01-05' }]),
    'day: January 2026 is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  ],
  [
    'has a number that is recorded',
    {},
    given({ sameExternalNo: { number: 'DM-2026-000003', day: '2026-03-01' } }),
    'externalNo: Debit memo no. DM-17 is already recorded as DM-2026-000003. Void that document first, or correct the number.',
  ],
  [
    'goes to an expense',
    { lines: [{ ...freight, account: '6070' }] },
    given(),
    'lines.0.account: 6070 Office supplies is not an income account. Choose one such as 4010 or 4020.',
  ],
  [
    'comes to nothing',
    { lines: [{ ...freight, unitPrice: '0' }] },
    given(),
    'lines: The debit memo total is 0.00, so there is nothing to record. Check the prices and discounts.',
  ],
  [
    'is for a supplier',
    {},
    given({ party: party({ customer: false }) }),
    'partyId: Mabuhay Services Corp. is registered only as a supplier. Register it as a customer first.',
  ],
])('a debit memo is refused if it %s', (_, fields, like, sentence) => {
  expect(mistakes(resultOf(fields, like))).toEqual([sentence])
})

test('a debit memo without its invoice, or due before its date, is refused', () => {
  expect(debitMemoFields.safeParse({ ...typed, debitOf: undefined }).success).toBe(false)
  expect(debitMemoFields.safeParse({ ...typed, dueDay: '2026-03-14' }).success).toBe(false)
})
