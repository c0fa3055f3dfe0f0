// A rule expresses how an accountant treats similar lines. It suggests from the first day; it acts automatically only
// after a replay of earlier decisions without an error.
import { accounts } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import type { Money } from '../../core/money.ts'
import { refusalKey } from './lines.ts'
import type { BankLine, Recording } from './lines.ts'
import { absolute } from './pairs.ts'
import type { Suggestion } from './suggestion.ts'
import type { Criterion } from './reasons.ts'
import type { RuleFields } from './rule.ts'

const anyLine = {
  reads: 'contains',
  words: '',
  direction: null,
  atLeast: null,
  atMost: null,
  kind: null,
  counter: null,
  other: null,
  email: '',
} as const

/** The built-in rules of every account: replayed from the first day, automatic once qualified and switched on. */
export const firstRules: readonly RuleFields[] = [
  { ...anyLine, name: 'Cheques by number', does: 'match', needs: ['amount', 'cheque'] },
  { ...anyLine, name: 'Same amount and number', does: 'match', needs: ['amount', 'reference'] },
  { ...anyLine, name: 'Bank charges', does: 'charge', needs: ['words'], atMost: 100_000n },
  { ...anyLine, name: 'Interest with final tax', does: 'interest', needs: ['words', 'tax'] },
]

/** Whether a rule applies to a line: its text, direction and amount. */
export function fits(
  { reads, words, direction, atLeast, atMost }: RuleFields,
  line: Pick<BankLine, 'amount' | 'description'>,
): boolean {
  if (direction !== null && line.amount > 0n !== (direction === 'in')) return false
  const amount = absolute(line.amount)
  if ((atLeast !== null && amount < atLeast) || (atMost !== null && amount > atMost)) return false
  if (words === '') return true
  const [text, sought] = [plainText(line.description), plainText(words)]
  return reads === 'starts' ? text.startsWith(sought) : sought.split(' ').every((word) => text.includes(word))
}

const plainText = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ').trim()

/** Whether a rule records something itself, instead of confirming a suggestion. */
export const recordsItself = ({ does, needs }: RuleFields): boolean => does !== 'match' && needs.length === 0

/** A key of what was recorded: 'charge:6250', 'transfer:1031>1010', 'collection'. */
export function recordedAs({ kind, fields }: Pick<Recording, 'kind' | 'fields'>): string {
  const text = (key: string) => (typeof fields[key] === 'string' ? fields[key] : '')
  if (kind === 'transfer') return `transfer:${text('from')}>${text('to')}`
  if (kind !== 'bankadjustment') return kind
  const type = text('type')
  if (type === 'charge') return `charge:${text('counter') || accounts.bankCharges}`
  return type === 'debit' ? `debit:${text('counter')}` : type
}

/** The minimum lead over the runner-up; close calls are left to people. */
const clearLead = 15

/** From this score on, a book match is more likely than anything a rule would record. */
const likelyBooks = 50

/** The suggestion that a rule would confirm for a line, if any: the best one, clearly ahead, with all requirements. */
export function confirmedBy(
  rule: RuleFields,
  line: BankLine,
  suggestions: readonly Suggestion[],
): Suggestion | undefined {
  if (!fits(rule, line)) return undefined
  if (recordsItself(rule)) return ownOf(rule, suggestions)
  const { does, needs, kind } = rule
  const [best, runnerUp] = suggestions
  if (best === undefined || !best.best || best.reasons.some(({ good }) => !good)) return undefined
  if (runnerUp !== undefined && best.score - runnerUp.score < clearLead) return undefined
  const would = best.record === null ? 'match' : best.record.kind === 'bankadjustment' ? best.record.what : undefined
  if (would !== does || (does !== 'match' && best.books.length > 0)) return undefined
  if (kind !== null && best.kinds.some((each) => each !== kind)) return undefined
  const criteria = new Set<Criterion>(best.reasons.map(({ criterion }) => criterion))
  return needs.every((need) => criteria.has(need)) ? best : undefined
}

/** A recording of a rule is used only if no book line matches and nothing else is nearly as likely. */
function ownOf(rule: RuleFields, suggestions: readonly Suggestion[]): Suggestion | undefined {
  const own = suggestions.find(({ by }) => by === rule)
  if (own === undefined || !own.best || own.record === null) return undefined
  const what = recordedAs(own.record)
  const rivals = suggestions.some(
    (other) =>
      other !== own &&
      ((other.books.length > 0 && other.score >= likelyBooks) ||
        (other.record !== null && recordedAs(other.record) !== what && own.score - other.score < clearLead)),
  )
  return rivals ? undefined : own
}

/** A decision on lines: the matched book lines, or the recorded document. */
export type Decision = {
  line: BankLine
  lines: readonly string[]
  books: readonly string[]
  /** As given by `recordedAs`; null for a match with existing book lines. */
  recorded: string | null
  /** The decision was undone later. */
  undone: boolean
}

export type TrackRecord = {
  /** The rule agrees with the decision, and would have matched this amount. */
  hits: number
  moved: Money
  /** The rule disagrees: lines to check. */
  conflicts: readonly string[]
  /** Decided by people, without a decision of the rule. */
  misses: number
}

/**
 * Replays a rule on earlier decisions: `suggestions` are made as if the lines were open, with the rule included.
 * Rejected suggestions, by `refusalKey`, count as decisions against the rule.
 */
export function replay(
  rule: RuleFields,
  decisions: readonly Decision[],
  suggestions: ReadonlyMap<string, readonly Suggestion[]>,
  refused: ReadonlySet<string> = new Set(),
): TrackRecord {
  let [hits, misses, moved] = [0, 0, 0n]
  const conflicts: string[] = []
  for (const decision of decisions) {
    const suggestion = confirmedBy(rule, decision.line, suggestions.get(decision.line.id) ?? [])
    if (suggestion === undefined) {
      if (!decision.undone) misses += 1
    } else if (refused.has(refusalKey(decision.line.id, suggestion))) {
      conflicts.push(decision.line.id)
    } else if (isSame(suggestion, decision) === decision.undone) {
      conflicts.push(decision.line.id)
    } else if (!decision.undone) {
      hits += 1
      moved += absolute(decision.line.amount)
    }
  }
  return { hits, misses, moved, conflicts }
}

const isSame = (suggestion: Suggestion, { lines, books, recorded }: Decision): boolean =>
  suggestion.record === null
    ? recorded === null && sameKeys(suggestion.books, books) && sameKeys(suggestion.lines, lines)
    : recordedAs(suggestion.record) === recorded

const sameKeys = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key) => other.includes(key))

/** The number of correct decisions, without an error, before a rule may act automatically. */
export const hitsToEarn = 10

export const hasEarned = ({ hits, conflicts }: Pick<TrackRecord, 'hits' | 'conflicts'>): boolean =>
  hits >= hitsToEarn && conflicts.length === 0

/** The missing requirements, or that the rule qualifies. */
export function recordWords({ hits, conflicts }: Pick<TrackRecord, 'hits' | 'conflicts'>): string {
  if (conflicts.length > 0)
    return `This rule was wrong ${conflicts.length === 1 ? 'once' : `${conflicts.length} times`}, so it cannot match automatically.`
  if (hits < hitsToEarn)
    return `Correct ${hits === 1 ? 'once' : `${hits} times`}. The rule needs ${hitsToEarn} correct matches to match automatically.`
  return `Correct ${hits} times and never wrong. The rule can match automatically.`
}

/** Why a rule never acts automatically on an account in such a currency; undefined if it may. */
export const onlySuggests = ({ does }: Pick<RuleFields, 'does'>, currency: string): string | undefined =>
  does === 'interest' && currency !== functionalCurrency
    ? `Interest in ${currency} requires an exchange rate, which you must enter. This rule can therefore only suggest matches.`
    : undefined
