// The text about a party's open balance in the list of parties.
import { expect, test } from 'vitest'
import { balanceWords } from './balanceWords.ts'

test.each([
  ['customer', 11_200_000n, 800_000n, 'Owes 112,000.00, has a credit of 8,000.00'],
  ['customer', 0n, 800_000n, 'Has a credit of 8,000.00'],
  ['supplier', 5_000n, 0n, 'Payable 50.00'],
  ['supplier', 0n, 5_000n, 'Has an advance of 50.00'],
  ['supplier', 0n, 0n, ''],
] as const)('a %s with %s open and %s of credit: %s', (role, open, credit, words) => {
  expect(balanceWords({ balance: { open, credit } }, role)).toBe(words)
})
