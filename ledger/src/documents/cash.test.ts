// Deposits, withdrawals and transfers: money moves between accounts, or in and out against another account.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facts, holding, item, itemsOf, mistakes, party, posting, entryText } from '../../test/facts.ts'
import { itemAccounts } from '../accounts/chart.ts'
import { sum } from '../core/money.ts'
import { depositFields } from './deposit/fields.ts'
import { deposit } from './deposit/index.ts'
import type { FactKey, Facts } from './facts.ts'
import type { PostingResult } from './type.ts'
import { transferFields } from './transfer/fields.ts'
import { transfer } from './transfer/index.ts'
import { withdrawalFields } from './withdrawal/fields.ts'
import { withdrawal } from './withdrawal/index.ts'

const receiptOne = '22222222-2222-4222-8222-222222222222'
const receiptTwo = '33333333-3333-4333-8333-333333333333'
const email = 'ana@example.com'

const deposited = (fields: object, given: Facts<FactKey>): PostingResult =>
  deposit.post(depositFields.parse({ email, day: '2026-03-15', account: '1031', ...fields }), given)
const withdrawn = (fields: object, given: Facts<FactKey>): PostingResult =>
  withdrawal.post(withdrawalFields.parse({ email, day: '2026-03-15', account: '1031', ...fields }), given)
const transferred = (fields: object, given: Facts<FactKey>): PostingResult =>
  transfer.post(
    transferFields.parse({ email, day: '2026-03-15', type: 'local', from: '1031', to: '1032', ...fields }),
    given,
  )

const bank = holding('1031', 100_000_000n)
const dollars = holding('1040', 100_000n, { balance: 5_520_000n, lowest: 5_520_000n })
const inTill = (documentId: string, opened: bigint) =>
  item({ documentId, account: '1010', opened, kind: 'invoice', number: 'CR-2026-000001' })
const other = (account: string, amount: string) => ({ description: 'Other money', account, amount })

test.each([
  ['D1 collections banked', 'GJ', { receipts: [receiptOne] }, 'Dr 1031 112,000.00 | Cr 1010 112,000.00'],
  ['D2 owner’s capital', 'CRJ', { others: [other('3010', '50000000')] }, 'Dr 1031 500,000.00 | Cr 3010 500,000.00'],
  [
    'D3 subscription above par',
    'CRJ',
    { others: [other('3010', '40000000'), other('3015', '10000000')] },
    'Dr 1031 500,000.00 | Cr 3010 400,000.00 | Cr 3015 100,000.00',
  ],
  ['D5 unidentified', 'CRJ', { others: [other('2065', '1500000')] }, 'Dr 1031 15,000.00 | Cr 2065 15,000.00'],
  ['D6 refundable', 'CRJ', { others: [other('2070', '2000000')] }, 'Dr 1031 20,000.00 | Cr 2070 20,000.00'],
  ['D7 loan proceeds', 'CRJ', { others: [other('2210', '30000000')] }, 'Dr 1031 300,000.00 | Cr 2210 300,000.00'],
  ['D8 advance from officer', 'CRJ', { others: [other('2080', '5000000')] }, 'Dr 1031 50,000.00 | Cr 2080 50,000.00'],
  [
    'D10 wallet settlement net of its fee',
    'GJ',
    { receipts: [receiptTwo], charge: '200000' },
    'Dr 1031 98,000.00 | Dr 6250 2,000.00 | Cr 1010 100,000.00',
  ],
] as const)('deposit %s goes to %s', (_, journal, fields, expected) => {
  const given = facts({
    money: [bank],
    items: [inTill(receiptOne, 11_200_000n), inTill(receiptTwo, 10_000_000n)],
    accounts: ['3015'],
  })
  const { entry } = posting(deposited(fields, given))
  expect([entry.journal, entryText(entry)]).toEqual([journal, expected])
})

test('a deposited receipt settles its item, and an unidentified deposit opens one', () => {
  const given = facts({ money: [bank], items: [inTill(receiptOne, 11_200_000n)] })
  const { effects } = posting(
    deposited({ receipts: [receiptOne], others: [other('2065', '100'), other('2065', '200')] }, given),
  )
  expect(itemsOf({ effects })).toEqual([
    { settles: receiptOne, account: '1010', partyId: party().id, amount: -11_200_000n },
    { settles: 'itself', account: '2065', partyId: null, amount: 300n },
  ])
})

test.each([
  ['nothing to deposit', {}, 'receipts: Select the receipts deposited, or add other money.'],
  [
    'a receipt that is deposited already',
    { receipts: [receiptTwo] },
    'receipts.0: CR-2026-000001 is already deposited with DS-2026-000007. Deselect it.',
  ],
  [
    'a receipt that is void',
    { receipts: ['44444444-4444-4444-8444-444444444444'] },
    'receipts.0: This receipt is void or is not in undeposited funds. Deselect it.',
  ],
  [
    'sales without an invoice',
    { others: [other('4010', '100')] },
    'others.0.account: Only invoices can be posted to 4010 Sales - goods. Record the invoice and its collection receipt, then deposit the receipt.',
  ],
  [
    'a control account',
    { others: [other('2010', '100')] },
    'others.0.account: 2010 Accounts payable - trade cannot be used here, because other types of documents post to it. Choose an account such as capital, a loan or unidentified deposits.',
  ],
  [
    'a charge that takes all',
    { others: [other('3010', '100')], charge: '100' },
    'charge: The bank charge must be less than the deposit. Check the amounts.',
  ],
  [
    'a closed month',
    { day: '2026-01-15', others: [other('3010', '100')] },
    'day: January 2026 is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  ],
  [
    'a rate between pesos',
    { rate: '56', others: [other('3010', '100')] },
    'rate: The account is in pesos. Clear the exchange rate.',
  ],
  [
    'dollars without a rate',
    { account: '1040', others: [other('3010', '100')] },
    'rate: Cash in bank - USD account 1 is in USD. Enter the exchange rate (PHP per USD).',
  ],
  [
    'the till',
    { account: '1010', others: [other('3010', '100')] },
    'account: Undeposited funds (cash on hand) is not a bank account or e-wallet. Choose where the money was deposited.',
  ],
])('a deposit of %s is refused', (_, fields, sentence) => {
  const used = inTill(receiptTwo, 10_000_000n)
  const given = facts({
    money: [bank, dollars, holding('1010', 0n)],
    items: [inTill(receiptOne, 11_200_000n), { ...used, open: 0n, changedBy: ['DS-2026-000007'] }],
  })
  expect(mistakes(deposited(fields, given))).toEqual([sentence])
})

test('capital in dollars is booked in pesos at the rate and keeps its dollar amount', () => {
  const { entry, total } = posting(
    deposited({ account: '1040', rate: '56.50', others: [other('3010', '100000')] }, facts({ money: [dollars] })),
  )
  expect(entryText(entry)).toBe('Dr 1040 56,500.00 | Cr 3010 56,500.00')
  expect(entry.lines[0]?.foreign).toEqual({ currency: 'USD', amount: 100_000n })
  expect(total).toBe(5_650_000n)
})

const out = (account: string, amount: string, more = {}) => ({ description: 'For this', account, amount, ...more })

test.each([
  ['W1 to cash on hand', 'GJ', { lines: [out('1010', '1000000')] }, 'Dr 1010 10,000.00 | Cr 1031 10,000.00'],
  ['W2 drawings', 'CDJ', { lines: [out('3020', '2000000')] }, 'Dr 3020 20,000.00 | Cr 1031 20,000.00'],
  [
    'W3 expense by debit',
    'CDJ',
    { partyId: party().id, lines: [out('6060', '560000', { vatClass: 'vatable' })] },
    'Dr 6060 5,000.00 | Dr 1310 600.00 | Cr 1031 5,600.00',
  ],
  [
    'W4 loan amortization',
    'CDJ',
    { lines: [out('2210', '1000000'), out('8010', '120000')] },
    'Dr 2210 10,000.00 | Dr 8010 1,200.00 | Cr 1031 11,200.00',
  ],
] as const)('withdrawal %s goes to %s', (_, journal, fields, expected) => {
  const { entry, effects } = posting(withdrawn(fields, facts({ money: [bank], party: party() })))
  expect([entry.journal, entryText(entry)]).toEqual([journal, expected])
  expect(itemsOf({ effects }).map(({ amount }) => amount)).toEqual(
    entry.lines.filter(({ account }) => account === '1010').map(({ debit }) => debit),
  )
})

test('dollars are withdrawn at their carrying rate, and the difference is an exchange gain or loss', () => {
  const given = facts({ money: [dollars] })
  const taken = (rate: string) =>
    entryText(posting(withdrawn({ account: '1040', rate, lines: [out('3020', '50000')] }, given)).entry)
  expect(taken('56')).toBe('Dr 3020 28,000.00 | Cr 1040 27,600.00 | Cr 7030 400.00')
  expect(taken('55')).toBe('Dr 3020 27,500.00 | Dr 8020 100.00 | Cr 1040 27,600.00')
})

test.each([
  [
    'more than the account holds',
    { lines: [out('3020', '100000001')] },
    'lines.0.amount: The balance of Cash in bank - PHP account 1 is 1,000,000.00 on 15 Mar 2026. Lower the amount, choose another account, or record missing receipts first.',
  ],
  [
    'what later documents need',
    { account: '1032', lines: [out('3020', '600')] },
    'lines.0.amount: The balance of Cash in bank - PHP account 2 is 10.00 on 15 Mar 2026, but later documents reduce it to 5.00. Lower the amount or choose another account.',
  ],
  [
    'an expense whose VAT has no supplier',
    { lines: [out('6060', '560000', { vatClass: 'vatable' })] },
    'partyId: Input VAT can be recorded only with a supplier. Choose the supplier, or choose No VAT invoice.',
  ],
  [
    'a payable',
    { lines: [out('2010', '100')] },
    'lines.0.account: 2010 Accounts payable - trade cannot be used here, because other types of documents post to it. Choose an account for the purpose of the withdrawal.',
  ],
])('a withdrawal of %s is refused', (_, fields, sentence) => {
  const given = facts({ money: [bank, holding('1032', 1_000n, { lowestHeld: 500n })] })
  expect(mistakes(withdrawn(fields, given))).toEqual([sentence])
})

test.each([
  ['T1 with a fee', { amount: '5000000', fee: '2500' }, 'Dr 1032 50,000.00 | Dr 6250 25.00 | Cr 1031 50,025.00'],
  ['T2 the leg out', { amount: '5000000', arrived: false }, 'Dr 1050 50,000.00 | Cr 1031 50,000.00'],
  ['T4 to a wallet', { amount: '500000', to: '1045' }, 'Dr 1045 5,000.00 | Cr 1031 5,000.00'],
  [
    'F1 dollars sold, fee off what arrives',
    { type: 'foreign', from: '1040', to: '1031', amount: '100000', rate: '56', fee: '15000', feeFrom: 'received' },
    'Dr 1031 55,850.00 | Dr 6250 150.00 | Cr 1040 55,200.00 | Cr 7030 800.00',
  ],
  [
    'F2 dollars bought',
    { type: 'foreign', from: '1031', to: '1040', amount: '5650000', rate: '0.0176991150' },
    'Dr 1040 56,500.00 | Cr 1031 56,500.00',
  ],
  [
    'F3 dollars to dollars at book rate',
    { type: 'foreign', from: '1040', to: '1041', amount: '100000' },
    'Dr 1041 55,200.00 | Cr 1040 55,200.00',
  ],
])('transfer %s', (_, fields, expected) => {
  const given = facts({
    money: [bank, holding('1032', 0n), holding('1045', 0n), dollars, holding('1041', 0n)],
    accounts: ['1041'],
  })
  const { entry, effects } = posting(transferred(fields, given))
  expect(entryText(entry)).toBe(expected)
  expect(itemsOf({ effects }).map(({ account }) => account)).toEqual(
    entry.lines.map(({ account }) => account).filter((account) => itemAccounts.includes(account)),
  )
})

test('T3 the incoming side of a transfer is a deposit that clears the transit account', () => {
  const onItsWay = item({ documentId: receiptOne, account: '1050', opened: 5_000_000n, partyId: null })
  const given = facts({ money: [holding('1032', 0n)], items: [onItsWay] })
  expect(entryText(posting(deposited({ account: '1032', receipts: [receiptOne] }, given)).entry)).toBe(
    'Dr 1032 50,000.00 | Cr 1050 50,000.00',
  )
})

test('F5 dollars sold below their carrying rate are a realized loss', () => {
  const dear = holding('1040', 100_000n, { balance: 5_700_000n })
  const sold = { type: 'foreign', from: '1040', to: '1031', amount: '100000', rate: '56' }
  const { entry } = posting(transferred(sold, facts({ money: [bank, dear] })))
  expect(entryText(entry)).toBe('Dr 1031 56,000.00 | Dr 8020 1,000.00 | Cr 1040 57,000.00')
  expect(entry.lines.at(-1)?.foreign).toEqual({ currency: 'USD', amount: 100_000n })
})

test.each([
  [
    'to the same account',
    { to: '1031', amount: '100' },
    'to: Both accounts are the same. Choose another account to transfer to.',
  ],
  [
    'at a rate of zero',
    { rate: '0', amount: '100' },
    'rate: The rate cannot be zero. Enter the rate on the bank slip.',
  ],
])('a transfer %s is refused by its fields', (_, fields, sentence) => {
  const read = transferFields.safeParse({
    email,
    day: '2026-03-15',
    type: 'local',
    from: '1031',
    to: '1032',
    ...fields,
  })
  expect(read.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([sentence])
})

test.each([
  [
    'of more than there is, fee included',
    { amount: '100000000', fee: '1' },
    'amount: The balance of Cash in bank - PHP account 1 is 1,000,000.00 on 15 Mar 2026. Lower the amount, choose another account, or record missing receipts first.',
  ],
  [
    'called local with dollars',
    { from: '1040', to: '1031', amount: '100', rate: '56' },
    'from: Cash in bank - USD account 1 is in USD. Choose Foreign, or choose a peso account.',
  ],
  ['called foreign with pesos', { type: 'foreign', amount: '100' }, 'type: Both accounts are in pesos. Choose Local.'],
  [
    'of dollars without a rate',
    { type: 'foreign', from: '1040', to: '1031', amount: '100' },
    'rate: Enter the exchange rate: the amount in PHP received for one USD.',
  ],
  [
    'with an arrival that is not the rate’s',
    { type: 'foreign', from: '1040', to: '1031', amount: '10000', rate: '56', received: '650000' },
    'received: At this rate, the amount received is PHP 5,600.00, not 6,500.00. Correct the rate or the amount.',
  ],
  [
    'out of petty cash',
    { from: '1020', amount: '100' },
    'from: Petty cash fund is a petty cash fund. Use the petty cash form to replenish it.',
  ],
])('a transfer %s is refused', (_, fields, sentence) => {
  const given = facts({ money: [bank, holding('1032', 0n), dollars, holding('1020', 100_000n)] })
  expect(mistakes(transferred(fields, given))).toEqual([sentence])
})

test('an inverted rate gives a warning before recording', () => {
  const sold = { type: 'foreign', from: '1040', to: '1031', amount: '100000', rate: '65' }
  expect(posting(transferred(sold, facts({ money: [bank, dollars] }))).warnings).toEqual([
    'At this rate, the exchange gain is 9,800.00, more than 10% of the amount. Check the rate.',
  ])
})

test('any transfer between foreign and peso accounts balances and leaves no foreign amount without pesos', () => {
  const anyTransfer = fc.record({
    held: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    balance: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    part: fc.bigInt({ min: 1n, max: 1000n }),
    rate: fc
      .integer({ min: 1, max: 999_999 })
      .map((hundredths) => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`),
  })
  fc.assert(
    fc.property(anyTransfer, ({ held, balance, part, rate }) => {
      const amount = (held * part) / 1000n
      fc.pre(amount > 0n && !/^0\.00$/.test(rate))
      const money = [holding('1040', held, { balance, lowest: balance }), holding('1031', 0n)]
      const sold = { type: 'foreign', from: '1040', to: '1031', amount: amount.toString(), rate }
      const result = transferred(sold, facts({ money }))
      fc.pre(result.ok)
      const { entry } = posting(result)
      expect(sum(entry.lines.map((line) => line.debit))).toBe(sum(entry.lines.map((line) => line.credit)))
      const left = entry.lines.find((line) => line.account === '1040')?.credit ?? 0n
      expect(left <= balance).toBe(true)
      if (amount === held) expect(left).toBe(balance)
    }),
  )
})
