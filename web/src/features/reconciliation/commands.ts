// All commands of the month's page in one table: key, button, condition and effect. The page renders its buttons from
// this table, the list of shortcuts shows it, and key presses are looked up in it.
import {
  type BankLineAnswer,
  type BookLineAnswer,
  type NamedLine,
  type SuggestionAnswer,
  reconciliationProblems,
  reconciliationWords as words,
} from '@talaan/contract/reconciliation.ts'
import { transactionTypeOf } from '@talaan/ledger/banking/matching/text.ts'
import { newId } from '../../ui/newId.ts'
import type { BookPart, lastMatch, lastTogether, MonthAction, ShownMonth } from './monthState.ts'
import { ruleOf } from './ruleOf.ts'

/** The lines and entries to which suggestions refer, by id or key. */
export type Named = { lines: ReadonlyMap<string, NamedLine>; books: ReadonlyMap<string, BookLineAnswer> }

export type Situation = {
  month: ShownMonth
  named: Named
  /** The position of the cursor, and the line there. */
  at: number
  line: BankLineAnswer | undefined
  /** The match that undo would reverse, or the matches that one key has just confirmed. */
  last: ReturnType<typeof lastMatch>
  together: ReturnType<typeof lastTogether>
  /** Exact matches are being sent to the server. */
  busy: boolean
}

export type Command = {
  /** Undefined for commands with only a button. */
  key: string | null
  /** The text in the list of shortcuts. */
  help: string
  /** Where the button is: at the line or in its menu, in the heading, at the figures, or at a suggestion. */
  button?: { at: 'line' | 'more' | 'head' | 'figures' | 0 | 1 | 2; label: (situation: Situation) => string }
  /** The reason why the command is disabled; undefined if it is enabled. */
  when: (situation: Situation) => string | undefined
  act: (situation: Situation) => MonthAction[]
  /** Moves the focus to the line, so that Enter confirms it. */
  toList?: true
}

const signedOff = reconciliationProblems.monthSigned.sentence

const hasLine = ({ line }: Situation) => (line === undefined ? 'No bank line is selected.' : undefined)
const isOpen = ({ month }: Situation) => (month.signed === null ? undefined : signedOff)
const canChange = (situation: Situation) => isOpen(situation) ?? hasLine(situation)
const hasSuggestion = (place: number) => (situation: Situation) =>
  canChange(situation) ??
  (situation.line?.suggestions[place] === undefined ? 'This line has no suggestion with this number.' : undefined)

export const commands: readonly Command[] = [
  { key: 'j', help: 'Next line', when: hasLine, act: (now) => [moved(now, 1)], toList: true },
  { key: 'k', help: 'Previous line', when: hasLine, act: (now) => [moved(now, -1)], toList: true },
  confirming(0, 'Enter', 'Confirm first suggestion'),
  {
    key: 'y',
    help: words.confirmCertain,
    button: { at: 'figures', label: certainLabel },
    when: ({ month, busy }) =>
      month.signed === null
        ? busy
          ? 'Matching is in progress.'
          : month.certain.length === 0
            ? 'There are no exact matches.'
            : undefined
        : signedOff,
    act: ({ month, named }) => [
      {
        type: 'changed',
        id: newId(),
        change: {
          what: 'together',
          matches: month.certain.map((each) => ({
            ...each,
            matchId: newId(),
            words: named.lines.get(each.lines[0] ?? '')?.description ?? 'last match',
          })),
        },
      },
    ],
    toList: true,
  },
  { key: '1', help: 'Confirm suggestion 1', when: hasSuggestion(0), act: (now) => confirmed(now, 0) },
  confirming(1, '2', 'Confirm suggestion 2'),
  confirming(2, '3', 'Confirm suggestion 3'),
  refusing(0, 'x'),
  refusing(1, null),
  refusing(2, null),
  {
    key: 'f',
    help: 'Find in the books',
    button: { at: 'line', label: () => 'Find' },
    when: canChange,
    act: () => [{ type: 'finding', on: true }],
  },
  { key: 's', help: 'Split', when: canChange, act: () => [{ type: 'finding', on: true }] },
  {
    key: 'c',
    help: 'Record new',
    button: { at: 'line', label: () => 'Record new' },
    when: canChange,
    act: ({ line, month }) => (line === undefined ? [] : [recordNew(line, month)]),
  },
  {
    key: 't',
    help: words.transfer,
    button: { at: 'line', label: () => 'Transfer' },
    when: canChange,
    act: (now) => recordTransfer(now),
  },
  {
    key: 'l',
    help: 'Ask later or mark as answered',
    button: { at: 'more', label: ({ line }) => (line?.mark === 'ask' ? 'Answered' : words.ask) },
    when: canChange,
    act: (now) => (now.line?.mark === 'ask' ? marked(now, 'none') : [...marked(now, 'ask'), moved(now, 1)]),
  },
  {
    key: 'q',
    help: 'Ask or answer a question',
    button: { at: 'more', label: () => 'Ask a question' },
    when: canChange,
    act: ({ line, month }) =>
      line === undefined
        ? []
        : [
            {
              type: 'opened',
              dialog: {
                name: 'question',
                line,
                question: month.questions.find(({ lineId }) => lineId === line.id)?.note ?? null,
              },
            },
          ],
  },
  {
    key: 'a',
    help: 'Create rule from this line',
    button: { at: 'more', label: () => 'Create rule' },
    when: hasLine,
    act: ({ line, month }) =>
      line === undefined
        ? []
        : [
            {
              type: 'opened',
              dialog: {
                name: 'rule',
                rule: ruleOf(line, line.suggestions[0], { account: month.account.code, books: month.books }),
              },
            },
          ],
  },
  {
    key: 'e',
    help: 'Mark as a bank error, or remove the mark',
    button: {
      at: 'more',
      label: ({ line }) => (line?.mark === 'bank_error' ? 'Not a bank error' : words.bankError),
    },
    when: canChange,
    act: (now) => marked(now, now.line?.mark === 'bank_error' ? 'none' : 'bank_error'),
  },
  {
    key: 'u',
    help: 'Undo last match',
    when: (now) =>
      isOpen(now) ?? (now.last === null && now.together === null ? 'No matches in this month yet.' : undefined),
    act: ({ last, together }) =>
      together === null ? (last === null ? [] : [undoOf(last)]) : [undoTogetherOf(together)],
    toList: true,
  },
  {
    key: 'o',
    help: words.signOff,
    button: { at: 'head', label: () => words.signOff },
    when: isOpen,
    act: () => [{ type: 'opened', dialog: { name: 'sign' } }],
  },
]

function confirming(place: 0 | 1 | 2, key: string, help: string): Command {
  return {
    key,
    help,
    button: {
      at: place,
      label: ({ line }) => (line?.suggestions[place]?.record === null ? words.confirm : words.create),
    },
    when: hasSuggestion(place),
    act: (now) => confirmed(now, place),
  }
}

function refusing(place: 0 | 1 | 2, key: string | null): Command {
  return {
    key,
    help: 'Reject',
    button: { at: place, label: () => 'Reject' },
    when: hasSuggestion(place),
    act: ({ line }) => {
      const suggestion = line?.suggestions[place]
      if (line === undefined || suggestion === undefined) return []
      const { books, record } = suggestion
      const refused = record === null ? null : { kind: record.kind, what: record.what }
      return [{ type: 'changed', id: newId(), change: { what: 'refuse', lineId: line.id, books, record: refused } }]
    },
  }
}

function certainLabel({ month: { certain, isCertainCut } }: Situation): string {
  if (certain.length === 0) return words.confirmCertain
  if (isCertainCut) return `Confirm the first ${certain.length} exact matches`
  return certain.length === 1 ? 'Confirm 1 exact match' : `Confirm ${certain.length} exact matches`
}

const moved = ({ at, month }: Situation, by: number): MonthAction => ({
  type: 'moved',
  to: at + by,
  lines: month.lines,
})

function marked({ line }: Situation, mark: 'ask' | 'bank_error' | 'none'): MonthAction[] {
  if (line === undefined) return []
  return [{ type: 'changed', id: newId(), change: { what: 'mark', lineId: line.id, mark, note: line.note } }]
}

/** A match is made immediately; an entry to record is shown first. */
function confirmed({ line, named }: Situation, place: number): MonthAction[] {
  const suggestion = line?.suggestions[place]
  if (line === undefined || suggestion === undefined) return []
  const toMatch = {
    lines: suggestion.lines.flatMap((id) => named.lines.get(id) ?? []),
    books: suggestion.books.flatMap((key) => named.books.get(key) ?? []),
    how: 'proposal' as const,
    reasons: suggestion.reasons.map((reason) => reason.words),
  }
  return suggestion.record === null
    ? [{ type: 'changed', id: newId(), change: { what: 'match', ...toMatch, documents: [], made: null } }]
    : [{ type: 'opened', dialog: { name: 'record', line, request: { ...toMatch, record: suggestion.record } } }]
}

type ToUndo = NonNullable<Situation['last']>

/** If a document was recorded for the match, the effects are shown first. */
export const undoOf = ({ matchId, words: of, hasRecorded }: ToUndo): MonthAction =>
  hasRecorded
    ? { type: 'opened', dialog: { name: 'undo', matchId, words: of } }
    : { type: 'changed', id: newId(), change: { what: 'undo', matchId, words: of } }

export const undoTogetherOf = (together: NonNullable<Situation['together']>): MonthAction => ({
  type: 'changed',
  id: newId(),
  change: { what: 'undoTogether', ...together },
})

/**
 * The green button is the safe next step: the exact matches, the suggestion for the line, a search, or the sign-off.
 */
export function nextStep({
  month,
  line,
}: Pick<Situation, 'month' | 'line'>): 'certain' | 'line' | 'find' | 'sign' | null {
  if (month.signed !== null) return null
  if (month.certain.length > 0) return 'certain'
  if (line !== undefined) return line.suggestions.length > 0 ? 'line' : 'find'
  return month.obstacles.length === 0 ? 'sign' : null
}

type Rest = { amount: bigint; lines: readonly NamedLine[]; books: readonly BookPart[] }

/** Records an entry for a line, or for its remainder. */
export function recordNew(
  line: BankLineAnswer,
  { account, recordFrom }: Pick<ShownMonth, 'account' | 'recordFrom'>,
  rest: Rest = { amount: line.amount, lines: [line], books: [] },
): MonthAction {
  const { amount, lines, books } = rest
  const isInterest = amount > 0n && transactionTypeOf(line) === 'interest'
  const type = amount < 0n ? 'charge' : isInterest ? 'interest' : 'direct'
  const fields = {
    type,
    account: account.code,
    day: dayToRecord(line.day, recordFrom),
    amount: (amount > 0n ? amount : -amount).toString(),
    reference: line.reference ?? line.chequeNo ?? '',
    description: line.description.slice(0, 200) || 'Bank',
    ...(isInterest && { tax: '0' }),
    ...(account.currency !== 'PHP' && { rate: null }),
  }
  const record = { kind: 'bankadjustment' as const, what: type, fields, words: '' }
  return {
    type: 'opened',
    dialog: {
      name: 'record',
      line: { description: line.description, amount },
      request: { record, lines, books, how: 'hand', reasons: [] },
    },
  }
}

/** The line of the other bank, or a rule, may already determine the other account. */
function recordTransfer(now: Situation): MonthAction[] {
  const { line, month } = now
  if (line === undefined) return []
  const suggested = line.suggestions.findIndex(({ record }) => record?.kind === 'transfer')
  if (suggested >= 0) return confirmed(now, suggested)
  const incoming = line.amount > 0n
  const fields = {
    type: month.account.currency === 'PHP' ? 'local' : 'foreign',
    day: dayToRecord(line.day, month.recordFrom),
    from: incoming ? null : month.account.code,
    to: incoming ? month.account.code : null,
    amount: (incoming ? line.amount : -line.amount).toString(),
    reference: line.reference ?? line.chequeNo ?? '',
    email: '',
  }
  const record: NonNullable<SuggestionAnswer['record']> = { kind: 'transfer', what: '', fields, words: '' }
  return [
    {
      type: 'opened',
      dialog: { name: 'record', line, request: { record, lines: [line], books: [], how: 'hand', reasons: [] } },
    },
  ]
}

const dayToRecord = (day: string, from: string | null) => (from !== null && day < from ? from : day)
