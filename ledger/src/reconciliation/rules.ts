// A rule confirms proposals by itself, but only after it was replayed on what people decided and was never wrong.
import { z } from 'zod'
import { fieldSet, shortText } from '../fields.ts'
import { money } from '../money.ts'
import type { Money } from '../money.ts'
import type { BankLine } from './lines.ts'
import { absolute } from './pairs.ts'
import type { Proposal } from './propose.ts'
import type { Criterion } from './reasons.ts'
import { wordsOf } from './text.ts'

/** What a rule may ask of a proposal: what people trust most. */
export const ruleCriteria = [
  'amount',
  'cheque',
  'reference',
  'only',
  'party',
  'together',
  'fee',
  'words',
  'tax',
] as const
export type RuleCriterion = (typeof ruleCriteria)[number] & Criterion
export const ruleCriterionWords = {
  amount: 'amount equal',
  cheque: 'cheque number equal',
  reference: 'a number equal',
  only: 'the only one of its amount',
  party: 'names the party',
  together: 'several lines make the sum',
  fee: 'equal together with its fee',
  words: 'the bank says what it is',
  tax: 'final tax on the line beside it',
} satisfies Record<RuleCriterion, string>

/** What a rule does with a line. */
export const ruleActs = ['match', 'charge', 'interest'] as const
export type RuleAct = (typeof ruleActs)[number]
export const ruleActWords = {
  match: 'match with our books',
  charge: 'record as a bank charge and match',
  interest: 'record as interest with its final tax and match',
} satisfies Record<RuleAct, string>

export const ruleFields = fieldSet({
  name: shortText('name of the rule', 80),
  does: z.enum(ruleActs, 'Choose what the rule does.'),
  /** All of these have to speak for the proposal. */
  needs: z
    .array(z.enum(ruleCriteria))
    .min(1, 'Choose at least one thing that has to agree.')
    .max(ruleCriteria.length)
    .overwrite((needs) => ruleCriteria.filter((each) => needs.includes(each))),
  /** Words that all have to be in the bank's text; '' for any text. */
  words: z.string().trim().max(120, 'The words have at most 120 characters; shorten them.').default(''),
  /** Nothing above this is touched, in minor units; null for no limit. */
  atMost: money
    .refine((amount) => amount > 0n, 'Enter a limit of more than zero, or leave it empty.')
    .nullable()
    .default(null),
})
export type RuleFields = z.output<typeof ruleFields>

/** What every account begins with: watched from the first day, acting when they have earned it and somebody says so. */
export const firstRules: readonly RuleFields[] = [
  { name: 'Cheques by their leaf', does: 'match', needs: ['amount', 'cheque'], words: '', atMost: null },
  { name: 'Same amount, same number', does: 'match', needs: ['amount', 'reference'], words: '', atMost: null },
  { name: 'Charges the bank names', does: 'charge', needs: ['words'], words: '', atMost: 100_000n },
  { name: 'Interest with its tax', does: 'interest', needs: ['words', 'tax'], words: '', atMost: null },
]

/** The runner-up has to be this much weaker; what is nearly a tie is for people. */
const clearLead = 15

/** The proposal that a rule would confirm for a line, if any: the best one, clearly ahead, with all it needs. */
export function confirmedBy(
  { does, needs, words, atMost }: RuleFields,
  line: BankLine,
  proposals: readonly Proposal[],
): Proposal | undefined {
  const [best, runnerUp] = proposals
  if (best === undefined || !best.best || best.reasons.some(({ good }) => !good)) return undefined
  if (runnerUp !== undefined && best.score - runnerUp.score < clearLead) return undefined
  const would = best.record === null ? 'match' : best.record.kind === 'bankadjustment' ? best.record.what : undefined
  if (would !== does || (does !== 'match' && best.books.length > 0)) return undefined
  if (atMost !== null && absolute(line.amount) > atMost) return undefined
  const told = new Set(wordsOf(line.description))
  if (!wordsOf(words).every((word) => told.has(word))) return undefined
  const criteria = new Set<Criterion>(best.reasons.map(({ criterion }) => criterion))
  return needs.every((need) => criteria.has(need)) ? best : undefined
}

/** What was decided of lines: which books they are, or as what they were recorded. */
export type Decision = {
  line: BankLine
  lines: readonly string[]
  books: readonly string[]
  recorded: string | null
  /** The decision was taken back later. */
  undone: boolean
}

export type TrackRecord = {
  /** The rule would have decided as people did, and moved so much by it. */
  hits: number
  moved: Money
  /** The rule would have decided otherwise: lines to look at. */
  conflicts: readonly string[]
  /** Decided by people, and the rule would have kept its hands off. */
  misses: number
}

/** Replays a rule on what was decided: `proposals` are made as if nothing had been. */
export function replay(
  rule: RuleFields,
  decisions: readonly Decision[],
  proposals: ReadonlyMap<string, readonly Proposal[]>,
): TrackRecord {
  let [hits, misses, moved] = [0, 0, 0n]
  const conflicts: string[] = []
  for (const decision of decisions) {
    const proposal = confirmedBy(rule, decision.line, proposals.get(decision.line.id) ?? [])
    if (proposal === undefined) {
      if (!decision.undone) misses += 1
    } else if (isSame(proposal, decision) === decision.undone) {
      conflicts.push(decision.line.id)
    } else if (!decision.undone) {
      hits += 1
      moved += absolute(decision.line.amount)
    }
  }
  return { hits, misses, moved, conflicts }
}

const isSame = (proposal: Proposal, { lines, books, recorded }: Decision): boolean =>
  proposal.record === null
    ? recorded === null && sameKeys(proposal.books, books) && sameKeys(proposal.lines, lines)
    : proposal.record.what === recorded

const sameKeys = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key) => other.includes(key))

/** So often a rule has to have been right, and never wrong, before it may act alone. */
export const hitsToEarn = 10

export const hasEarned = ({ hits, conflicts }: Pick<TrackRecord, 'hits' | 'conflicts'>): boolean =>
  hits >= hitsToEarn && conflicts.length === 0

/** What is missing, or that it has earned it. */
export function recordWords({ hits, conflicts }: Pick<TrackRecord, 'hits' | 'conflicts'>): string {
  if (conflicts.length > 0)
    return `Would have been wrong ${conflicts.length === 1 ? 'once' : `${conflicts.length} times`}; it may not act alone.`
  if (hits < hitsToEarn) return `Right ${hits} of ${hitsToEarn} times that it needs before it may act alone.`
  return `Right ${hits} times and never wrong: it may act alone.`
}
