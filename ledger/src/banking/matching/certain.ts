// The matches that one key may confirm: the best one of each open line if it is certain, needs nothing recorded, and
// has no open question.
import type { BankLine } from './lines.ts'
import type { Suggestion } from './suggestion.ts'

export function certainOf(
  lines: readonly (Pick<BankLine, 'id'> & { mark: string | null })[],
  suggestions: ReadonlyMap<string, readonly Suggestion[]>,
  atMost: number,
): Suggestion[] {
  const taken = new Set<string>()
  const certain: Suggestion[] = []
  for (const { id, mark } of lines) {
    const [first] = suggestions.get(id) ?? []
    if (mark !== null || first === undefined || !first.best || first.certainty !== 'certain' || first.record !== null)
      continue
    const touched = [...first.lines, ...first.books]
    // A deposit of several lines is suggested for each of them.
    if (touched.some((key) => taken.has(key))) continue
    for (const key of touched) taken.add(key)
    certain.push(first)
    if (certain.length === atMost) break
  }
  return certain
}
