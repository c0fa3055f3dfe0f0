// Outstanding items at the start, typed or pasted.
import { expect, test } from 'vitest'
import { itemsOf } from './StartDialog.tsx'

test('items are read line by line, and the first unreadable one is reported', () => {
  const typed = '20 Feb 2026; 0000077; Haligi Realty; -100,000.00\n\n2026-03-01\t\tDeposit of Friday\t1,500'
  expect(itemsOf(typed, '2026-03-05')).toMatchObject([
    { chequeNo: '0000077', words: 'Haligi Realty', amount: -10_000_000n },
    { day: '2026-03-01', chequeNo: null, words: 'Deposit of Friday', amount: 150_000n },
  ])
  expect(itemsOf('20 Feb 2026, Haligi', '2026-03-05')).toContain('Line 1: ')
  expect(itemsOf('2026-02-20;;;5', '2026-03-05')).toBe(
    'Line 1: Enter the date, cheque number, name and amount, separated by semicolons.',
  )
})
