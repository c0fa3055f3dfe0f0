// Mistakes use the names of the form's fields, and disappear when the user changes the input that they concern.
import { expect, test } from 'vitest'
import { z } from '@talaan/ledger/core/zod.ts'
import { inOrder, schemaMistakes, onForm, readTyped, typedAt } from './typed.ts'

test('unreadable input is reported once, by its parser and not by the schema too', () => {
  const read = readTyped('2026-03-15')
  const fields = { day: read.day('31 Feb', ['day']), amount: read.amount('1200+350', ['amount']), memo: 5 }
  const schema = z.object({ day: z.iso.date('Not a day.'), amount: z.string(), memo: z.string('Not a text.') })
  expect(fields.amount).toBe('155000')
  expect(schemaMistakes(schema, fields, read.unread)).toEqual([
    { path: ['day'], message: 'There is no 31 February 2026; check the date.' },
    { path: ['memo'], message: 'Not a text.' },
  ])
})

test('submitted fields are mapped to the form by its names and the rows of the screen', () => {
  const places = { names: { partyId: 'party' }, rows: { bills: [0, 2] } }
  const found = onForm(
    [
      { path: ['fields', 'partyId'], message: 'a' },
      { path: ['bills', 1, 'amount'], message: 'b' },
      { path: ['bills'], message: 'c' },
      { path: [], message: 'd' },
    ],
    places,
  )
  expect(found.map(({ path }) => path)).toEqual([['party'], ['bills', 2, 'amount'], ['bills'], []])
})

test('mistakes come in the order of the form', () => {
  const at = (...path: (string | number)[]) => ({ path, message: '' })
  const found = [at('memo'), at('lines', 1, 'price'), at('lines', 1, 'item'), at('lines', 0, 'price'), at('day')]
  expect(inOrder(found, { day: [], lines: ['item', 'price'], memo: [] }).map(({ path }) => path.join('.'))).toEqual([
    'day',
    'lines.0.price',
    'lines.1.item',
    'lines.1.price',
    'memo',
  ])
})

test('a cell counts as changed when its text changes or its row moves', () => {
  const typed = {
    day: '3-15',
    lines: [
      { id: '1', price: '5' },
      { id: '2', price: '5' },
    ],
  }
  const moved = { ...typed, lines: typed.lines.slice(1) }
  expect(typedAt(typed, ['day'])).toBe('3-15')
  expect(typedAt(typed, ['lines', 0, 'price'])).not.toBe(typedAt(moved, ['lines', 0, 'price']))
  expect(typedAt(typed, ['lines', 1, 'price'])).toBe(typedAt({ ...typed, day: '' }, ['lines', 1, 'price']))
  expect(typedAt(typed, ['nowhere', 3, 'price'])).toBeUndefined()
})
