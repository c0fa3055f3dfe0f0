import { expect, test } from 'vitest'
import { paidForAssets } from './assets-on-account.ts'
import type { SettledAsset } from './assets-on-account.ts'

/** Of 1,000.00 for the asset and 120.00 of VAT. */
const settled = (day: string, amount: bigint, movesCash = true): SettledAsset => ({
  document: 'SI-1',
  account: '7040',
  total: 112_000n,
  price: 100_000n,
  day,
  settled: amount,
  movesCash,
})

test.each<[string, SettledAsset[], [string, bigint][]]>([
  ['an invoice that nobody has paid counts nothing', [], []],
  ['all at once', [settled('2026-03-01', 112_000n)], [['2026-03-01', 100_000n]]],
  [
    'three parts come to the price to the centavo',
    [settled('2026-02-20', 37_333n), settled('2026-03-20', 37_333n), settled('2026-04-20', 37_334n)],
    [
      ['2026-02-20', 33_333n],
      ['2026-03-20', 33_333n],
      ['2026-04-20', 33_334n],
    ],
  ],
  [
    'what counted stays as it was when an earlier day is recorded later',
    [settled('2026-03-20', 37_333n), settled('2026-02-20', 37_334n)],
    [
      ['2026-03-20', 33_333n],
      ['2026-02-20', 33_334n],
    ],
  ],
  [
    'a collection that is voided counts back on the day of the void',
    [settled('2026-03-01', 56_000n), settled('2026-04-01', -56_000n), settled('2026-04-02', 112_000n)],
    [
      ['2026-03-01', 50_000n],
      ['2026-04-01', -50_000n],
      ['2026-04-02', 100_000n],
    ],
  ],
  [
    'a credit memo takes its part of the price and is no money',
    [settled('2026-02-20', 28_000n, false), settled('2026-03-01', 84_000n)],
    [['2026-03-01', 75_000n]],
  ],
])('%s', (_, settledOf, flows) => {
  expect(paidForAssets(settledOf).map(({ day, amount }) => [day, amount])).toEqual(flows)
})

test('two assets on one bill each get their share of the payment', () => {
  const bill = { document: 'BL-1', total: 300n, day: '2026-03-01', movesCash: true }
  const pay = (settled: bigint) => [
    { ...bill, account: '1540', price: 100n, settled },
    { ...bill, account: '1550', price: 170n, settled },
  ]
  expect(
    paidForAssets([...pay(100n), ...pay(200n)]).map(({ account, day, amount }) => ({ account, day, amount })),
  ).toEqual([
    { account: '1540', day: '2026-03-01', amount: 33n },
    { account: '1550', day: '2026-03-01', amount: 57n },
    { account: '1540', day: '2026-03-01', amount: 67n },
    { account: '1550', day: '2026-03-01', amount: 113n },
  ])
})
