// The typed columns of the books become exactly the layout.
import { expect, test } from 'vitest'
import { standardLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { layoutOf, typedLayout } from './typedLayout.ts'

test('a layout survives being shown and read back', () => {
  expect(typedLayout(standardLayout).receipts[0]).toMatchObject({ title: 'CWT (2307)', accounts: '1320, 1321' })
  expect(layoutOf(typedLayout(standardLayout))).toEqual({ layout: standardLayout })
})

test('an empty column is left out, and a wrong one is reported at its position', () => {
  const typed = typedLayout(standardLayout)
  const empty = { title: ' ', side: 'debit' as const, accounts: '' }
  expect(layoutOf({ ...typed, receipts: [...typed.receipts, empty] })).toEqual({ layout: standardLayout })
  const wrong = layoutOf({ ...typed, disbursements: [{ title: 'Rent', side: 'debit', accounts: '6050; 60' }] })
  expect(wrong).toEqual({
    mistakes: [{ path: ['disbursements', 0, 'accounts', 1], message: 'Choose an account from the list.' }],
  })
})
