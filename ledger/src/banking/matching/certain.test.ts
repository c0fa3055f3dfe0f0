// The matches confirmed by one key.
import { expect, test } from 'vitest'
import { certainOf } from './certain.ts'
import type { Suggestion } from './suggestion.ts'

const suggestion = (given: Partial<Suggestion>): Suggestion => ({
  lines: ['a'],
  books: ['1/1'],
  record: null,
  reasons: [],
  score: 90,
  certainty: 'certain',
  best: true,
  kinds: [],
  by: null,
  ...given,
})
const record = { kind: 'bankadjustment', what: 'charge', fields: {} } as const

test('only the best certain match without open questions or further entries is confirmed at once, and only once', () => {
  const sure = suggestion({})
  const both = suggestion({ lines: ['b', 'c'], books: ['2/1'] })
  const suggestions = new Map([
    ['a', [sure, suggestion({ books: ['9/1'] })]],
    ['b', [both]],
    ['c', [both]],
    ['d', [suggestion({ lines: ['d'], books: ['3/1'], certainty: 'likely' })]],
    ['e', [suggestion({ lines: ['e'], books: ['4/1'], best: false })]],
    ['f', [suggestion({ lines: ['f'], books: [], record })]],
    ['g', [suggestion({ lines: ['g'], books: ['5/1'] })]],
    ['h', [suggestion({ lines: ['h'], books: ['1/1'] })]],
  ])
  const lines = [...'abcdefghi'].map((id) => ({ id, mark: id === 'g' ? 'ask' : null }))
  expect(certainOf(lines, suggestions, 500)).toEqual([sure, both])
  expect(certainOf(lines, suggestions, 1)).toEqual([sure])
})
