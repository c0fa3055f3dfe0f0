// The chosen columns become exactly the layout, and a stored layout shows the columns as they were chosen.
import { openQuestions } from '@talaan/ledger/banking/formats/layout.ts'
import { suggestLayout } from '@talaan/ledger/banking/formats/suggest.ts'
import { expect, test } from 'vitest'
import { draftOf, typedLayout, withRole } from './typedLayout.ts'

const rows = [
  ['Account 12', '', '', '', ''],
  ['Date', 'Particulars', 'Debit', 'Credit', 'Balance'],
  ['03/04/2026', 'x', '1.00', '', '9.00'],
]

test('a detected layout is shown column by column and sent back unchanged', () => {
  const { layout } = suggestLayout([rows])
  const typed = typedLayout(layout, rows)
  expect(typed).toMatchObject({ titlesRow: 1, roles: ['day', 'description', 'out', 'in', 'balance'], dateOrder: '' })
  expect(draftOf(typed, rows)).toEqual(layout)
})

test('a role moves to the newly chosen column, except text, which several columns may have', () => {
  const typed = typedLayout(suggestLayout([rows]).layout, rows)
  const signed = withRole(withRole(withRole(typed, 2, 'amount'), 3, 'description'), 4, 'day')
  expect(signed.roles).toEqual(['', 'description', 'amount', 'description', 'day'])
  expect(draftOf({ ...signed, outIsPositive: true, skip: 'hold, , pending', dateOrder: 'dmy' }, rows)).toMatchObject({
    day: 4,
    description: [1, 3],
    balance: null,
    skip: ['hold', 'pending'],
    dateOrder: 'dmy',
    amount: { kind: 'signed', column: 2, outIsPositive: true },
  })
  const half = draftOf(withRole(typed, 3, ''), rows)
  expect(openQuestions(half)).toEqual(['the amount columns', 'the order of day, month and year'])
  expect(draftOf(withRole(withRole(typed, 2, 'amount'), 3, 'mark'), rows)).toMatchObject({
    amount: { kind: 'marked', column: 2, mark: 3 },
  })
  expect(draftOf({ ...typed, titlesRow: -1 }, rows)).toMatchObject({ titles: [] })
})
