// The state of the month's page. Every change goes through this reducer, shows immediately on top of the server's data,
// and is removed if the server refuses it.
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import {
  type BankLineAnswer,
  type BookLineAnswer,
  type Figures,
  type getReconciliation,
  type listMatches,
  type MatchAnswer,
  maxAtOnce,
  type NamedLine,
  type SuggestionAnswer,
} from '@talaan/contract/reconciliation.ts'
import { figuresAfter } from '@talaan/ledger/banking/matching/figures.ts'
import type { RuleFields } from '@talaan/ledger/banking/matching/rule.ts'

/** The server's answer and the time of the request. It includes all changes that were answered before that time. */
export type Dated<Answer> = Answer & { askedAt: number }
export type MonthAnswer = AnswerOf<typeof getReconciliation>

export type BookPart = Pick<BookLineAnswer, 'key' | 'day' | 'amount'>

type ToMatch = {
  lines: readonly NamedLine[]
  books: readonly BookPart[]
  how: 'hand' | 'proposal'
  reasons: readonly string[]
}
export type ToRecord = ToMatch & { record: NonNullable<SuggestionAnswer['record']> }

export type Match = ToMatch & { what: 'match'; documents: readonly string[]; made: MatchAnswer | null }
type Together = {
  what: 'together'
  matches: readonly { matchId: string; lines: string[]; books: string[]; reasons: string[]; words: string }[]
}
/** `words` are shown to a user who undoes their last change. */
type Undo = { what: 'undo'; matchId: string; words?: string }
/** Undoes the matches that one key confirmed; `together` is the id of that change. */
type UndoTogether = { what: 'undoTogether'; together: string; matchIds: readonly string[] }
type Mark = { what: 'mark'; lineId: string; mark: 'ask' | 'answered' | 'bank_error' | 'none'; note: string }
type Refusal = {
  what: 'refuse'
  lineId: string
  books: string[]
  record: { kind: NonNullable<SuggestionAnswer['record']>['kind']; what: string } | null
}

/** A match has an id of its own; `answeredAt` is infinite until the server has confirmed the match. */
export type Change = { id: string; answeredAt: number } & (Match | Together | Undo | UndoTogether | Mark | Refusal)

export type Dialog =
  | { name: 'record'; request: ToRecord; line: Pick<NamedLine, 'description' | 'amount'> }
  | { name: 'rule'; rule: RuleFields }
  | { name: 'question'; line: NamedLine; question: string | null }
  | { name: 'undo'; matchId: string; words: string }
  | { name: 'sign' }
  | { name: 'reopen' }
  | { name: 'start' }

export type MonthState = {
  /**
   * The index of the current line, and the line to which the cursor was moved. As long as that line is listed, the
   * cursor stays on it.
   */
  cursor: number
  lineId: string | null
  /** Counts the events that returned the focus to the list: keys, closed dialogs, and opening the page. */
  keyed: number
  finding: boolean
  dialog: Dialog | null
  changes: readonly Change[]
}

export type MonthAction =
  | { type: 'moved'; to: number; lines: readonly { id: string }[] }
  /** The list has changed above the cursor's line. */
  | { type: 'shifted'; to: number }
  | { type: 'keyed' }
  | { type: 'finding'; on: boolean }
  | { type: 'opened'; dialog: Dialog }
  | { type: 'closed' }
  | { type: 'changed'; id: string; change: Match | Together | Undo | UndoTogether | Mark | Refusal }
  | { type: 'answered'; id: string; at: number; made: MatchAnswer | null }
  | { type: 'failed'; id: string }

export const firstState: MonthState = { cursor: 0, lineId: null, keyed: 1, finding: false, dialog: null, changes: [] }

export function monthReducer(state: MonthState, action: MonthAction): MonthState {
  switch (action.type) {
    case 'moved': {
      const cursor = within(action.to, action.lines)
      return { ...state, cursor, lineId: action.lines[cursor]?.id ?? null, finding: false }
    }
    case 'shifted':
      return { ...state, cursor: action.to }
    case 'keyed':
      return { ...state, keyed: state.keyed + 1 }
    case 'finding':
      return { ...state, finding: action.on, keyed: state.keyed + (action.on ? 0 : 1) }
    case 'opened':
      return { ...state, dialog: action.dialog }
    case 'closed':
      return { ...state, dialog: null, keyed: state.keyed + 1 }
    case 'changed':
      return changed(state, { id: action.id, answeredAt: Infinity, ...action.change })
    case 'answered':
      return {
        ...state,
        changes: state.changes.map((change) =>
          change.id !== action.id
            ? change
            : change.what === 'match'
              ? { ...change, answeredAt: action.at, made: action.made }
              : { ...change, answeredAt: action.at },
        ),
      }
    case 'failed':
      return {
        ...state,
        changes: state.changes.filter(
          (change) =>
            change.id !== action.id &&
            !(change.what === 'undo' && change.matchId === action.id) &&
            !(change.what === 'undoTogether' && change.together === action.id),
        ),
      }
  }
}

const within = (at: number, lines: readonly unknown[]) => Math.max(0, Math.min(lines.length - 1, at))

/** The position of the cursor. If lines above it come or go, the cursor stays on its line. */
export function placeOf(
  { cursor, lineId }: Pick<MonthState, 'cursor' | 'lineId'>,
  lines: readonly { id: string }[],
): number {
  const at = lines.findIndex(({ id }) => id === lineId)
  return at === -1 ? within(cursor, lines) : at
}

function changed(state: MonthState, change: Change): MonthState {
  // Two keys may act on the same line before the page renders again.
  if (isTaken(state.changes, change)) return state
  const changes = [...state.changes, change]
  switch (change.what) {
    case 'match':
      return {
        ...state,
        changes,
        finding: false,
        keyed: state.keyed + 1,
        dialog: change.documents.length > 0 ? null : state.dialog,
      }
    case 'together':
      return { ...state, changes, finding: false, cursor: 0, lineId: null }
    default:
      return { ...state, changes }
  }
}

function isTaken(changes: readonly Change[], change: Change): boolean {
  if (change.what === 'undo') return undoneIn(changes).has(change.matchId)
  if (change.what === 'undoTogether') return change.matchIds.every((id) => undoneIn(changes).has(id))
  const touched = matchesIn(change).flatMap(({ lines, books }) => [...lines, ...books])
  const taken = matchedSince(
    changes.filter(({ what, answeredAt }) => what === 'undo' || what === 'undoTogether' || answeredAt === Infinity),
    -Infinity,
  )
  return touched.some((key) => taken.has(key))
}

// ── The month including the changes

export type ShownMonth = MonthAnswer & {
  /** Matched lines of either side that are still in the server's list. */
  taken: ReadonlySet<string>
  /** There are more exact matches than one key confirms. */
  isCertainCut: boolean
}

/** The month, with the changes made since it was requested. */
export function monthWith({ askedAt, ...month }: Dated<MonthAnswer>, changes: readonly Change[]): ShownMonth {
  const since = changes.filter(({ answeredAt }) => answeredAt > askedAt)
  const taken = matchedSince(changes, askedAt)
  const isCertainCut = month.certain.length === maxAtOnce
  if (since.length === 0) return { ...month, taken, isCertainCut }
  const undone = undoneIn(since)
  const made = since.flatMap(matchesIn)
  const remaining = made.filter(({ matchId }) => !undone.has(matchId))
  const listed = [...undone].filter((id) => !made.some(({ matchId }) => matchId === id))
  const isFree = ({ lines, books }: Pick<SuggestionAnswer, 'lines' | 'books'>) =>
    !lines.some((id) => taken.has(id)) && !books.some((key) => taken.has(key))
  const lines = filtered(month.lines, ({ id }) => !taken.has(id)).map((line) => lineWith(line, since, isFree))
  return {
    ...month,
    taken,
    isCertainCut,
    lines,
    open: month.next === null ? lines.length : month.open - remaining.flatMap((each) => each.lines).length,
    certain: filtered(month.certain, isFree),
    outstanding: month.outstanding - remaining.flatMap((each) => each.booksOf(month.asOf)).length,
    matched: month.matched + remaining.filter(({ isMade }) => isMade).length - listed.length,
    figures: figuresWith(month, since, undone),
  }
}

function lineWith(
  line: BankLineAnswer,
  since: readonly Change[],
  isFree: (suggestion: SuggestionAnswer) => boolean,
): BankLineAnswer {
  const own = since.filter(
    (change): change is Change & (Mark | Refusal) => 'lineId' in change && change.lineId === line.id,
  )
  const refused = own.flatMap((change) => (change.what === 'refuse' ? [keyOf(change)] : []))
  const suggestions = filtered(line.suggestions, (each) => isFree(each) && !refused.includes(keyOf(each)))
  const mark = own.findLast((change) => change.what === 'mark')
  if (mark === undefined) return suggestions === line.suggestions ? line : { ...line, suggestions }
  return {
    ...line,
    suggestions,
    mark: mark.mark === 'none' || mark.mark === 'answered' ? null : mark.mark,
    note: mark.note,
  }
}

const keyOf = ({ books, record }: Pick<Refusal, 'books' | 'record'>) =>
  JSON.stringify([books, record?.kind, record?.what])

function figuresWith(
  { figures, asOf, lines }: MonthAnswer,
  since: readonly Change[],
  undone: ReadonlySet<string>,
): Figures {
  const errors = new Set(lines.flatMap(({ id, mark }) => (mark === 'bank_error' ? [id] : [])))
  return since.reduce((before, change) => {
    // The document recorded for a match is known only after the answer.
    if (change.what !== 'match' || undone.has(change.id) || (change.documents.length > 0 && change.made === null))
      return before
    const books = new Set(change.books.map(({ key }) => key))
    return figuresAfter(before, asOf, {
      bank: change.lines.map(({ id, day, amount }) => ({ key: id, day, amount, isBankError: errors.has(id) })),
      books: change.books,
      recorded: change.made?.books.filter(({ key }) => !books.has(key)) ?? [],
    })
  }, figures)
}

/** Lines of either side that were matched, and not undone, since a list was requested. */
export function matchedSince(changes: readonly Change[], askedAt: number): ReadonlySet<string> {
  const undone = undoneIn(changes)
  return new Set(
    changes
      .filter(({ answeredAt }) => answeredAt > askedAt)
      .flatMap(matchesIn)
      .flatMap(({ matchId, lines, books }) => (undone.has(matchId) ? [] : [...lines, ...books])),
  )
}

/** The matches of the month, newest first, including those that are not in the loaded list. */
export function matchesWith(
  pages: readonly Dated<AnswerOf<typeof listMatches>>[],
  changes: readonly Change[],
): MatchAnswer[] {
  const [first] = pages
  if (first === undefined) return []
  const undone = undoneIn(changes)
  const made = changes
    .flatMap((change) =>
      change.what === 'match' && change.made !== null && change.answeredAt > first.askedAt ? [change.made] : [],
    )
    .toReversed()
  const isMade = new Set(made.map(({ id }) => id))
  const listed = pages.flatMap(({ matches, askedAt }) => {
    const gone = undoneIn(changes.filter(({ answeredAt }) => answeredAt > askedAt))
    return matches.filter(({ id }) => !isMade.has(id) && !gone.has(id))
  })
  return [...made.filter(({ id }) => !undone.has(id)), ...listed]
}

/** The matches of the last change, if one key confirmed them together. */
export function lastTogether(changes: readonly Change[]): { together: string; matchIds: string[] } | null {
  const last = changes.at(-1)
  return last?.what === 'together' ? { together: last.id, matchIds: last.matches.map(({ matchId }) => matchId) } : null
}

type LastMatch = Pick<MadeMatch, 'matchId' | 'words' | 'hasRecorded'>

/**
 * The match that `u` undoes: the last confirmed one, even if it is still being sent, or else the newest one in the
 * list.
 */
export function lastMatch(
  pages: readonly Dated<AnswerOf<typeof listMatches>>[],
  changes: readonly Change[],
): LastMatch | null {
  const undone = undoneIn(changes)
  const listedAt = pages[0]?.askedAt ?? -Infinity
  const newest = changes
    .filter(({ answeredAt }) => answeredAt > listedAt)
    .map((change) => matchesIn(change).filter(({ matchId }) => !undone.has(matchId)))
    .findLast((matches) => matches.length > 0)
    // Matches made at the same moment are in the order of their ids.
    ?.reduce((last, each) => (each.matchId > last.matchId ? each : last))
  if (newest !== undefined) return newest
  const [listed] = matchesWith(pages, changes)
  return listed === undefined
    ? null
    : { matchId: listed.id, words: wordsOf(listed), hasRecorded: listed.recorded.length > 0 }
}

export const wordsOf = ({ bank, books }: Pick<MatchAnswer, 'bank' | 'books'>) =>
  bank[0]?.words ?? books[0]?.words ?? 'last match'

type MadeMatch = {
  matchId: string
  words: string
  lines: readonly string[]
  books: readonly string[]
  /** The book lines up to a date, if the date is known. */
  booksOf: (asOf: string) => readonly string[]
  isMade: boolean
  /** A document was recorded for it. */
  hasRecorded: boolean
}

function matchesIn(change: Change): MadeMatch[] {
  const isMade = change.answeredAt < Infinity
  if (change.what === 'together')
    return change.matches.map((each) => ({ ...each, booksOf: () => each.books, isMade, hasRecorded: false }))
  if (change.what !== 'match') return []
  return [
    {
      matchId: change.id,
      words: change.made === null ? (change.lines[0]?.description ?? 'last match') : wordsOf(change.made),
      lines: change.lines.map(({ id }) => id),
      books: change.books.map(({ key }) => key),
      booksOf: (asOf) => change.books.flatMap(({ key, day }) => (day <= asOf ? [key] : [])),
      isMade,
      hasRecorded: change.documents.length > 0,
    },
  ]
}

const undoneIn = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap((change) =>
      change.what === 'undo' ? [change.matchId] : change.what === 'undoTogether' ? change.matchIds : [],
    ),
  )

/** An unchanged list stays the same object. */
function filtered<Row>(rows: Row[], isKept: (row: Row) => boolean): Row[] {
  return rows.every(isKept) ? rows : rows.filter(isKept)
}
