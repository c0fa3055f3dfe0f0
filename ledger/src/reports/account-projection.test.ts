// The projection by account against an example worked by hand.
import { expect, test } from 'vitest'
import { projectAccounts, usualAccount } from './account-projection.ts'
import type { AccountMove } from './cash-projection.ts'

test('the usual account is the one with most payments, and of several the one used last', () => {
  const use = (account: string, times: number, last: string) => ({ account, times, last })
  expect(usualAccount([])).toBeNull()
  expect(usualAccount([use('1031', 2, '2026-03-01'), use('1032', 3, '2025-01-01')])).toBe('1032')
  expect(usualAccount([use('1031', 2, '2026-01-01'), use('1032', 2, '2026-02-01')])).toBe('1032')
  expect(usualAccount([use('1032', 2, '2026-01-01'), use('1031', 2, '2026-01-01')])).toBe('1031')
})

test('the projection by account equals the example worked by hand', () => {
  const move = (account: string | null, amount: bigint): AccountMove => ({ account, amount, basis: 'written' })
  // On 16 March 2026, account 1031 has 50,000.00 and account 1032 has 10,000.00.
  const accounts = projectAccounts({
    asOf: '2026-03-16',
    balances: new Map([
      ['1031', 50_000_00n],
      ['1032', 10_000_00n],
    ]),
    expected: [
      // A bill that was due on 1 March counts today: 1032 has 10,000 - 30,000 = -20,000.
      { day: '2026-03-01', accounts: [move('1032', -30_000_00n)] },
      // A recorded transfer on 20 March: 1031 has 50,000 - 25,000 = 25,000, and 1032 has -20,000 + 25,000 = 5,000.
      { day: '2026-03-20', accounts: [move('1031', -25_000_00n), move('1032', 25_000_00n)] },
      // 30 days are 15 April, 60 days 15 May: 1031 has 25,000 + 40,000 = 65,000 from 16 April on.
      { day: '2026-04-16', accounts: [move('1031', 40_000_00n)] },
      // The first receipt of a company that had none is on no account. 14 June is day 90 and the last one.
      { day: '2026-06-14', accounts: [move(null, 7_000_00n)] },
      { day: '2026-06-15', accounts: [move('1031', 1n)] },
    ],
  })
  const marks = (...balances: bigint[]) => balances.map((balance, at) => ({ days: [30, 60, 90][at], balance }))
  expect(accounts).toEqual([
    {
      code: '1031',
      balance: 50_000_00n,
      marks: marks(25_000_00n, 65_000_00n, 65_000_00n),
      lowest: { day: '2026-03-20', balance: 25_000_00n },
    },
    {
      code: '1032',
      balance: 10_000_00n,
      marks: marks(5_000_00n, 5_000_00n, 5_000_00n),
      lowest: { day: '2026-03-16', balance: -20_000_00n },
    },
    { code: null, balance: 0n, marks: marks(0n, 0n, 7_000_00n), lowest: { day: '2026-03-16', balance: 0n } },
  ])
})
