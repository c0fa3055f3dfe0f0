// Bank-initiated movements, entry by entry as in the list of reconciliation adjustments.
import { expect, test } from 'vitest'
import { facts, holding, item, itemsOf, mistakes, party, posting, entryText } from '../../../test/facts.ts'
import { standardWithholdingCodes } from '../../tax/standard-codes.ts'
import { bankAdjustmentFields } from './fields.ts'
import { bankadjustment } from './index.ts'
import type { FactKey, Facts } from '../facts.ts'
import type { PostingResult } from '../type.ts'

const one = '22222222-2222-4222-8222-222222222222'
const two = '33333333-3333-4333-8333-333333333333'
const customer = party().id

const adjusted = (fields: object, given: Facts<FactKey>): PostingResult =>
  bankadjustment.post(
    bankAdjustmentFields.parse({ day: '2026-03-15', account: '1031', description: 'As on the statement', ...fields }),
    given,
  )
const bank = holding('1031', 100_000_000n)
const dollars = holding('1040', 100_000n, { balance: 5_520_000n, lowest: 5_520_000n })

test.each([
  ['R1 service charge', { type: 'charge', amount: '30000' }, 'Dr 6250 300.00 | Cr 1031 300.00'],
  [
    'R2 interest less 20 % final tax',
    { type: 'interest', amount: '10000', tax: '2000' },
    'Dr 1031 80.00 | Dr 8050 20.00 | Cr 7010 100.00',
  ],
  [
    'R3 returned cheque',
    { type: 'returned', amount: '11200000', partyId: customer },
    'Dr 1110 112,000.00 | Cr 1031 112,000.00',
  ],
  ['R3b the bank’s fee for it', { type: 'charge', amount: '50000' }, 'Dr 6250 500.00 | Cr 1031 500.00'],
  ['R4 direct credit', { type: 'direct', amount: '1500000' }, 'Dr 1031 15,000.00 | Cr 2065 15,000.00'],
  ['R5 automatic debit', { type: 'debit', counter: '6060', amount: '200000' }, 'Dr 6060 2,000.00 | Cr 1031 2,000.00'],
  [
    'R6 cheque of 5,400 recorded as 4,500',
    { type: 'correction', side: 'out', counter: '2010', settles: one, partyId: customer, amount: '90000' },
    'Dr 2010 900.00 | Cr 1031 900.00',
  ],
  [
    'R7 identified later',
    { type: 'identified', account: null, source: two, settles: one, partyId: customer, amount: '1500000' },
    'Dr 2065 15,000.00 | Cr 1110 15,000.00',
  ],
  ['stamps of a cheque book', { type: 'charge', counter: '6240', amount: '15000' }, 'Dr 6240 150.00 | Cr 1031 150.00'],
] as const)('%s', (_, fields, expected) => {
  const given = facts({
    money: [bank],
    party: party(),
    items: [
      item({ documentId: one, account: '2010', opened: 540_000n, open: 90_000n }),
      item({ documentId: one, account: '1110', opened: 2_000_000n }),
      item({ documentId: two, account: '2065', opened: 1_500_000n, partyId: null }),
    ],
  })
  const { entry } = posting(adjusted(fields, given))
  expect([entry.journal, entryText(entry)]).toEqual(['GJ', expected])
})

test('a returned cheque is receivable again, and its expected certificate is cancelled', () => {
  const given = facts({
    money: [bank],
    party: party(),
    items: [item({ documentId: one, account: '1321', opened: 200_000n })],
    withholdingCodes: standardWithholdingCodes,
  })
  const { entry, effects } = posting(
    adjusted({ type: 'returned', amount: '11000000', partyId: customer, source: one, atc: 'WC160' }, given),
  )
  expect(entryText(entry)).toBe('Dr 1110 112,000.00 | Cr 1321 2,000.00 | Cr 1031 110,000.00')
  expect(entry.lines[1]?.withheld).toEqual({ atc: 'WC160', rate: '0.02', base: -10_000_000n, tax: -200_000n })
  expect(itemsOf({ effects })).toEqual([
    { settles: 'itself', account: '1110', partyId: customer, amount: 11_200_000n },
    { settles: one, account: '1321', partyId: customer, amount: -200_000n },
  ])
})

test('a correction in our favour reopens the amount that was settled too much', () => {
  const given = facts({
    money: [bank],
    party: party(),
    items: [item({ documentId: one, account: '2010', opened: 540_000n, open: 0n })],
  })
  const fields = { type: 'correction', side: 'in', counter: '2010', settles: one, partyId: customer, amount: '90000' }
  const { entry, effects } = posting(adjusted(fields, given))
  expect(entryText(entry)).toBe('Dr 1031 900.00 | Cr 2010 900.00')
  expect(itemsOf({ effects })).toEqual([{ settles: one, account: '2010', partyId: customer, amount: 90_000n }])
})

test('charges in dollars use the carrying rate, interest uses its own rate', () => {
  const given = facts({ money: [dollars] })
  expect(entryText(posting(adjusted({ type: 'charge', account: '1040', amount: '1000' }, given)).entry)).toBe(
    'Dr 6250 552.00 | Cr 1040 552.00',
  )
  const rated = (rate: string, type = 'charge', more = {}) =>
    entryText(posting(adjusted({ type, account: '1040', amount: '1000', rate, ...more }, given)).entry)
  expect(rated('56')).toBe('Dr 6250 560.00 | Cr 1040 552.00 | Cr 7030 8.00')
  expect(rated('55', 'debit', { counter: '6290' })).toBe('Dr 6290 550.00 | Dr 8020 2.00 | Cr 1040 552.00')
  expect(rated('56', 'correction', { counter: '6290', side: 'out' })).toBe(
    'Dr 6290 560.00 | Cr 1040 552.00 | Cr 7030 8.00',
  )
  const interest = { type: 'interest', account: '1040', amount: '1000', tax: '200', rate: '56' }
  expect(entryText(posting(adjusted(interest, given)).entry)).toBe('Dr 1040 448.00 | Dr 8050 112.00 | Cr 7010 560.00')
})

test.each([
  ['2026-03-15', '1031', '2000', []],
  [
    '2026-03-15',
    '1031',
    '1900',
    ['Final tax of 20% on 100.00 is 20.00, but you entered 19.00. Check it against the bank statement.'],
  ],
  ['2025-06-30', '1040', '1500', []],
  ['2025-07-01', '1040', '2000', []],
])('final tax of %s on %s is checked', (day, account, tax, expected) => {
  const fields = { type: 'interest', day, account, amount: '10000', tax, ...(account === '1040' && { rate: '56' }) }
  const { warnings } = posting(adjusted(fields, facts({ money: [bank, dollars], closedMonths: new Set() })))
  expect(warnings.filter((words) => words.includes('inal tax'))).toEqual(expected)
})

test('without a final tax rate in force, the amount withheld by the bank is accepted', () => {
  const given = facts({ money: [bank], rates: [] })
  expect(posting(adjusted({ type: 'interest', amount: '10000', tax: '1234' }, given)).warnings).toEqual([])
})

test('the bank has already taken the money, so an empty account is a warning and not an error', () => {
  const { warnings } = posting(adjusted({ type: 'charge', amount: '30000' }, facts({ money: [holding('1031', 0n)] })))
  expect(warnings).toHaveLength(1)
})

test.each([
  [
    'a closed month',
    { type: 'charge', day: '2026-01-15', amount: '1' },
    'day: January 2026 is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  ],
  [
    'a till',
    { type: 'charge', account: '1020', amount: '1' },
    'account: Petty cash fund is not a bank account or e-wallet. Choose one that has statements.',
  ],
  ['nobody’s cheque', { type: 'returned', amount: '1' }, 'partyId: Choose the customer whose cheque was returned.'],
  [
    'sales by the back door',
    { type: 'correction', side: 'in', counter: '4010', amount: '1' },
    'counter: 4010 Sales - goods cannot be used in a bank adjustment. Choose another account, or record the document that posts to this one, such as an invoice or bill.',
  ],
  [
    'more than the bill',
    { type: 'correction', side: 'out', counter: '2010', settles: one, partyId: customer, amount: '90001' },
    'amount: Only 900.00 of BL-2026-000001 is still open. Lower the amount.',
  ],
  [
    'more than is unidentified',
    { type: 'identified', account: null, source: two, settles: one, partyId: customer, amount: '1500001' },
    'amount: Only 15,000.00 of DS-2026-000004 is still unidentified. Lower the amount.',
  ],
  [
    'a rate between pesos',
    { type: 'direct', amount: '1', rate: '56' },
    'rate: This account is in pesos. Clear the exchange rate.',
  ],
  [
    'dollars without a rate',
    { type: 'direct', account: '1040', amount: '1' },
    'rate: Enter the exchange rate (PHP per USD) on this date.',
  ],
  [
    'a certificate that is not awaited',
    { type: 'returned', amount: '1', partyId: customer, source: two },
    'source: This receipt has no outstanding certificate. Clear this field.',
  ],
] as const)('%s is refused', (_, fields, expected) => {
  const given = facts({
    money: [bank, dollars, holding('1020', 500_000n, { kind: 'petty_cash', name: 'Petty cash fund' })],
    party: party(),
    items: [
      item({ documentId: one, account: '2010', opened: 540_000n, open: 90_000n, number: 'BL-2026-000001' }),
      item({ documentId: one, account: '1110', opened: 2_000_000n }),
      item({ documentId: two, account: '2065', opened: 1_500_000n, partyId: null, number: 'DS-2026-000004' }),
    ],
  })
  expect(mistakes(adjusted(fields, given))).toContain(expected)
})
