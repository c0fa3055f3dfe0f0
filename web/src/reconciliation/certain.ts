// What one key may confirm at once: the best of each open line that is certain, needs nothing recorded, and that nobody asks about.
import type { BankLineAnswer, ProposalAnswer } from '@talaan/contract/reconciliation.ts'

export function certainOf(lines: readonly BankLineAnswer[]): ProposalAnswer[] {
  const taken = new Set<string>()
  return lines.flatMap(({ mark, proposals: [first] }) => {
    if (mark !== null || first === undefined || !first.best || first.certainty !== 'certain' || first.record !== null)
      return []
    const touched = [...first.lines, ...first.books]
    // A deposit of several lines is proposed at each of them.
    if (touched.some((key) => taken.has(key))) return []
    for (const key of touched) taken.add(key)
    return [first]
  })
}
