import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertBalanced, credit, debit, entry, reversal } from './journal.ts'
import type { Entry, Line } from './journal.ts'

const balances = (...entries: Entry[]) => {
  const found = new Map<string, bigint>()
  for (const line of entries.flatMap((posted) => posted.lines)) {
    found.set(line.account, (found.get(line.account) ?? 0n) + line.debit - line.credit)
  }
  return Object.fromEntries([...found].filter(([, balance]) => balance !== 0n))
}

test('an entry keeps the order of its lines, merges none and drops zero lines', () => {
  const made = entry(
    'SJ',
    '2026-03-15',
    'Invoice no. 000123',
    debit('1110', 300n),
    credit('4010', 100n),
    credit('4010', 200n, { memo: 'second' }),
    credit('2110', 0n),
  )
  expect(made).toEqual({
    journal: 'SJ',
    day: '2026-03-15',
    memo: 'Invoice no. 000123',
    lines: [
      { account: '1110', debit: 300n, credit: 0n },
      { account: '4010', debit: 0n, credit: 100n },
      { account: '4010', debit: 0n, credit: 200n, memo: 'second' },
    ],
  })
})

test.each([
  [[debit('1110', 11_200n), credit('4010', 10_000n)], "Debits exceed credits by 12.00 in 'x'."],
  [[debit('1110', 1n), credit('4010', 2n)], "Credits exceed debits by 0.01 in 'x'."],
  [[], "The entry 'x' has no amount."],
  [[debit('1110', 0n), credit('4010', 0n)], "The entry 'x' has no amount."],
])('an invalid entry is refused (%#)', (lines: Line[], message) => {
  expect(() => entry('GJ', '2026-03-15', 'x', ...lines)).toThrow(message)
})

test('no debit or credit is negative, and no line has both', () => {
  expect(() => debit('1110', -1n)).toThrow('cannot be negative: -0.01')
  expect(() => credit('1110', -1n)).toThrow('cannot be negative: -0.01')
  const both = [{ account: '1110', debit: 5n, credit: 5n }, debit('1010', 1n), credit('1010', 1n)]
  expect(() => assertBalanced({ journal: 'GJ', day: '2026-03-15', memo: 'x', lines: both })).toThrow(
    'must have either a positive debit or a positive credit',
  )
})

test('manually entered lines are validated too', () => {
  const lines = [
    { account: '1110', debit: -5n, credit: 0n },
    { account: '4010', debit: 0n, credit: -5n },
  ]
  expect(() => entry('GJ', '2026-03-15', 'x', ...lines)).toThrow(
    "The line for account 1110 in 'x' must have either a positive debit or a positive credit",
  )
})

test('a reversal restores every balance and every frozen tax, and can be reversed itself', () => {
  const anyLine = fc.record({
    account: fc.constantFrom('1110', '2110', '4010', '4020', '6070'),
    amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    debits: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (drawn) => {
      const lines = drawn.map(({ account, amount, debits }) =>
        debits
          ? debit(account, amount)
          : credit(account, amount, {
              partyId: 'p',
              tax: { vatClass: 'vatable', base: amount, vat: 7n },
              withheld: { atc: 'WC160', rate: '0.02', base: 2n, tax: 1n },
            }),
      )
      const rest = lines.reduce((open, line) => open + line.debit - line.credit, 0n)
      const posted = entry(
        'SJ',
        '2026-03-15',
        'posted',
        ...lines,
        rest > 0n ? credit('3030', rest) : debit('3030', -rest),
        debit('1010', 1n),
        credit('1050', 1n),
      )
      const undone = reversal(posted, '2026-03-16', 'void')
      expect(balances(posted, undone)).toEqual({})
      for (const key of ['base', 'vat'] as const)
        expect([...posted.lines, ...undone.lines].reduce((total, line) => total + (line.tax?.[key] ?? 0n), 0n)).toBe(0n)
      for (const key of ['base', 'tax'] as const)
        expect(
          [...posted.lines, ...undone.lines].reduce((total, line) => total + (line.withheld?.[key] ?? 0n), 0n),
        ).toBe(0n)
      expect({ ...undone, lines: undone.lines.map((line) => line.account) }).toEqual({
        journal: 'SJ',
        day: '2026-03-16',
        memo: 'void',
        lines: posted.lines.map((line) => line.account),
      })
      expect(reversal(undone, posted.day, posted.memo)).toEqual(posted)
    }),
  )
})
