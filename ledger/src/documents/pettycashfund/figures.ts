// The cash of a count and its difference from the books, as the form shows them while one types.
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { denominations } from './fields.ts'

/** What the pieces come to. */
export const countedCash = (count: readonly number[]): Money =>
  sum(denominations.map((value, i) => value * BigInt(count[i] ?? 0)))

/** What a count finds: too much is above zero, missing is below. */
export const overOrShort = (count: readonly number[], held: Money): Money => countedCash(count) - held

/** 'is 30.00 short' */
export const differs = (difference: Money): string =>
  difference < 0n ? `is ${formatMoney(-difference)} short` : `is ${formatMoney(difference)} over`
