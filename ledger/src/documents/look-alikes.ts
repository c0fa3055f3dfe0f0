// When two documents of one supplier may be duplicates: the same number, a number with one typing error, or the same
// amount.
import type { Day } from '../core/date.ts'
import { daysBetween } from '../core/date.ts'
import type { Money } from '../core/money.ts'

export type ComparedDocument = { externalNo: string | null; day: Day; gross: Money }
export type Likeness = 'same_number' | 'near_number' | 'same_amount'

/** The maximum days between documents of the same amount. */
export const nearDays = 7

/** Why two documents of one supplier may be duplicates, or null. Fields not typed yet are undefined. */
export function likeness(
  typed: { externalNo?: string | undefined; day?: Day | undefined; gross?: Money | undefined },
  recorded: ComparedDocument,
): Likeness | null {
  const [one, other] = [plainNumber(typed.externalNo ?? ''), plainNumber(recorded.externalNo ?? '')]
  const sameGross = typed.gross !== undefined && typed.gross > 0n && typed.gross === recorded.gross
  if (one !== '' && one === other) return 'same_number'
  // The next number of a supplier's booklet is similar too; it is reported only with the same amount.
  if (nearNumber(one, other) && (sameGross || !isNeighbour(one, other))) return 'near_number'
  const near = typed.day !== undefined && Math.abs(daysBetween(typed.day, recorded.day)) <= nearDays
  return sameGross && near ? 'same_amount' : null
}

/** 'INV-00123' and 'inv 123' are equal: only letters and digits count, without leading zeros. */
export function plainNumber(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, ' ')
    .trim()
    .split(' ')
    .map((part) => part.replace(/(?<![0-9])0+(?=[0-9])/g, ''))
    .join('')
}

/** Whether two different numbers of three characters or more differ by one character or one swap. */
export function nearNumber(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < 3) return false
  const differing = [...one].flatMap((character, i) => (character === other[i] ? [] : [i]))
  if (differing.length === 1) return true
  const [i, j] = differing
  return differing.length === 2 && i !== undefined && j === i + 1 && one[i] === other[j] && one[j] === other[i]
}

/** Whether only the last digit differs: more likely the next document than a typing error. */
function isNeighbour(one: string, other: string): boolean {
  return one.slice(0, -1) === other.slice(0, -1) && /[0-9]$/.test(one) && /[0-9]$/.test(other)
}
