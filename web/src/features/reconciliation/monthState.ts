// The page of a month: all that is done on it goes through this reducer, is shown at once beside what the server said, and is
// gone again when the server refuses it.
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

/** What the server said, and when it was asked: whatever was answered before that is in it. */
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
/** `words` are said where somebody takes back whatever came last. */
type Undo = { what: 'undo'; matchId: string; words?: string }
type Mark = { what: 'mark'; lineId: string; mark: 'ask' | 'answered' | 'bank_error' | 'none'; note: string }
type Refusal = {
  what: 'refuse'
  lineId: string
  books: string[]
  record: { kind: NonNullable<SuggestionAnswer['record']>['kind']; what: string } | null
}

/** The id of a match is its own; `answeredAt` is infinite until the server has said yes. */
export type Act = { id: string; answeredAt: number } & (Match | Together | Undo | Mark | Refusal)

export type Dialog =
  | { name: 'record'; asked: ToRecord; line: Pick<NamedLine, 'description' | 'amount'> }
  | { name: 'rule'; rule: RuleFields }
  | { name: 'question'; line: NamedLine; question: string | null }
  | { name: 'sign' }
  | { name: 'reopen' }
  | { name: 'start' }

export type MonthState = {
  /** Which of the open lines the keys are about, by its place in the list. */
  cursor: number
  /** How often a key of the page brought the focus back to the list. */
  keyed: number
  finding: boolean
  dialog: Dialog | null
  acts: readonly Act[]
}

export type MonthAction =
  | { type: 'moved'; to: number; last: number }
  | { type: 'keyed' }
  | { type: 'finding'; on: boolean }
  | { type: 'opened'; dialog: Dialog }
  | { type: 'closed' }
  | { type: 'acted'; id: string; act: Match | Together | Undo | Mark | Refusal }
  | { type: 'answered'; id: string; at: number; made: MatchAnswer | null }
  | { type: 'failed'; id: string }

export const firstState: MonthState = { cursor: 0, keyed: 0, finding: false, dialog: null, acts: [] }

export function monthReducer(state: MonthState, action: MonthAction): MonthState {
  switch (action.type) {
    case 'moved':
      return { ...state, cursor: Math.max(0, Math.min(action.last, action.to)), finding: false }
    case 'keyed':
      return { ...state, keyed: state.keyed + 1 }
    case 'finding':
      return { ...state, finding: action.on }
    case 'opened':
      return { ...state, dialog: action.dialog }
    case 'closed':
      return { ...state, dialog: null }
    case 'acted':
      return acted(state, { id: action.id, answeredAt: Infinity, ...action.act })
    case 'answered':
      return {
        ...state,
        acts: state.acts.map((act) =>
          act.id !== action.id
            ? act
            : act.what === 'match'
              ? { ...act, answeredAt: action.at, made: action.made }
              : { ...act, answeredAt: action.at },
        ),
      }
    case 'failed':
      return {
        ...state,
        acts: state.acts.filter((act) => act.id !== action.id && !(act.what === 'undo' && act.matchId === action.id)),
      }
  }
}

function acted(state: MonthState, act: Act): MonthState {
  // Two keys may meet one line before it is drawn anew.
  if (isTaken(state.acts, act)) return state
  const acts = [...state.acts, act]
  switch (act.what) {
    case 'match':
      return { ...state, acts, finding: false, dialog: act.documents.length > 0 ? null : state.dialog }
    case 'together':
      return { ...state, acts, finding: false, cursor: 0 }
    default:
      return { ...state, acts }
  }
}

function isTaken(acts: readonly Act[], act: Act): boolean {
  if (act.what === 'undo') return undoneIn(acts).has(act.matchId)
  const touched = matchesIn(act).flatMap(({ lines, books }) => [...lines, ...books])
  const taken = takenSince(
    acts.filter((each) => each.what === 'undo' || each.answeredAt === Infinity),
    -Infinity,
  )
  return touched.some((key) => taken.has(key))
}

// ── The month as it looks with what was done

export type ShownMonth = MonthAnswer & {
  /** Lines of either side that are matched, though the server's list has them still. */
  taken: ReadonlySet<string>
  /** More is certain than one key confirms. */
  isCertainCut: boolean
}

/** The month with what was done since the server was asked for it. */
export function monthWith({ askedAt, ...month }: Dated<MonthAnswer>, acts: readonly Act[]): ShownMonth {
  const since = acts.filter(({ answeredAt }) => answeredAt > askedAt)
  const taken = takenSince(acts, askedAt)
  const isCertainCut = month.certain.length === maxAtOnce
  if (since.length === 0) return { ...month, taken, isCertainCut }
  const undone = undoneIn(since)
  const made = since.flatMap(matchesIn)
  const standing = made.filter(({ matchId }) => !undone.has(matchId))
  const listed = [...undone].filter((id) => !made.some(({ matchId }) => matchId === id))
  const isFree = ({ lines, books }: Pick<SuggestionAnswer, 'lines' | 'books'>) =>
    !lines.some((id) => taken.has(id)) && !books.some((key) => taken.has(key))
  const lines = kept(month.lines, ({ id }) => !taken.has(id)).map((line) => lineWith(line, since, isFree))
  return {
    ...month,
    taken,
    isCertainCut,
    lines,
    open: month.next === null ? lines.length : month.open - standing.flatMap((each) => each.lines).length,
    certain: kept(month.certain, isFree),
    outstanding: month.outstanding - standing.flatMap((each) => each.booksOf(month.asOf)).length,
    matched: month.matched + standing.filter(({ isMade }) => isMade).length - listed.length,
    figures: figuresWith(month, since, undone),
  }
}

function lineWith(
  line: BankLineAnswer,
  since: readonly Act[],
  isFree: (suggestion: SuggestionAnswer) => boolean,
): BankLineAnswer {
  const own = since.filter((act): act is Act & (Mark | Refusal) => 'lineId' in act && act.lineId === line.id)
  const refused = own.flatMap((act) => (act.what === 'refuse' ? [keyOf(act)] : []))
  const suggestions = kept(line.suggestions, (each) => isFree(each) && !refused.includes(keyOf(each)))
  const mark = own.findLast((act) => act.what === 'mark')
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
  since: readonly Act[],
  undone: ReadonlySet<string>,
): Figures {
  const errors = new Set(lines.flatMap(({ id, mark }) => (mark === 'bank_error' ? [id] : [])))
  return since.reduce((before, act) => {
    // What was recorded for a match is known once it is made.
    if (act.what !== 'match' || undone.has(act.id) || (act.documents.length > 0 && act.made === null)) return before
    const books = new Set(act.books.map(({ key }) => key))
    return figuresAfter(before, asOf, {
      bank: act.lines.map(({ id, day, amount }) => ({ key: id, day, amount, isBankError: errors.has(id) })),
      books: act.books,
      recorded: act.made?.books.filter(({ key }) => !books.has(key)) ?? [],
    })
  }, figures)
}

/** Lines of either side that were matched since a list was asked for, and not taken back. */
export function takenSince(acts: readonly Act[], askedAt: number): ReadonlySet<string> {
  const undone = undoneIn(acts)
  return new Set(
    acts
      .filter(({ answeredAt }) => answeredAt > askedAt)
      .flatMap(matchesIn)
      .flatMap(({ matchId, lines, books }) => (undone.has(matchId) ? [] : [...lines, ...books])),
  )
}

/** The matches of the month, the newest first, with those that its list does not have yet. */
export function matchesWith(
  pages: readonly Dated<AnswerOf<typeof listMatches>>[],
  acts: readonly Act[],
): MatchAnswer[] {
  const [first] = pages
  if (first === undefined) return []
  const undone = undoneIn(acts)
  const made = acts
    .flatMap((act) => (act.what === 'match' && act.made !== null && act.answeredAt > first.askedAt ? [act.made] : []))
    .toReversed()
  const isMade = new Set(made.map(({ id }) => id))
  const listed = pages.flatMap(({ matches, askedAt }) => {
    const gone = undoneIn(acts.filter(({ answeredAt }) => answeredAt > askedAt))
    return matches.filter(({ id }) => !isMade.has(id) && !gone.has(id))
  })
  return [...made.filter(({ id }) => !undone.has(id)), ...listed]
}

/** What `u` takes back: what was confirmed last, be the server still at it, or else the newest match of the list. */
export function lastMatch(
  pages: readonly Dated<AnswerOf<typeof listMatches>>[],
  acts: readonly Act[],
): Pick<MadeMatch, 'matchId' | 'words'> | null {
  const undone = undoneIn(acts)
  const listedAt = pages[0]?.askedAt ?? -Infinity
  const newest = acts
    .filter(({ answeredAt }) => answeredAt > listedAt)
    .map((act) => matchesIn(act).filter(({ matchId }) => !undone.has(matchId)))
    .findLast((matches) => matches.length > 0)
    // Those of one moment stand in the order of their ids.
    ?.reduce((last, each) => (each.matchId > last.matchId ? each : last))
  if (newest !== undefined) return newest
  const [listed] = matchesWith(pages, acts)
  return listed === undefined ? null : { matchId: listed.id, words: wordsOf(listed) }
}

const wordsOf = ({ bank, books }: MatchAnswer) => bank[0]?.words ?? books[0]?.words ?? 'last match'

type MadeMatch = {
  matchId: string
  words: string
  lines: readonly string[]
  books: readonly string[]
  /** Those of our lines that are dated up to a day, where that is known. */
  booksOf: (asOf: string) => readonly string[]
  isMade: boolean
}

function matchesIn(act: Act): MadeMatch[] {
  const isMade = act.answeredAt < Infinity
  if (act.what === 'together') return act.matches.map((each) => ({ ...each, booksOf: () => each.books, isMade }))
  if (act.what !== 'match') return []
  return [
    {
      matchId: act.id,
      words: act.made === null ? (act.lines[0]?.description ?? 'last match') : wordsOf(act.made),
      lines: act.lines.map(({ id }) => id),
      books: act.books.map(({ key }) => key),
      booksOf: (asOf) => act.books.flatMap(({ key, day }) => (day <= asOf ? [key] : [])),
      isMade,
    },
  ]
}

const undoneIn = (acts: readonly Act[]): ReadonlySet<string> =>
  new Set(acts.flatMap((act) => (act.what === 'undo' ? [act.matchId] : [])))

/** A list that loses nothing stays the same list. */
function kept<Row>(rows: Row[], isKept: (row: Row) => boolean): Row[] {
  return rows.every(isKept) ? rows : rows.filter(isKept)
}
