// The proof of cash of a month with one case of each kind.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '../core/money.ts'
import type { UnmatchedLine } from '../banking/matching/position.ts'
import { endOf, movedBy, proofOfCash } from './proof-of-cash.ts'

const company = { name: 'Bituin Supply Co.', tinLine: '', address: '' }
const account = { code: '1031', name: 'Cash in bank', bank: 'Bank of Luzon', bankAccountNo: '001-2', currency: 'PHP' }
const at = (key: string, amount: bigint, day: string): UnmatchedLine => ({
  key,
  day,
  amount,
  reference: key,
  words: key,
  cheque: false,
  document: null,
})
const empty = { freeBank: [], freeBooks: [], straddling: [] }

test('deposits in transit, outstanding cheques, nets and voids lead to four columns that agree', () => {
  // February leaves a slip of 100 and a cheque of 40 outstanding; in March the bank books both, we deposit 30 more that
  // it books in April, it books 950 for 1,000 less a fee of 50, and a payment of 7 is posted and voided.
  const opening = endOf({
    ...empty,
    asOf: '2026-02-28',
    statementBalance: 500n,
    bookBalance: 560n,
    freeBooks: [at('slip', 100n, '2026-02-27'), at('cheque', -40n, '2026-02-20')],
  })
  const closing = endOf({
    ...empty,
    asOf: '2026-03-31',
    statementBalance: 1_510n,
    bookBalance: 1_540n,
    freeBooks: [at('late slip', 30n, '2026-03-31')],
  })
  const table = proofOfCash({
    company,
    account,
    opening,
    closing,
    movements: {
      bank: { receipts: 1_050n, disbursements: 40n },
      books: { receipts: 1_037n, disbursements: 57n },
      netted: 50n,
      voided: 7n,
    },
  })
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ['Balance per bank statement', 500n, 1_050n, 40n, 1_510n],
    ['Deposits in transit, beginning', 100n, -100n, 0n, 0n],
    ['Deposits in transit, end', 0n, 30n, 0n, 30n],
    ['Outstanding cheques and payments, beginning', -40n, 0n, -40n, 0n],
    ['One bank line for several book entries', 0n, 50n, 50n, 0n],
    ['Adjusted bank', 560n, 1_030n, 50n, 1_540n],
    ['Balance per books, account 1031', 560n, 1_037n, 57n, 1_540n],
    ['Recorded and voided, not on the bank statement', 0n, -7n, -7n, 0n],
    ['Adjusted books', 560n, 1_030n, 50n, 1_540n],
    ['Difference', 0n, 0n, 0n, 0n],
  ])
  expect(table.notes).toEqual([
    'Opening: end of 28 Feb 2026. Closing: end of 31 Mar 2026.',
    'The balances, receipts and disbursements of the bank and the books agree.',
  ])
})

test('interest in two bank lines that is recorded in one entry a month later is netted, and cleared when it is recorded', () => {
  const interest = {
    bank: [at('interest', 41_250n, '2026-03-31'), at('withheld', -8_250n, '2026-03-31')],
    books: [at('BA-1', 33_000n, '2026-04-01')],
  }
  const end = (asOf: string, statementBalance: bigint, bookBalance: bigint) =>
    endOf({ ...empty, asOf, statementBalance, bookBalance, straddling: [interest] })
  const march = proofOfCash({
    company,
    account,
    opening: end('2026-02-28', 0n, 0n),
    closing: end('2026-03-31', 33_000n, 0n),
    movements: {
      bank: { receipts: 41_250n, disbursements: 8_250n },
      books: { receipts: 0n, disbursements: 0n },
      netted: -8_250n,
      voided: 0n,
    },
  })
  expect(march.rows.at(-1)?.cells).toEqual(['Difference', 0n, 0n, 0n, 0n])
  const april = proofOfCash({
    company,
    account,
    opening: end('2026-03-31', 33_000n, 0n),
    closing: end('2026-04-30', 33_000n, 33_000n),
    movements: {
      bank: { receipts: 0n, disbursements: 0n },
      books: { receipts: 33_000n, disbursements: 0n },
      netted: 0n,
      voided: 0n,
    },
  })
  expect(april.rows.map(({ cells }) => cells).slice(3)).toEqual([
    ['Recorded with a later date, beginning', 33_000n, -33_000n, 0n, 0n],
    ['Adjusted books', 33_000n, 0n, 0n, 33_000n],
    ['Difference', 0n, 0n, 0n, 0n],
  ])
})

test('for every line of a proof of cash, opening plus receipts less disbursements equals closing', () => {
  const amount = fc.bigInt({ min: -900n, max: 900n }).filter((one) => one !== 0n)
  const side = fc.array(amount, { maxLength: 5 })
  fc.assert(
    fc.property(side, side, side, side, amount, amount, (before, after, errors, adjusted, netted, voided) => {
      const [asOf, until] = ['2026-02-28', '2026-03-31']
      const lines = (all: bigint[], day: string) => all.map((one, no) => at(`${day} ${no}`, one, day))
      const opening = endOf({
        asOf,
        statementBalance: 10n,
        bookBalance: 20n,
        straddling: [],
        freeBooks: lines(before, asOf),
        freeBank: lines(errors, asOf).map((each) => ({ ...each, isBankError: true })),
      })
      const moved = (all: bigint[]) => movedBy(all.map((one) => ({ amount: one })))
      const closing = endOf({
        asOf: until,
        statementBalance: 10n + sum(after),
        bookBalance: 20n + sum(adjusted),
        freeBank: [],
        freeBooks: lines(after, until),
        straddling: adjusted.map((one, no) => ({
          bank: [at(`b${no}`, one, until)],
          books: [at(`k${no}`, one, '2026-04-02')],
        })),
      })
      const movements = { bank: moved(after), books: moved(adjusted), netted, voided }
      for (const { cells } of proofOfCash({ company, account, opening, closing, movements }).rows) {
        const [, first, receipts, disbursements, last] = cells as [string, bigint, bigint, bigint, bigint]
        expect(first + receipts - disbursements).toBe(last)
      }
    }),
    { numRuns: 60 },
  )
})
