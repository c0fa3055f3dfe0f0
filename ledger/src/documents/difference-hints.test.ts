// Why an entry may not balance, and why documents may not add up to a total.
import { expect, test } from 'vitest'
import { entryHints, type EntryHint } from './journalvoucher/difference-hints.ts'
import { allocationHints } from './settling/difference-hints.ts'

const debit = (account: string, amount: bigint) => ({ account, debit: amount, credit: 0n })
const credit = (account: string, amount: bigint) => ({ account, debit: 0n, credit: amount })

test.each<{ cause: string; lines: ReturnType<typeof debit>[]; hints: EntryHint[] }>([
  {
    cause: 'an amount on the wrong side',
    lines: [debit('6101', 1_000_00n), debit('6102', 250_00n), credit('1031', 750_00n)],
    hints: [
      {
        words: 'The 250.00 on line 2 is half of the difference, so this line may belong on the credit side.',
        at: 1,
        instead: { debit: 0n, credit: 250_00n },
      },
    ],
  },
  {
    cause: 'transposed digits on the larger side',
    lines: [debit('6101', 1_320_00n), debit('6102', 400_00n), credit('1031', 1_630_00n)],
    hints: [
      {
        words: 'Line 1 may have transposed digits: with 1,230.00 instead of 1,320.00, debits and credits are equal.',
        at: 0,
        instead: { debit: 1_230_00n, credit: 0n },
      },
    ],
  },
  {
    cause: 'a misplaced decimal point on the smaller side',
    lines: [debit('6101', 500_00n), debit('6102', 70_00n), credit('1031', 57_00n)],
    hints: [
      {
        words: 'Line 3 may have a misplaced decimal point: with 570.00 instead of 57.00, debits and credits are equal.',
        at: 2,
        instead: { debit: 0n, credit: 570_00n },
      },
    ],
  },
  {
    cause: 'a line that is entered twice',
    lines: [debit('6101', 80_00n), debit('6102', 15_00n), debit('6101', 80_00n), credit('1031', 95_00n)],
    hints: [
      {
        words: 'Lines 1 and 3 are the same: one of them may be a duplicate.',
        at: 2,
        instead: { debit: 0n, credit: 0n },
      },
    ],
  },
  {
    cause: 'a missing line',
    lines: [debit('6101', 80_00n), debit('6102', 15_00n), credit('1031', 80_00n)],
    hints: [
      {
        words:
          'The amount on line 2 equals the difference. The matching credit may be missing, or the line may be a duplicate.',
        at: 1,
      },
    ],
  },
  { cause: 'equal sides', lines: [debit('6101', 80_00n), credit('1031', 80_00n)], hints: [] },
  { cause: 'an entry that is still being typed', lines: [debit('6101', 80_00n), debit('6102', 80_00n)], hints: [] },
])('the difference of an entry is explained: $cause', ({ lines, hints }) => {
  expect(entryHints(lines)).toEqual(hints)
  const sides = lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }))
  expect(entryHints(sides).map(({ at }) => at)).toEqual(hints.map(({ at }) => at))
  for (const { at, instead } of hints) {
    if (instead === undefined) continue
    const mended = lines.with(at, { account: '', ...instead })
    expect(mended.reduce((all, line) => all + line.debit - line.credit, 0n)).toBe(0n)
  }
})

const hintsOf = (total: bigint, rows: ReturnType<typeof row>[]) =>
  allocationHints({ total, left: rows.reduce((left, { pay }) => left - pay, total), rows })
const row = (id: string, full: bigint, pay = 0n) => ({ id, number: `IN-${id}`, pay, full })

test('the documents that are exactly the total are named', () => {
  const rows = [row('1', 700_00n, 700_00n), row('2', 450_00n, 100_00n), row('3', 350_00n), row('4', 99_00n)]
  expect(hintsOf(800_00n, rows)).toEqual([{ words: 'IN-2 and IN-3 add up to exactly 800.00.', only: ['2', '3'] }])
  expect(hintsOf(99_00n, [row('1', 700_00n, 99_00n), row('4', 99_00n)])).toEqual([
    { words: 'IN-4 has an open balance of exactly 99.00.', only: ['4'] },
  ])
})

test.each([
  { why: 'whole documents are the total', total: 700_00n, rows: [row('1', 700_00n, 700_00n), row('2', 700_00n)] },
  { why: 'there is no total', total: 0n, rows: [row('1', 700_00n, 100_00n)] },
  {
    why: 'any four of ten would do',
    total: 40_00n,
    rows: Array.from({ length: 10 }, (_, at) => row(`${at}`, 10_00n, 4_00n)),
  },
])('no documents are named when $why', ({ total, rows }) => {
  expect(hintsOf(total, rows)).toEqual([])
})

test('a hundred open documents are searched without a wait, and too many combinations name none', () => {
  const rows = Array.from({ length: 100 }, (_, at) => row(`${at}`, BigInt(1_000_01 + at * 7)))
  expect(hintsOf(50_000_03n, rows)).toEqual([])
})

test('typing errors and a document too many are found', () => {
  const paid = [row('1', 1_230_00n, 1_320_00n), row('2', 500_00n, 500_00n)]
  expect(hintsOf(1_730_00n, paid)[0]).toEqual({
    words: 'IN-1 may have transposed digits: 1,320.00 is entered, but the open balance is 1,230.00.',
    row: '1',
  })
  expect(hintsOf(1_230_00n, [row('1', 1_320_00n, 1_320_00n)])).toEqual([
    {
      words:
        'The total may have transposed digits: the documents add up to 1,320.00, but the total entered is 1,230.00.',
    },
  ])
  expect(hintsOf(75_00n, [row('1', 80_00n, 75_00n), row('2', 40_00n, 40_00n)])).toEqual([
    {
      words:
        'Without IN-2 (40.00), the documents add up to the total: this document may have been selected by mistake.',
      row: '2',
    },
  ])
})
