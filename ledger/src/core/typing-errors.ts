// Typical errors in typed amounts: two digits changed places, or the decimal point moved.
import type { Money } from './money.ts'

/** Whether swapping two neighbouring digits turns one figure into the other. Such a difference is divisible by 9. */
export function isTransposed(one: Money, other: Money): boolean {
  if (one === other || one > 0n !== other > 0n || (one - other) % 9n !== 0n) return false
  const [a, b] = [absolute(one).toString(), absolute(other).toString()]
  if (a.length !== b.length) return false
  const at = [...a].findIndex((digit, place) => digit !== b[place])
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** Whether one figure is the other times ten, a hundred or a thousand. */
export function isShifted(one: Money, other: Money): boolean {
  const [large, small] = absolute(one) > absolute(other) ? [one, other] : [other, one]
  return small !== 0n && [10n, 100n, 1000n].some((factor) => small * factor === large)
}

/** The error that may have turned one figure into the other, as the beginning of a sentence; null if it is none of these. */
export function typingError(one: Money, other: Money): string | null {
  if (isTransposed(one, other)) return 'transposed digits'
  return isShifted(one, other) ? 'a misplaced decimal point' : null
}

const absolute = (amount: Money): Money => (amount < 0n ? -amount : amount)
