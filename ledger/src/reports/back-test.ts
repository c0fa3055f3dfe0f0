// How far projections of cash were from the cash that came.
import { daysBetween } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { divideRounded, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'

/** How many weeks ahead the compared projections looked. */
export const comparedWeeks = [1, 4, 8, 13] as const

/** Fewer projections than this say nothing about the next ones. */
export const fewestProjections = 8

/** The cash that a projection expected at the end of a date, its range, and the cash that came. */
export type PastProjection = { madeOn: Day; day: Day; low: Money; likely: Money; high: Money; came: Money }

export type Difference = {
  weeksAhead: number
  projections: number
  /** The average of the differences without their signs. */
  meanDifference: Money
  withinRange: number
  latest: { madeOn: Day; day: Day; projected: Money; came: Money }
}

/** By weeks ahead; without a past projection there is no row. */
export function averageDifference(past: readonly PastProjection[]): Difference[] {
  return comparedWeeks.flatMap((weeksAhead) => {
    const own = past.filter(({ madeOn, day }) => (daysBetween(madeOn, day) + 1) / 7 === weeksAhead)
    const latest = own.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1)
    if (latest === undefined) return []
    const differences = own.map(({ likely, came }) => (likely > came ? likely - came : came - likely))
    return [
      {
        weeksAhead,
        projections: own.length,
        meanDifference: divideRounded(sum(differences), BigInt(own.length)),
        withinRange: own.filter(({ low, high, came }) => low <= came && came <= high).length,
        latest: { madeOn: latest.madeOn, day: latest.day, projected: latest.likely, came: latest.came },
      },
    ]
  })
}
