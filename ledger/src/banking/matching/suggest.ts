// Suggestions for bank lines: all candidates are compared, the best first, and nothing is used twice.
import type { Money } from '../../core/money.ts'
import { adjustmentsByWords, mirrored, recordedBy, unidentified } from './transaction-types.ts'
import { dayNumber, indexed } from './book-index.ts'
import type { Index, IndexedBank } from './book-index.ts'
import type { Candidate } from './candidate.ts'
import { settlings, waysToPay } from './documents.ts'
import { bankTogether, booksTogether, feesByDay, withFee } from './groups.ts'
import { refusalKey } from './lines.ts'
import type { ElsewhereLine, Sides } from './lines.ts'
import { equals, lessCharges, misread } from './pairs.ts'
import type { Suggestion } from './suggestion.ts'
import { certaintyOf } from './reasons.ts'
import { recordedAs } from './rules.ts'
import { transactionTypeOf } from './text.ts'

/** The maximum number of suggestions per line. */
const maxSuggestions = 5

/** Good enough to skip subset sums for the line. */
const goodScore = 61

/** The maximum number of book lines for which sums of bank lines are tried, to limit the time. */
const maxSums = 3000

/**
 * Suggestions for every bank line that has any, by line, best first. Amounts are looked up in tables, never by
 * comparing all pairs; a rejected suggestion is not repeated; and no two best suggestions share a line, book line or
 * document.
 */
export function suggest(sides: Sides): ReadonlyMap<string, readonly Suggestion[]> {
  const index = indexed(sides.bank, sides.books)
  const candidates = [...single(sides, index)]
  candidates.push(...gathered(candidates, sides, index))
  return ranked(candidates.filter((each) => !isRefused(each, sides)))
}

/** The single matches of one bank line, with its fee or tax if any. */
function single({ account, open, elsewhere, memory, taxes, rules = [] }: Sides, index: Index): Candidate[] {
  const fees = feesByDay(index.bank)
  const payable = waysToPay(open, taxes)
  const mirrors = mirrorTable(elsewhere)
  return index.bank.flatMap((line): Candidate[] => {
    const found = equals(line, index, memory)
    const isGood = found.some(({ score }) => score >= goodScore)
    if (isGood) return found
    found.push(...misread(line, index, memory, account.code))
    if (transactionTypeOf(line.line) === undefined || line.line.amount > 0n) {
      const nearFees = [...(fees.get(line.day) ?? []), ...(fees.get(line.day + 1) ?? [])].slice(0, 12)
      found.push(...withFee(line, nearFees, index, memory))
      found.push(...lessCharges(line, index, memory, account.code))
      found.push(...booksTogether(line, index, memory))
      found.push(...settlings(line, payable, memory, { account: account.code, taxes }))
      found.push(...mirrored(line, mirrors, account))
    }
    found.push(...adjustmentsByWords(line, index, memory, { account, taxes }))
    const ruled = rules.flatMap((rule) => recordedBy(rule, line, index, memory, { account, taxes }))
    if (ruled.length > 0) return [...ruled, ...otherThan(ruled, found)]
    return found.length === 0 ? unidentified(line, account) : found
  })
}

/** A suggestion of a rule with an account replaces the same one without it. */
function otherThan(ruled: readonly Candidate[], found: readonly Candidate[]): Candidate[] {
  const act = ({ record }: Candidate) => record && recordedAs(record).split(':')[0]
  const said = new Set(ruled.map(act))
  return found.filter((each) => each.record === null || each.books.length > 0 || !said.has(act(each)))
}

/** Book lines made up of several bank lines. */
function gathered(candidates: readonly Candidate[], { memory }: Sides, index: Index): Candidate[] {
  const explained = new Set<IndexedBank>()
  const wanted = new Set<number>()
  for (const { lines, books, score } of candidates) {
    if (score < goodScore) continue
    for (const line of lines) explained.add(line)
    for (const book of books) wanted.add(book.at)
  }
  const free = index.bankByDay.filter((line) => !explained.has(line) && transactionTypeOf(line.line) === undefined)
  const [first, last] = [index.bankByDay[0]?.day, index.bankByDay.at(-1)?.day]
  if (free.length < 2 || first === undefined || last === undefined) return []
  return index.books
    .filter(({ at, day, cheque }) => !wanted.has(at) && cheque === null && day >= first - 6 && day <= last + 1)
    .slice(0, maxSums)
    .flatMap((book) => bankTogether(book, free, memory))
}

function mirrorTable(
  elsewhere: readonly ElsewhereLine[],
): ReadonlyMap<Money, readonly (ElsewhereLine & { at: number })[]> {
  return Map.groupBy(
    elsewhere.map((line) => ({ ...line, at: dayNumber(line.day) })),
    ({ amount }) => amount,
  )
}

const isRefused = (each: Candidate, { memory }: Sides): boolean =>
  memory.refused.size > 0 &&
  each.lines.some(({ line }) =>
    memory.refused.has(refusalKey(line.id, { books: each.books.map((book) => book.line.key), record: each.record })),
  )

/**
 * The best candidate takes its lines; then the best of the rest; candidates whose lines are taken become alternatives.
 */
function ranked(candidates: readonly Candidate[]): Map<string, Suggestion[]> {
  const order = candidates.toSorted(
    (a, b) => b.score - a.score || a.gap - b.gap || (a.lines[0]?.at ?? 0) - (b.lines[0]?.at ?? 0),
  )
  const taken = new Set<string>()
  const isBest = new Set<Candidate>()
  for (const each of order) {
    const needs = needsOf(each)
    if (needs.some((need) => taken.has(need))) continue
    for (const need of needs) taken.add(need)
    isBest.add(each)
  }
  const found = new Map<string, Suggestion[]>()
  for (const each of [...order.filter((one) => isBest.has(one)), ...order.filter((one) => !isBest.has(one))]) {
    const suggestion = suggestionOf(each, isBest.has(each))
    for (const id of suggestion.lines) {
      const before = found.get(id)
      if (before === undefined) found.set(id, [suggestion])
      else if (before.length < maxSuggestions) before.push(suggestion)
    }
  }
  return found
}

const needsOf = ({ lines, books, takes }: Candidate): string[] => [
  ...lines.map(({ line }) => line.id),
  ...books.map(({ line }) => line.key),
  ...takes,
]

const suggestionOf = ({ lines, books, record, reasons, score, by }: Candidate, best: boolean): Suggestion => ({
  lines: lines.map(({ line }) => line.id),
  books: books.map(({ line }) => line.key),
  kinds: books.map(({ line }) => line.document?.kind ?? null),
  record,
  reasons,
  score,
  certainty: certaintyOf(score),
  best,
  by,
})
