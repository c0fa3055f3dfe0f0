// Finds the few amounts that add up to a sum: all of a day, or a subset found from both halves of the list.
import type { Money } from '../../core/money.ts'

/** The maximum list size: two halves of nine make 512 sums each. */
export const largestPile = 18

/** The maximum number of solutions; a second one is enough to know that the first is not unique. */
const atMost = 2

/**
 * Subsets of two or more amounts that add up to `sum`, at most two of them, smallest first; as indexes into the list.
 * Amounts beyond `largestPile` are ignored. Amounts and sum in minor units, with the same sign.
 */
export function choicesOf(sum: Money, pile: readonly Money[]): number[][] {
  const looked = pile.slice(0, largestPile)
  if (looked.length < 2) return []
  const half = looked.length >> 1
  const left = subsets(looked.slice(0, half))
  const right = subsets(looked.slice(half))
  const bySum = new Map<Money, number[]>()
  for (const [at, total] of right.entries()) {
    const same = bySum.get(total)
    if (same === undefined) bySum.set(total, [at])
    else same.push(at)
  }
  const found: number[][] = []
  for (const [at, total] of left.entries()) {
    for (const other of bySum.get(sum - total) ?? []) {
      const places = [...placesOf(at, 0), ...placesOf(other, half)]
      if (places.length >= 2) found.push(places)
    }
  }
  return found.toSorted((a, b) => a.length - b.length).slice(0, atMost)
}

/** The sums of all subsets; the index of a sum is the subset as bits. */
function subsets(amounts: readonly Money[]): Money[] {
  const sums: Money[] = [0n]
  for (const amount of amounts)
    for (let at = 0, end = sums.length; at < end; at += 1) sums.push((sums[at] ?? 0n) + amount)
  return sums
}

function placesOf(bits: number, from: number): number[] {
  const places: number[] = []
  for (let at = 0; bits >> at > 0; at += 1) if ((bits >> at) & 1) places.push(from + at)
  return places
}
