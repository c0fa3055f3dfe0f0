// Opening balances: the closing balances of earlier books, one document per open item, the difference on 3090.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facts, holding, itemsOf, mistakes, party, posting, entryText } from '../../../test/facts.ts'
import { itemAccounts } from '../../accounts/chart.ts'
import type { FactKey, Facts } from '../facts.ts'
import type { PostingResult } from '../type.ts'
import { openingFields } from './fields.ts'
import { opening } from './index.ts'

const day = '2026-03-01'
const resultOf = (fields: object, given: Facts<FactKey> = facts()): PostingResult =>
  opening.post(openingFields.parse({ day, ...fields }), given)
const row = (account: string, debit: string, credit = '0', foreign: string | null = null) => ({
  account,
  debit,
  credit,
  foreign,
})
const itemOf = (account: string, like: object = {}) => ({
  item: { account, partyId: party().id, number: 'A-77', day: '2026-02-10', amount: '5600000', ...like },
})
const known = facts({ party: party() })

test.each([
  [
    'balances that agree',
    { rows: [row('1031', '10000000'), row('3010', '0', '10000000')] },
    'Dr 1031 100,000.00 | Cr 3010 100,000.00',
  ],
  [
    'more debits than credits',
    { rows: [row('1031', '10000000'), row('3010', '0', '9000000')] },
    'Dr 1031 100,000.00 | Cr 3010 90,000.00 | Cr 3090 10,000.00',
  ],
  ['a single credit', { rows: [row('2110', '0', '1200')] }, 'Cr 2110 12.00 | Dr 3090 12.00'],
  ['a receivable', itemOf('1110'), 'Dr 1110 56,000.00 | Cr 3090 56,000.00'],
  ['a payable', itemOf('2010'), 'Cr 2010 56,000.00 | Dr 3090 56,000.00'],
  ['a customer advance', itemOf('2060'), 'Cr 2060 56,000.00 | Dr 3090 56,000.00'],
  ['a supplier advance', itemOf('1140'), 'Dr 1140 56,000.00 | Cr 3090 56,000.00'],
] as const)('%s posts the rest to opening balance equity', (_, fields, expected) => {
  expect(entryText(posting(resultOf(fields, known)).entry)).toBe(expected)
})

test('an open item is due on its due date, or on its document date without one', () => {
  const due = (like: object) => posting(resultOf(itemOf('1110', like), known))
  expect(due({ dueDay: '2026-04-10' })).toMatchObject({ day, dueDay: '2026-04-10', externalNo: 'A-77' })
  expect(due({}).dueDay).toBe('2026-02-10')
  expect(itemsOf(due({}))).toEqual([{ settles: 'itself', account: '1110', partyId: party().id, amount: 5_600_000n }])
})

test('an account in foreign currency keeps its foreign amount next to the pesos', () => {
  const given = facts({ money: [holding('1040', 0n)] })
  const { entry } = posting(resultOf({ rows: [row('1040', '5520000', '0', '100000')] }, given))
  expect(entry.lines[0]).toMatchObject({ debit: 5_520_000n, foreign: { currency: 'USD', amount: 100_000n } })
  expect(mistakes(resultOf({ rows: [row('1040', '5520000')] }, given))).toEqual([
    'rows.0.foreign: Cash in bank - USD account 1 is in USD. Enter the balance both in USD and in pesos.',
  ])
})

test.each([
  [
    'an account of open items',
    { rows: [row('1110', '100')] },
    'rows.0.account: ',
    'The balance of 1110 Accounts receivable - trade consists of open items',
  ],
  [
    'the account of the difference',
    { rows: [row('3090', '100')] },
    'rows.0.account',
    'The difference is posted to account 3090 automatically',
  ],
  ['an account twice', { rows: [row('1031', '1'), row('1031', '2')] }, 'rows.1.account', '1031 is already in row 1'],
  [
    'an account that is not there',
    { rows: [row('9999', '100')] },
    'rows.0.account',
    'Account 9999 is missing or inactive in the chart of accounts',
  ],
  ['a closed month', { day: '2026-01-15', rows: [row('1031', '1')] }, 'day: January 2026', 'is closed'],
  [
    'a receivable of nobody',
    itemOf('1110', { partyId: null }),
    'item.partyId',
    'Choose the customer of this receivable',
  ],
] as const)('%s is refused with a way to correct it', (_, fields, path, sentence) => {
  const found = mistakes(resultOf(fields))
  expect(found[0]).toContain(path)
  expect(found[0]).toContain(sentence)
})

test('an existing record is reported', () => {
  const sameExternalNo = { number: 'OB-2026-000001', day }
  expect(mistakes(resultOf({ rows: [row('1031', '1')] }, facts({ sameExternalNo })))).toEqual([
    'day: The balances as of 1 Mar 2026 are already recorded as OB-2026-000001. Void that document first, then record all balances again.',
  ])
  expect(mistakes(resultOf(itemOf('1110'), facts({ party: party(), sameExternalNo })))[0]).toContain(
    'item.number: Document no. A-77 of Mabuhay Services Corp. is already recorded as OB-2026-000001',
  )
})

test('a supplier has no receivable before it is registered as a customer', () => {
  const given = facts({ party: party({ customer: false }) })
  expect(mistakes(resultOf(itemOf('1110'), given))).toEqual([
    'item.partyId: Mabuhay Services Corp. is not registered as a customer. Register it as a customer first.',
  ])
})

test('for any balances, the entry balances and no open-item account is posted', () => {
  const balance = fc.record({ debit: fc.bigInt(0n, 10n ** 12n), isCredit: fc.boolean() })
  const codes = ['1031', '1310', '1540', '2110', '3010', '3030', '4010', '6050']
  fc.assert(
    fc.property(fc.array(balance, { minLength: 1, maxLength: codes.length }), (balances) => {
      const rows = balances.flatMap(({ debit, isCredit }, i) =>
        debit === 0n ? [] : [row(codes[i] ?? '', isCredit ? '0' : `${debit}`, isCredit ? `${debit}` : '0')],
      )
      fc.pre(rows.length > 0)
      const { entry, total } = posting(resultOf({ rows }))
      const sides = entry.lines.reduce((sum, line) => sum + line.debit - line.credit, 0n)
      expect([sides, total > 0n]).toEqual([0n, true])
      expect(entry.lines.filter(({ account }) => itemAccounts.includes(account))).toEqual([])
    }),
  )
})
