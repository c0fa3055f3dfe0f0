// The sentence about a batch while its documents are recorded.
import { parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { expect, test } from 'vitest'
import { stateOf } from './Batch.tsx'

const documents = (totals: readonly number[]) =>
  totals.map((total, i) => ({ id: `${i}`, kind: 'bill' as const, number: `BL-2026-00000${i}`, total: BigInt(total) }))

test.each([
  [
    '',
    '',
    [],
    'Count your documents and add up their totals first. Talaan then shows how many documents are left to record.',
    false,
  ],
  ['3', '1,000', [400_00], '2 documents are left to record: 600.00 of 1,000.00.', false],
  ['2', '500+500', [400_00, 600_00], 'The batch matches its control total: 2 documents, 1,000.00.', false],
  [
    '2',
    '1,000',
    [400_00, 60_00],
    'All documents are recorded, but the total is 460.00, 540.00 less than the control total. Compare each entry with its document.',
    true,
  ],
  [
    '3',
    '1,000',
    [400_00, 6_000_00],
    '1 document is left, but the total is 6,400.00, 5,400.00 more than the control total. Compare each entry with its document.',
    true,
  ],
  ['3', '1,000', [400_00, 600_00], '1 document is left, but the control total has already been reached.', true],
  [
    '1',
    '1,000',
    [400_00, 600_00],
    'More documents are recorded than you counted, but the control total has already been reached.',
    true,
  ],
])('%s documents of %s with %j recorded show: %s', (count, controlTotal, totals, words, wrong) => {
  const state = stateOf({
    documents: documents(totals),
    of: Number(count),
    controlTotal: parseTypedAmount(controlTotal),
  })
  expect(state.words).toContain(words)
  expect(state.wrong).toBe(wrong)
})
