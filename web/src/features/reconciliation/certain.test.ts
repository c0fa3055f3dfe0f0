// What one key confirms at once.
import type { BankLineAnswer, ProposalAnswer } from '@talaan/contract/reconciliation.ts'
import { expect, test } from 'vitest'
import { certainOf } from './certain.ts'

const proposal = (given: Partial<ProposalAnswer>): ProposalAnswer => ({
  ...{ lines: ['a'], books: ['1/1'], record: null, reasons: [], score: 90, certainty: 'certain', best: true },
  ...given,
})
const record = { kind: 'bankadjustment', what: 'charge', fields: {}, words: 'Bank charge' } as const
const line = (id: string, ...proposals: ProposalAnswer[]): BankLineAnswer => ({
  ...{
    id,
    seq: 1,
    day: '2026-03-02',
    amount: 5n,
    reference: null,
    chequeNo: null,
    description: '',
    mark: null,
    note: '',
  },
  proposals,
})

test('only what is certain, the best, free of questions and needs nothing recorded is confirmed at once, and once', () => {
  const sure = proposal({})
  const both = proposal({ lines: ['b', 'c'], books: ['2/1'] })
  const lines = [
    line('a', sure, proposal({ books: ['9/1'] })),
    line('b', both),
    line('c', both),
    line('d', proposal({ lines: ['d'], books: ['3/1'], certainty: 'likely' })),
    line('e', proposal({ lines: ['e'], books: ['4/1'], best: false })),
    line('f', proposal({ lines: ['f'], books: [], record })),
    { ...line('g', proposal({ lines: ['g'], books: ['5/1'] })), mark: 'ask' as const },
    line('h', proposal({ lines: ['h'], books: ['1/1'] })),
    line('i'),
  ]
  expect(certainOf(lines)).toEqual([sure, both])
})
