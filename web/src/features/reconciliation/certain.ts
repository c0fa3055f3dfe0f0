// What one key may confirm at once: the best of each open line that is certain, needs nothing recorded, and that nobody asks about.
import type { BankLineAnswer, ProposalAnswer } from '@talaan/contract/reconciliation.ts'

/** So many at once; a longer list takes the key once more. */
export const mostAtOnce = 500

export function certainOf(lines: readonly BankLineAnswer[]): ProposalAnswer[] {
  const taken = new Set<string>()
  const certain: ProposalAnswer[] = []
  for (const {
    mark,
    proposals: [first],
  } of lines) {
    if (mark !== null || first === undefined || !first.best || first.certainty !== 'certain' || first.record !== null)
      continue
    const touched = [...first.lines, ...first.books]
    // A deposit of several lines is proposed at each of them.
    if (touched.some((key) => taken.has(key))) continue
    for (const key of touched) taken.add(key)
    certain.push(first)
    if (certain.length === mostAtOnce) break
  }
  return certain
}
