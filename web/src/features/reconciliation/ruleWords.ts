// A rule as one sentence, as it is listed and stored.
import { documentPlaces } from '@talaan/contract/cards.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { ruleActionWords, ruleCriterionWords, type RuleFields } from '@talaan/ledger/banking/matching/rule.ts'

export function wordsOfRule(rule: RuleFields): string {
  const { does, reads, words, direction, atLeast, atMost, kind, counter, other, needs } = rule
  const about = [
    direction === null ? 'Any line' : direction === 'in' ? 'Money in' : 'Money out',
    words !== '' && (reads === 'starts' ? `starting with “${words}”` : `containing “${words}”`),
    atLeast !== null && `from ${formatMoney(atLeast)}`,
    atMost !== null && `up to ${formatMoney(atMost)}`,
  ]
  const act = [
    ruleActionWords[does],
    kind !== null && `(${documentPlaces[kind].list.toLowerCase()} only)`,
    counter !== null && `on ${counter}`,
    other !== null && `with ${other}`,
    needs.length > 0 && `if ${needs.map((need) => ruleCriterionWords[need]).join(', ')}`,
  ]
  return `${about.filter(Boolean).join(' ')}: ${act.filter(Boolean).join(' ')}.`
}
