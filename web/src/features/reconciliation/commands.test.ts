// The table of commands: the effect of each key at the cursor, and the reason if a command is disabled.
import { readFileSync } from 'node:fs'
import type { BankLineAnswer, SuggestionAnswer } from '@talaan/contract/reconciliation.ts'
import { expect, test } from 'vitest'
import { commands, nextStep, type Situation } from './commands.ts'
import type { MonthAction, ShownMonth } from './monthState.ts'

const suggestion = (more: Partial<SuggestionAnswer>): SuggestionAnswer => ({
  lines: ['a'],
  books: ['1/1'],
  record: null,
  reasons: [{ criterion: 'amount', words: 'Same amount', good: true }],
  score: 90,
  certainty: 'certain',
  best: true,
  ...more,
})
const charge = { kind: 'bankadjustment', what: 'charge', fields: { amount: '100' }, words: 'Bank charge' } as const
const transfer = { kind: 'transfer', what: '1031 1032', fields: { to: '1032' }, words: 'Fund transfer' } as const
const line: BankLineAnswer = {
  id: 'a',
  seq: 1,
  day: '2026-03-10',
  amount: -100n,
  reference: 'R-1',
  chequeNo: null,
  description: 'DEBIT MEMO',
  mark: null,
  note: 'Seen',
  suggestions: [suggestion({}), suggestion({ books: [], record: charge })],
}
const month: ShownMonth = {
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
    statementBalance: 0n,
    bookBalance: 0n,
    depositsInTransit: 0n,
    outstanding: 0n,
    bankErrors: 0n,
    adjustments: 0n,
    difference: 0n,
    openLines: 2,
  },
  open: 2,
  lines: [line, { ...line, id: 'b' }],
  next: null,
  books: [],
  others: [],
  certain: [{ lines: ['a'], books: ['1/1'], reasons: ['Same amount'] }],
  outstanding: 1,
  matched: 0,
  findings: [],
  questions: [],
  rulesAct: false,
  obstacles: [],
  passed: [],
  signed: null,
  start: null,
  recordFrom: '2026-03-20',
  adjustments: [],
  taken: new Set(),
  isCertainCut: false,
}
const book = {
  key: '1/1',
  day: '2026-03-09',
  amount: -100n,
  document: null,
  chequeNo: null,
  reference: '',
  party: '',
  memo: '',
}
const now: Situation = {
  month,
  named: { lines: new Map([['a', line]]), books: new Map([['1/1', book]]) },
  at: 0,
  line,
  last: null,
  together: null,
  busy: false,
}
const commandOf = (key: string) => commands.find((each) => each.key === key)
/** The effect of a key, without the generated ids. */
const does = (key: string, more: Partial<Situation> = {}): (Omit<MonthAction, 'id'> & { act?: unknown })[] =>
  commandOf(key)
    ?.act({ ...now, ...more })
    .map((action) => ({ ...action, id: undefined })) ?? []
const on = (more: Partial<BankLineAnswer>): Partial<Situation> => ({ line: { ...line, ...more } })

test('every key has one meaning, and each command without a key has a button', () => {
  const keys = commands.flatMap(({ key }) => key ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  expect(commands.filter(({ key, button }) => key === null && button === undefined)).toEqual([])
  expect(keys.join(' ')).toBe('j k Enter y 1 2 3 x f s c t l q a e u o')
})

test('the documentation lists exactly the keys', () => {
  const page = readFileSync(new URL('../manual/documentation/ReconcilingSections.tsx', import.meta.url), 'utf8')
  const table = page.slice(page.indexOf('const keys = ['), page.indexOf('] as const'))
  const explained = [...table.matchAll(/\[\s*'([^']+)',/g)].flatMap(([, keys = '']) => keys.split(/, | or /))
  expect(explained.filter((key) => key !== 'arrows').toSorted()).toEqual(
    commands.flatMap(({ key }) => key ?? []).toSorted(),
  )
})

const match = { what: 'match', documents: [], made: null, how: 'proposal', reasons: ['Same amount'] }
test.each<[string, Partial<Situation>, object[]]>([
  ['j', { at: 1 }, [{ type: 'moved', to: 2, lines: month.lines }]],
  ['k', { at: 1 }, [{ type: 'moved', to: 0, lines: month.lines }]],
  ['Enter', {}, [{ type: 'changed', change: { ...match, lines: [{ id: 'a' }], books: [{ key: '1/1' }] } }]],
  ['1', {}, [{ type: 'changed', change: match }]],
  ['2', {}, [{ type: 'opened', dialog: { name: 'record', request: { record: charge, books: [], how: 'proposal' } } }]],
  ['y', {}, [{ type: 'changed', change: { what: 'together', matches: [{ lines: ['a'], words: 'DEBIT MEMO' }] } }]],
  ['x', {}, [{ type: 'changed', change: { what: 'refuse', lineId: 'a', books: ['1/1'], record: null } }]],
  ['f', {}, [{ type: 'finding', on: true }]],
  ['s', {}, [{ type: 'finding', on: true }]],
  [
    'c',
    {},
    [
      {
        type: 'opened',
        dialog: {
          name: 'record',
          request: {
            how: 'hand',
            lines: [{ id: 'a' }],
            // The books are closed up to the day before.
            record: { kind: 'bankadjustment', what: 'charge', fields: { amount: '100', day: '2026-03-20' } },
          },
        },
      },
    ],
  ],
  ['c', on({ amount: 50n }), [{ dialog: { request: { record: { what: 'direct', fields: { amount: '50' } } } } }]],
  [
    'c',
    on({ amount: 50n, description: 'INTEREST EARNED' }),
    [{ dialog: { request: { record: { what: 'interest', fields: { amount: '50', tax: '0' } } } } }],
  ],
  [
    't',
    {},
    [
      {
        dialog: {
          request: { how: 'hand', record: { kind: 'transfer', fields: { type: 'local', from: '1031', to: null } } },
        },
      },
    ],
  ],
  [
    't',
    on({ suggestions: [suggestion({}), suggestion({ record: transfer })] }),
    [{ dialog: { request: { record: transfer } } }],
  ],
  [
    'l',
    {},
    [
      { type: 'changed', change: { what: 'mark', lineId: 'a', mark: 'ask', note: 'Seen' } },
      { type: 'moved', to: 1, lines: month.lines },
    ],
  ],
  ['l', on({ mark: 'ask' }), [{ type: 'changed', change: { what: 'mark', mark: 'none' } }]],
  ['q', {}, [{ type: 'opened', dialog: { name: 'question', question: null } }]],
  ['a', {}, [{ type: 'opened', dialog: { name: 'rule', rule: { does: 'match', needs: ['amount'] } } }]],
  ['e', {}, [{ type: 'changed', change: { what: 'mark', mark: 'bank_error', note: 'Seen' } }]],
  ['e', on({ mark: 'bank_error' }), [{ type: 'changed', change: { what: 'mark', mark: 'none' } }]],
  [
    'u',
    { last: { matchId: 'm', words: 'DEBIT MEMO', hasRecorded: false } },
    [{ type: 'changed', change: { what: 'undo', matchId: 'm', words: 'DEBIT MEMO' } }],
  ],
  // A document was recorded for the match, so the effects are shown first.
  [
    'u',
    { last: { matchId: 'm', words: 'SERVICE CHARGE', hasRecorded: true } },
    [{ type: 'opened', dialog: { name: 'undo', matchId: 'm', words: 'SERVICE CHARGE' } }],
  ],
  [
    'u',
    { together: { together: 'y', matchIds: ['m', 'n'] } },
    [{ type: 'changed', change: { what: 'undoTogether', together: 'y', matchIds: ['m', 'n'] } }],
  ],
  ['o', {}, [{ type: 'opened', dialog: { name: 'sign' } }]],
])('%s runs its command', (key, more, expected) => {
  expect(does(key, more)).toMatchObject(expected)
})

const signed = { month: { ...month, signed: { by: 'ben', at: '2026-04-02', note: '' } } }
test.each<[string, Partial<Situation>, string | undefined]>([
  ['Enter', {}, undefined],
  ['3', {}, 'This line has no suggestion with this number.'],
  ['x', on({ suggestions: [] }), 'This line has no suggestion with this number.'],
  ['j', { line: undefined }, 'No bank line is selected.'],
  ['c', { line: undefined }, 'No bank line is selected.'],
  ['y', {}, undefined],
  ['y', { busy: true }, 'Matching is in progress.'],
  ['y', { month: { ...month, certain: [] } }, 'There are no exact matches.'],
  ['u', {}, 'No matches in this month yet.'],
  ...['Enter', 'y', 'x', 'f', 'c', 't', 'l', 'q', 'e', 'u', 'o'].map((key): [string, Partial<Situation>, string] => [
    key,
    signed,
    'This month is signed off. To change it, reopen its reconciliation first.',
  ]),
  ['a', signed, undefined],
])('%s is enabled or says why not', (key, more, reason) => {
  expect(commandOf(key)?.when({ ...now, ...more })).toBe(reason)
})

test('the green button is the safe next step', () => {
  const step = (more: Partial<Situation>) => nextStep({ ...now, ...more })
  const none = { ...month, certain: [] }
  expect(step({})).toBe('certain')
  expect(step({ month: none })).toBe('line')
  expect(step({ month: none, line: { ...line, suggestions: [] } })).toBe('find')
  expect(step({ month: none, line: undefined })).toBe('sign')
  expect(step({ month: { ...none, obstacles: ['March 2026 has not ended.'] }, line: undefined })).toBe(null)
  expect(step(signed)).toBe(null)
})

test('buttons name their current action', () => {
  const label = (key: string, more: Partial<Situation> = {}) => commandOf(key)?.button?.label({ ...now, ...more })
  const certain = (count: number, isCertainCut = false) => ({
    month: {
      ...month,
      isCertainCut,
      certain: Array.from({ length: count }, () => ({ lines: [], books: [], reasons: [] })),
    },
  })
  expect([label('Enter'), label('2')]).toEqual(['Confirm', 'Record and match'])
  expect([label('l'), label('l', on({ mark: 'ask' }))]).toEqual(['Ask later', 'Answered'])
  expect([0, 1, 7].map((count) => label('y', certain(count)))).toEqual([
    'Confirm exact matches',
    'Confirm 1 exact match',
    'Confirm 7 exact matches',
  ])
  expect(label('y', certain(500, true))).toBe('Confirm the first 500 exact matches')
})
