// What is said of a bundle while its papers are recorded.
import { parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { expect, test } from 'vitest'
import { stateOf } from './Bundle.tsx'

const papers = (totals: readonly number[]) =>
  totals.map((total, i) => ({ id: `${i}`, kind: 'bill' as const, number: `BL-2026-00000${i}`, total: BigInt(total) }))

test.each([
  ['', '', [], 'Count the papers and add them up first; each one you record is taken off.', false],
  ['3', '1,000', [400_00], '2 papers are left, with 600.00 of 1,000.00.', false],
  ['2', '500+500', [400_00, 600_00], 'The bundle agrees: 2 papers, 1,000.00.', false],
  ['2', '1,000', [400_00, 60_00], 'All are recorded, but they come to 460.00, 540.00 less than the tape.', true],
  ['3', '1,000', [400_00, 6_000_00], 'One is left, but they come to 6,400.00, 5,400.00 more than the tape.', true],
  ['3', '1,000', [400_00, 600_00], 'One is left, but the tape is used up.', true],
  ['1', '1,000', [400_00, 600_00], 'More are recorded than were counted, but the tape is used up.', true],
])('%s papers of %s, %j recorded: %s', (count, tape, totals, words, wrong) => {
  const state = stateOf({ papers: papers(totals), of: Number(count), tape: parseTypedAmount(tape) })
  expect(state.words).toContain(words)
  expect(state.wrong).toBe(wrong)
})
