// Past projections against an example worked by hand.
import { expect, test } from 'vitest'
import { averageDifference } from './back-test.ts'
import type { PastProjection } from './back-test.ts'

const past = (
  madeOn: string,
  day: string,
  [low, likely, high]: [bigint, bigint, bigint],
  came: bigint,
): PastProjection => ({
  madeOn,
  day,
  low,
  likely,
  high,
  came,
})

test('past projections equal the example worked by hand', () => {
  expect(
    averageDifference([
      // A week ahead: made on Monday for the Sunday after. 100.00 said, 90.00 came: 10.00 less, below the range.
      past('2026-03-02', '2026-03-08', [95_00n, 100_00n, 105_00n], 90_00n),
      // 200.00 said, 205.01 came: 5.01 more, in the range. On average (10.00 + 5.01) / 2 = 7.505, so 7.51.
      past('2026-03-03', '2026-03-09', [150_00n, 200_00n, 205_01n], 205_01n),
      // Four weeks ahead: exactly right, although it is below zero.
      past('2026-02-09', '2026-03-08', [-50_00n, -40_00n, -40_00n], -40_00n),
      // Two weeks ahead is not compared.
      past('2026-02-23', '2026-03-08', [0n, 0n, 0n], 1_000_00n),
    ]),
  ).toEqual([
    {
      weeksAhead: 1,
      projections: 2,
      meanDifference: 7_51n,
      withinRange: 1,
      latest: { madeOn: '2026-03-03', day: '2026-03-09', projected: 200_00n, came: 205_01n },
    },
    {
      weeksAhead: 4,
      projections: 1,
      meanDifference: 0n,
      withinRange: 1,
      latest: { madeOn: '2026-02-09', day: '2026-03-08', projected: -40_00n, came: -40_00n },
    },
  ])
  expect(averageDifference([])).toEqual([])
})
