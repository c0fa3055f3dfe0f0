// The counted cash and its difference from the books, shown by the form.
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { denominations } from './fields.ts'

/** The total of the pieces. */
export const countedCash = (count: readonly number[]): Money =>
  sum(denominations.map((value, i) => value * BigInt(count[i] ?? 0)))

/** The difference of a count: positive is an overage, negative a shortage. */
export const overOrShort = (count: readonly number[], held: Money): Money => countedCash(count) - held

/** 'is 30.00 short' */
export const differs = (difference: Money): string =>
  difference < 0n ? `is ${formatMoney(-difference)} short` : `is ${formatMoney(difference)} over`
