// The effect of a document in plain words, and times in Manila.
import { expect, test } from 'vitest'
import { clockTime, inPlainWords } from './words.ts'

test('an invoice is described by receivables, income and taxes for the BIR', () => {
  const line = (account: string, name: string, debit: bigint, credit: bigint) => ({ account, name, debit, credit })
  const sentences = inPlainWords({
    party: { label: 'Customer', name: 'Metro Retail Corporation', tinLine: '', address: '' },
    day: '2026-03-15',
    journal: [
      line('1110', 'Accounts receivable - trade', 15_700n, 0n),
      line('4010', 'Sales - goods', 0n, 10_000n),
      line('4010', 'Sales - goods', 0n, 4_500n),
      line('2110', 'Output VAT', 0n, 1_200n),
    ],
  })
  expect(sentences).toEqual([
    { amount: 15_700n, sentence: 'Metro Retail Corporation owes this amount from 15 Mar 2026.' },
    { amount: 14_500n, sentence: 'is income, under Sales - goods.' },
    { amount: 1_200n, sentence: 'increases the output VAT payable to the BIR.' },
  ])
})

test('a payment is described by the reduced payables, the money paid and the tax withheld', () => {
  const sentences = inPlainWords({
    party: { label: 'Supplier', name: 'Bukid Supply', tinLine: '', address: '' },
    day: '2026-03-15',
    journal: [
      { account: '2010', name: 'Accounts payable - trade', debit: 11_200n, credit: 0n },
      { account: '1031', name: 'Cash in bank - PHP account 1', debit: 0n, credit: 11_100n },
      { account: '2140', name: 'Expanded withholding tax payable', debit: 0n, credit: 100n },
    ],
  })
  expect(sentences.map(({ sentence }) => sentence)).toEqual([
    'reduces the amount payable to Bukid Supply.',
    'is paid from Cash in bank - PHP account 1.',
    'is withholding tax payable to the BIR.',
  ])
})

test("a transfer of dollars is described by the amount moved, the bank's fee and the gain", () => {
  const line = (account: string, name: string, debit: bigint, credit: bigint) => ({ account, name, debit, credit })
  const sentences = inPlainWords({
    party: null,
    day: '2026-03-15',
    journal: [
      line('1031', 'Cash in bank', 5_585_000n, 0n),
      line('6250', 'Bank charges', 15_000n, 0n),
      line('1040', 'Cash in bank USD', 0n, 5_520_000n),
      line('7030', 'Realized FX gain', 0n, 80_000n),
    ],
  })
  expect(sentences.map(({ sentence }) => sentence)).toEqual([
    'is received into Cash in bank.',
    'is an expense, under Bank charges.',
    'is paid from Cash in bank USD.',
    'is a realized exchange gain.',
  ])
})

test('the time a draft was saved is in Manila time, with the date when it is not today', () => {
  expect(clockTime('2026-03-15T06:03:59.000Z', '2026-03-15')).toBe('14:03')
  expect(clockTime('2026-03-14T16:30:00.000Z', '2026-03-15')).toBe('00:30')
  expect(clockTime('2026-03-14T15:59:00.000Z', '2026-03-15')).toBe('14 Mar 2026, 23:59')
})
