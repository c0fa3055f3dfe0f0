// Suggests a rule that treats similar lines in the same way.
import type { BankLineAnswer, BookLineAnswer, SuggestionAnswer } from '@talaan/contract/reconciliation.ts'
import { ruleActions, ruleCriteria, type RuleFields } from '@talaan/ledger/banking/matching/rule.ts'
import { wordsOf } from '@talaan/ledger/banking/matching/text.ts'

export const emptyRule: RuleFields = {
  name: '',
  does: 'match',
  reads: 'contains',
  words: '',
  direction: null,
  atLeast: null,
  atMost: null,
  kind: null,
  counter: null,
  other: null,
  email: '',
  needs: ['amount'],
}

/** Made from a line and its suggestion: the distinctive words, the direction, and the same action. */
export function ruleOf(
  { description, amount }: BankLineAnswer,
  suggestion: SuggestionAnswer | undefined,
  { account, books }: { account: string; books: readonly BookLineAnswer[] },
): RuleFields {
  const words = [...new Set(wordsOf(description))].join(' ').slice(0, 120)
  const base: RuleFields = {
    ...emptyRule,
    words,
    name: words.slice(0, 1) + words.slice(1).toLowerCase().slice(0, 79),
    direction: amount > 0n ? 'in' : 'out',
  }
  const record = suggestion?.record ?? null
  if (record === null) {
    const kind = books.find(({ key }) => suggestion?.books.includes(key))?.document?.kind ?? null
    const criteria = new Set(suggestion?.reasons.map(({ criterion }) => criterion))
    return { ...base, kind, needs: ruleCriteria.filter((each) => each === 'amount' || criteria.has(each)) }
  }
  const text = (key: string) => {
    const value = record.fields[key]
    return typeof value === 'string' ? value : null
  }
  if (record.kind === 'transfer') {
    const other = [text('from'), text('to')].find((code) => code !== account) ?? null
    return { ...base, does: 'transfer', other, email: text('email') ?? '', needs: [] }
  }
  const does = ruleActions.find((act) => act === record.what)
  if (record.kind !== 'bankadjustment' || does === undefined) return base
  const counter = does === 'charge' || does === 'debit' ? text('counter') : null
  // Automatic entries are limited to the amounts seen so far.
  const atMost = does === 'interest' ? null : amount < 0n ? -amount : amount
  return { ...base, does, counter, atMost, needs: [] }
}
