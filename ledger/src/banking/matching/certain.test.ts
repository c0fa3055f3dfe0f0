// What one key confirms at once.
import { expect, test } from 'vitest'
import { certainOf } from './certain.ts'
import type { Proposal } from './proposal.ts'

const proposal = (given: Partial<Proposal>): Proposal => ({
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

test('only what is certain, the best, free of questions and needs nothing recorded is confirmed at once, and once', () => {
  const sure = proposal({})
  const both = proposal({ lines: ['b', 'c'], books: ['2/1'] })
  const proposals = new Map([
    ['a', [sure, proposal({ books: ['9/1'] })]],
    ['b', [both]],
    ['c', [both]],
    ['d', [proposal({ lines: ['d'], books: ['3/1'], certainty: 'likely' })]],
    ['e', [proposal({ lines: ['e'], books: ['4/1'], best: false })]],
    ['f', [proposal({ lines: ['f'], books: [], record })]],
    ['g', [proposal({ lines: ['g'], books: ['5/1'] })]],
    ['h', [proposal({ lines: ['h'], books: ['1/1'] })]],
  ])
  const lines = [...'abcdefghi'].map((id) => ({ id, mark: id === 'g' ? 'ask' : null }))
  expect(certainOf(lines, proposals, 500)).toEqual([sure, both])
  expect(certainOf(lines, proposals, 1)).toEqual([sure])
})
