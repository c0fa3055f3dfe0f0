// Search results among book lines and other bank lines, and their order.
import { expect, test } from 'vitest'
import { searchBank, searchBooks } from './search.ts'

const anything = { words: '', atLeast: null, atMost: null, within: null, kind: null }
const book = (key: string, amount: bigint, day: string, more: object = {}) => ({
  key,
  amount,
  day,
  document: null,
  chequeNo: null,
  references: [],
  party: '',
  memo: '',
  ...more,
})
const books = [
  book('far', 123_456n, '2026-01-10', { party: 'Bayani & Sons' }),
  book('out', -123_456n, '2026-03-10', { memo: 'Refund' }),
  book('near', 123_400n, '2026-03-11', { chequeNo: '0000123' }),
  book('equal', 150_000n, '2026-02-01', { references: ['DS 0417'] }),
]
const open = { amount: 150_000n, day: '2026-03-10' }
const found = (words: string, more: object = {}) =>
  searchBooks(books, { ...anything, words, ...more }, open).map(({ key }) => key)

test('an empty search lists movements in the same direction, equal amounts first, then the nearest dates', () => {
  expect(found('')).toEqual(['equal', 'near', 'far'])
})

test('search words match in any order, as document numbers, and as amounts with or without commas, point and sign', () => {
  expect(found('sons bayani')).toEqual(['far'])
  expect(found('123')).toEqual(['out', 'near', 'far'])
  expect(found('1,234.56')).toEqual(['out', 'far'])
  expect(found('-1234.5')).toEqual(['out'])
  expect(found('ds 0417')).toEqual(['equal'])
  expect(found('1500.00 ds')).toEqual(['equal'])
  expect(found('1500.00 bayani')).toEqual([])
})

test('amount ranges ignore the sign, date distances count both ways, and a search also covers the other bank lines', () => {
  expect(found('', { atLeast: 123_400n, atMost: 123_456n })).toEqual(['out', 'near', 'far'])
  expect(found('', { atLeast: 123_457n })).toEqual(['equal'])
  expect(found('', { within: 3 })).toEqual(['out', 'near'])
  const line = (id: string, amount: bigint, more: object) => ({
    id,
    amount,
    day: '2026-03-10',
    description: '',
    reference: null,
    chequeNo: null,
    ...more,
  })
  const others = [line('a', 500n, { description: 'PESONET' }), line('b', -5_000n, { reference: '50.00' })]
  expect(searchBank(others, anything, open)).toEqual([])
  expect(searchBank(others, { ...anything, words: '50.00' }, open).map(({ id }) => id)).toEqual(['b'])
})
