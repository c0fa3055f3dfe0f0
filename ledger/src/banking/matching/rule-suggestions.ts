// The same decision three times on lines with the same words suggests a rule; a rule is never created automatically.
import type { DocumentTypeName } from '../../documents/words.ts'
import { absolute } from './pairs.ts'
import { fits } from './rules.ts'
import type { Decision } from './rules.ts'
import type { RuleAction, RuleFields } from './rule.ts'
import { descriptionKey, wordsOf } from './text.ts'

/** How often the same decision is made before a rule is suggested. */
export const timesToSuggest = 3

export type SuggestedRule = { fields: RuleFields; times: number }

/** A decision as a rule; undefined if no rule can express it. */
type Choice = Pick<RuleFields, 'does' | 'kind' | 'counter' | 'other'>

/**
 * Rules that express earlier decisions, most frequent first. Lines with the same words that were decided in two ways
 * suggest nothing; nor do lines whose words one of `rules`, retired ones included, already has.
 */
export function suggestedRules(
  decisions: readonly (Decision & { kinds: readonly (DocumentTypeName | null)[] })[],
  rules: readonly RuleFields[],
  account: string,
): SuggestedRule[] {
  const alike = Map.groupBy(
    decisions.filter(({ undone, line }) => !undone && descriptionKey(line.description) !== ''),
    ({ line }) => `${line.amount > 0n ? 'in' : 'out'} ${descriptionKey(line.description)}`,
  )
  return [...alike.values()]
    .flatMap((same): SuggestedRule[] => {
      const [first] = same
      const choice = first && choiceOf(first, account)
      if (first === undefined || choice === undefined || same.length < timesToSuggest) return []
      if (same.some((other) => JSON.stringify(choiceOf(other, account)) !== JSON.stringify(choice))) return []
      const covered = rules.some(
        (rule) => rule.words !== '' && rule.does === choice.does && same.every(({ line }) => fits(rule, line)),
      )
      return covered ? [] : [{ fields: ruleOf(choice, same), times: same.length }]
    })
    .toSorted((a, b) => b.times - a.times)
}

function ruleOf(choice: Choice, same: readonly Decision[]): RuleFields {
  const { description = '', amount = 0n } = same[0]?.line ?? {}
  const words = [...new Set(wordsOf(description))].join(' ')
  const largest = same.map(({ line }) => absolute(line.amount)).reduce((most, one) => (one > most ? one : most), 0n)
  return {
    ...choice,
    name: titled(words).slice(0, 80),
    reads: 'contains',
    words: words.slice(0, 120),
    direction: amount > 0n ? 'in' : 'out',
    atLeast: null,
    email: '',
    // Automatic recording stays within the amounts seen.
    atMost: choice.does === 'match' ? null : largest,
    needs: choice.does === 'match' ? ['amount'] : [],
  }
}

const titled = (words: string) => words.slice(0, 1) + words.slice(1).toLowerCase()

function choiceOf(
  { recorded, books, kinds }: Decision & { kinds: readonly (DocumentTypeName | null)[] },
  account: string,
): Choice | undefined {
  const says = (does: RuleAction, more: Partial<Choice> = {}): Choice => ({
    does,
    kind: null,
    counter: null,
    other: null,
    ...more,
  })
  if (recorded === null) {
    const [kind] = kinds
    return books.length > 0 && kind !== undefined && kind !== null && kinds.every((each) => each === kind)
      ? says('match', { kind })
      : undefined
  }
  const [act, what = ''] = recorded.split(':')
  if (act === 'charge' || act === 'debit') return says(act, { counter: what })
  if (act === 'interest') return says('interest')
  if (act !== 'transfer') return undefined
  const other = what.split('>').find((code) => code !== account)
  return other === undefined ? undefined : says('transfer', { other })
}
