// The reducer of the month's page, in tables: the state before, the action, and the result.
import type { BankLineAnswer, MatchAnswer, SuggestionAnswer } from '@talaan/contract/reconciliation.ts'
import { expect, test } from 'vitest'
import {
  type Dated,
  firstState,
  lastMatch,
  lastTogether,
  matchesWith,
  type Match,
  monthReducer,
  monthWith,
  type MonthAction,
  type MonthAnswer,
  type MonthState,
  matchedSince,
  placeOf,
} from './monthState.ts'

const day = '2026-03-10'
const suggestion = (lines: string[], books: string[]): SuggestionAnswer => ({
  lines,
  books,
  record: null,
  reasons: [],
  score: 90,
  certainty: 'certain',
  best: true,
})
const line = (id: string, amount: bigint, ...suggestions: SuggestionAnswer[]): BankLineAnswer => ({
  id,
  seq: 1,
  day,
  amount,
  reference: null,
  chequeNo: null,
  description: `Line ${id}`,
  mark: null,
  note: '',
  suggestions,
})
const month: Dated<MonthAnswer> = {
  askedAt: 100,
  account: {
    code: '1031',
    name: 'Cash in bank',
    kind: 'bank',
    currency: 'PHP',
    label: 'Bank of Luzon ·7890',
    bank: '',
    bankAccountNo: '',
  },
  month: '2026-03',
  asOf: '2026-03-31',
  figures: {
    statementBalance: 600n,
    bookBalance: 700n,
    depositsInTransit: 700n,
    outstanding: 0n,
    bankErrors: 0n,
    adjustments: 0n,
    difference: 600n,
    openLines: 3,
  },
  open: 3,
  lines: [
    line('a', 100n, suggestion(['a'], ['1/1'])),
    line('b', 200n, suggestion(['b'], ['2/1']), suggestion(['b'], ['1/1'])),
    line('c', 300n),
  ],
  next: null,
  books: [],
  others: [],
  certain: [
    { lines: ['a'], books: ['1/1'], reasons: [] },
    { lines: ['b'], books: ['2/1'], reasons: [] },
  ],
  outstanding: 3,
  matched: 4,
  findings: [],
  questions: [],
  rulesAct: false,
  obstacles: [],
  passed: [],
  signed: null,
  start: null,
  recordFrom: null,
  adjustments: [],
}

const matchOf = (lineId: string, amount: bigint, key: string, documents: string[] = []): Match => ({
  what: 'match',
  lines: [{ id: lineId, day, amount, description: `Line ${lineId}` }],
  books: key === '' ? [] : [{ key, day, amount }],
  documents,
  how: 'proposal',
  reasons: [],
  made: null,
})
const made = (id: string, lineId: string, amount: bigint, key: string): MatchAnswer => ({
  id,
  how: 'proposal',
  reasons: [],
  rule: null,
  by: 'ben',
  at: '2026-04-02 01:00:00+00',
  bank: [{ key: lineId, day, amount, words: `Line ${lineId}`, document: null }],
  books: [{ key, day, amount, words: 'Book', document: null }],
  recorded: [],
})
const a = { type: 'changed', id: 'match-a', change: matchOf('a', 100n, '1/1') } as const
const b = { type: 'changed', id: 'match-b', change: matchOf('b', 200n, '2/1') } as const
const undo = (matchId: string) =>
  ({ type: 'changed', id: `undo-${matchId}`, change: { what: 'undo', matchId, words: '' } }) as const
const answered = (id: string, at: number, by: MatchAnswer | null = null) =>
  ({ type: 'answered', id, at, made: by }) as const
const after = (...actions: MonthAction[]): MonthState => actions.reduce(monthReducer, firstState)

test.each<[string, MonthAction[], { open: string; certain: string; matched: number; difference: bigint }]>([
  ['nothing', [], { open: 'a b c', certain: 'a b', matched: 4, difference: 600n }],
  ['confirmed, without an answer yet', [a], { open: 'b c', certain: 'b', matched: 4, difference: 500n }],
  [
    'confirmed and answered',
    [a, answered('match-a', 150, made('match-a', 'a', 100n, '1/1'))],
    { open: 'b c', certain: 'b', matched: 5, difference: 500n },
  ],
  [
    'answered before the month was loaded again: the month includes it',
    [a, answered('match-a', 90)],
    { open: 'a b c', certain: 'a b', matched: 4, difference: 600n },
  ],
  [
    'confirmed twice before rendering',
    [a, { ...a, id: 'again' }],
    { open: 'b c', certain: 'b', matched: 4, difference: 500n },
  ],
  ['refused', [a, { type: 'failed', id: 'match-a' }], { open: 'a b c', certain: 'a b', matched: 4, difference: 600n }],
  ['undone before the answer', [a, undo('match-a')], { open: 'a b c', certain: 'a b', matched: 4, difference: 600n }],
  [
    'one of two undone',
    [a, b, undo('match-b'), answered('match-a', 150), answered('match-b', 160), answered('undo-match-b', 170)],
    { open: 'b c', certain: 'b', matched: 5, difference: 500n },
  ],
  ['an older match undone', [undo('match-x')], { open: 'a b c', certain: 'a b', matched: 3, difference: 600n }],
  [
    'recorded without an answer: the recorded document is not known yet',
    [{ type: 'changed', id: 'match-c', change: matchOf('c', 300n, '', ['document']) }],
    { open: 'a b', certain: 'a b', matched: 4, difference: 600n },
  ],
  [
    'recorded and answered',
    [
      { type: 'changed', id: 'match-c', change: matchOf('c', 300n, '', ['document']) },
      answered('match-c', 150, made('match-c', 'c', 300n, '9/1')),
    ],
    { open: 'a b', certain: 'a b', matched: 5, difference: 300n },
  ],
  [
    'all certain matches confirmed, known with the next answer',
    [
      {
        type: 'changed',
        id: 'certain',
        change: {
          what: 'together',
          matches: [
            { matchId: 'm1', lines: ['a'], books: ['1/1'], reasons: [], words: '' },
            { matchId: 'm2', lines: ['b'], books: ['2/1'], reasons: [], words: '' },
          ],
        },
      },
    ],
    { open: 'c', certain: '', matched: 4, difference: 600n },
  ],
])('%s', (_, actions, expected) => {
  const shown = monthWith(month, after(...actions).changes)
  expect({
    open: shown.lines.map(({ id }) => id).join(' '),
    certain: shown.certain.map(({ lines }) => lines.join('+')).join(' '),
    matched: shown.matched,
    difference: shown.figures.difference,
  }).toEqual(expected)
  expect(shown.open).toBe(shown.lines.length)
})

test('a suggestion disappears when its match is taken; an unchanged line stays the same object', () => {
  const { lines } = monthWith(month, after(a).changes)
  expect(lines[0]?.suggestions.map(({ books }) => books)).toEqual([['2/1']])
  expect(lines[1]).toBe(month.lines[2])
})

test('the count of a long month goes down by the matched lines, loaded or not', () => {
  const long = { ...month, open: 1000, next: `${day}/3`, outstanding: 50 }
  expect(monthWith(long, after(a).changes)).toMatchObject({ open: 999, outstanding: 49 })
  const late: Match = { ...matchOf('c', 300n, ''), books: [{ key: '7/1', day: '2026-04-02', amount: 300n }] }
  expect(monthWith(long, after({ type: 'changed', id: 'late', change: late }).changes)).toMatchObject({
    open: 999,
    outstanding: 50,
  })
})

test('marks and refusals show until the server reports them', () => {
  const { changes } = after(
    { type: 'changed', id: '1', change: { what: 'mark', lineId: 'a', mark: 'ask', note: 'Whose?' } },
    { type: 'changed', id: '2', change: { what: 'mark', lineId: 'c', mark: 'bank_error', note: '' } },
    { type: 'changed', id: '3', change: { what: 'mark', lineId: 'c', mark: 'none', note: '' } },
    { type: 'changed', id: '4', change: { what: 'refuse', lineId: 'b', books: ['2/1'], record: null } },
  )
  const [first, second, third] = monthWith(month, changes).lines
  expect(first).toMatchObject({ mark: 'ask', note: 'Whose?' })
  expect(second?.suggestions.map(({ books }) => books)).toEqual([['1/1']])
  expect(third?.mark).toBeNull()
})

test('undo starts with the latest confirmation, even if it is still being sent', () => {
  const list = (askedAt: number, ...matches: MatchAnswer[]) => [{ askedAt, matches, next: null }]
  const old = made('match-x', 'x', 50n, '5/1')
  const last = (...actions: MonthAction[]) => lastMatch(list(100, old), after(...actions).changes)?.matchId
  expect(lastMatch([], [])).toBeNull()
  expect(last()).toBe('match-x')
  expect(last(a, b)).toBe('match-b')
  expect(last(a, b, undo('match-b'))).toBe('match-a')
  expect(last(a, answered('match-a', 150), undo('match-a'))).toBe('match-x')
  expect(last(a, { type: 'failed', id: 'match-a' })).toBe('match-x')
  expect(last(undo('match-x'))).toBeUndefined()
  // Items that have since arrived with the list keep its order.
  expect(last(a, answered('match-a', 90))).toBe('match-x')
  const together = ['m1', 'm3', 'm2'].map((matchId) => ({
    matchId,
    lines: [matchId],
    books: [],
    reasons: [],
    words: '',
  }))
  expect(last({ type: 'changed', id: 'certain', change: { what: 'together', matches: together } })).toBe('m3')
})

test('matches that one key confirmed are undone with one, until something else happens', () => {
  const change = {
    what: 'together' as const,
    matches: [
      { matchId: 'm1', lines: ['a'], books: ['1/1'], reasons: [], words: '' },
      { matchId: 'm2', lines: ['b'], books: ['2/1'], reasons: [], words: '' },
    ],
  }
  const confirmed: MonthAction = { type: 'changed', id: 'y', change }
  const together = lastTogether(after(confirmed).changes)
  expect(together).toEqual({ together: 'y', matchIds: ['m1', 'm2'] })
  if (together === null) return
  const back: MonthAction = { type: 'changed', id: 'u', change: { what: 'undoTogether', ...together } }
  const { changes } = after(confirmed, answered('y', 150), back, back)
  expect(changes).toHaveLength(2)
  expect(lastTogether(changes)).toBeNull()
  expect(monthWith(month, changes).lines.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  // If the matches are refused, their undo is dropped too.
  expect(after(confirmed, back, { type: 'failed', id: 'y' }).changes).toEqual([])
  expect(lastTogether(after(confirmed, a).changes)).toEqual(together)
})

test("the list of matches starts with those the server's list lacks, each once", () => {
  const pages = [{ askedAt: 100, matches: [made('match-x', 'x', 50n, '5/1')], next: null }]
  const ids = (...actions: MonthAction[]) => matchesWith(pages, after(...actions).changes).map(({ id }) => id)
  const madeA = answered('match-a', 150, made('match-a', 'a', 100n, '1/1'))
  const madeB = answered('match-b', 160, made('match-b', 'b', 200n, '2/1'))
  expect(ids(a)).toEqual(['match-x'])
  expect(ids(a, b, madeA, madeB)).toEqual(['match-b', 'match-a', 'match-x'])
  expect(ids(a, b, madeA, madeB, undo('match-b'), undo('match-x'))).toEqual(['match-a'])
  expect(matchesWith([], after(a, madeA).changes)).toEqual([])
})

test('lines that someone else matched and undid meanwhile can be matched again', () => {
  const again = after(a, answered('match-a', 90), { ...a, id: 'again' })
  expect(again.changes.map(({ id }) => id)).toEqual(['match-a', 'again'])
  expect([...matchedSince(again.changes, 100)]).toEqual(['a', '1/1'])
})

const listed = (count: number) => ['a', 'b', 'c'].slice(0, count).map((id) => ({ id }))

test.each<[string, MonthAction[], Partial<MonthState>]>([
  ['the cursor stays in the list', [{ type: 'moved', to: 9, lines: listed(3) }], { cursor: 2 }],
  ['and does not move before its start', [{ type: 'moved', to: -1, lines: listed(3) }], { cursor: 0 }],
  ['an empty list has a start', [{ type: 'moved', to: 1, lines: [] }], { cursor: 0 }],
  [
    'moving ends a search',
    [
      { type: 'finding', on: true },
      { type: 'moved', to: 1, lines: listed(3) },
    ],
    { finding: false },
  ],
  ['matching ends a search', [{ type: 'finding', on: true }, a], { finding: false }],
  ['confirming leaves the cursor where it is', [{ type: 'moved', to: 1, lines: listed(3) }, a], { cursor: 1 }],
  [
    'certain matches are confirmed from the start',
    [
      { type: 'moved', to: 1, lines: listed(3) },
      { type: 'changed', id: 'certain', change: { what: 'together', matches: [] } },
    ],
    { cursor: 0 },
  ],
  ['the list has the focus on arrival', [], { keyed: 1 }],
  ['keys return the focus', [{ type: 'keyed' }, { type: 'keyed' }], { keyed: 3 }],
  ['a closed dialog returns it', [{ type: 'opened', dialog: { name: 'sign' } }, { type: 'closed' }], { keyed: 2 }],
  [
    'and so does a closed search',
    [
      { type: 'finding', on: true },
      { type: 'finding', on: false },
    ],
    { keyed: 2 },
  ],
  ['a dialog opens', [{ type: 'opened', dialog: { name: 'sign' } }], { dialog: { name: 'sign' } }],
  ['and it closes', [{ type: 'opened', dialog: { name: 'sign' } }, { type: 'closed' }], { dialog: null }],
  [
    'recording closes its dialog',
    [
      { type: 'opened', dialog: { name: 'sign' } },
      { type: 'changed', id: 'match-c', change: matchOf('c', 300n, '', ['document']) },
    ],
    { dialog: null },
  ],
  ['a refused match also drops its undo', [a, undo('match-a'), { type: 'failed', id: 'match-a' }], { changes: [] }],
])('%s', (_, actions, expected) => {
  expect(after(...actions)).toMatchObject(expected)
})

test('the cursor stays on its line when lines come or go above it, and at its place when the line is gone', () => {
  const state = after({ type: 'moved', to: 1, lines: listed(3) })
  const at = (...ids: string[]) =>
    placeOf(
      state,
      ids.map((id) => ({ id })),
    )
  expect(at('a', 'b', 'c')).toBe(1)
  expect(at('x', 'a', 'b', 'c')).toBe(2)
  expect(at('b', 'c')).toBe(0)
  expect(at('a', 'c')).toBe(1)
  expect(at('a')).toBe(0)
  expect(at()).toBe(0)
  expect(after({ type: 'moved', to: 1, lines: listed(3) }, { type: 'shifted', to: 0 }).cursor).toBe(0)
})

test('an undo runs once, however often the key is pressed', () => {
  expect(after(a, undo('match-a'), { ...undo('match-a'), id: 'again' }).changes).toHaveLength(2)
})
