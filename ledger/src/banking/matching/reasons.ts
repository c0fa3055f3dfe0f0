// The reasons of a suggestion: each with its text and its weight in the score. The weights are tuned on statements of a
// whole year (server/src/features/reconciliation/year.test.ts); their order matters more than their values.
import { formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'

export const weights = {
  amount: 40,
  cheque: 40,
  reference: 30,
  sameDay: 12,
  soon: 9,
  usualDelay: 4,
  far: -15,
  party: 15,
  only: 15,
  notOnly: -10,
  otherSide: 12,
  usual: 15,
  together: 36,
  wholeDay: 10,
  fee: 52,
  charge: 22,
  rate: 18,
  document: 26,
  withheld: 24,
  oldest: 4,
  words: 50,
  rule: 55,
  tax: 20,
  mirror: 34,
  amountDiffers: -8,
  unknown: 8,
} as const

export type Criterion = keyof typeof weights

/** `good` supports the suggestion; the others are shown as warnings. */
export type Reason = { criterion: Criterion; words: string; good: boolean }

export const because = (criterion: Criterion, words: string): Reason => ({
  criterion,
  words,
  good: weights[criterion] >= 0,
})

export const scoreOf = (reasons: readonly Reason[]): number =>
  Math.max(
    1,
    Math.min(
      100,
      reasons.reduce((all, { criterion }) => all + weights[criterion], 0),
    ),
  )

/** The certainty levels: their names, and their minimum scores. */
export const certainties = ['certain', 'likely', 'possible'] as const
export type Certainty = (typeof certainties)[number]
export const certaintyOf = (score: number): Certainty => (score >= 75 ? 'certain' : score >= 50 ? 'likely' : 'possible')

/** The reason from the dates: `gap` counts from the books to the bank. A payee may cash a cheque at any time. */
export function delayReason(gap: number, { byCheque, bookDay }: { byCheque: boolean; bookDay: Day }): Reason {
  const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`
  if (gap === 0) return because('sameDay', 'Same day')
  if (gap < 0) return because(gap >= -3 ? 'soon' : 'far', `${days(-gap)} before ${formatDay(bookDay)} in the books`)
  if (gap <= 4) return because('soon', `${days(gap)} later`)
  if (byCheque || gap <= 10) return because('usualDelay', `${days(gap)} later`)
  return because('far', `${days(gap)} later`)
}

export const amountEqual = (): Reason => because('amount', 'Same amount')
export const lessCharge = (charge: Money): Reason =>
  because('charge', `Same amount less a charge of ${formatMoney(charge)}`)
