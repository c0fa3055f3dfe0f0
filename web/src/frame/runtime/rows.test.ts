// A grid grows automatically, copies from above, and accepts rows from a spreadsheet.
import { expect, test } from 'vitest'
import { choice } from '../../ui/choice.ts'
import { pastedCells, rowsChanged, withEmptyRow, type RowKind } from './rows.ts'

type Line = { id: string; item: string; price: string; vat: string }

const lines: RowKind<Line> = {
  isEmpty: ({ item, price }) => item === '' && price === '',
  empty: (id, above) => ({ id, item: '', price: '', vat: above?.vat ?? 'vatable' }),
}
const columns = [
  { kind: 'text', field: 'item', label: 'Item' },
  { kind: 'money', field: 'price', label: 'Unit price' },
  { kind: 'shown', field: 'amount', label: 'Amount' },
  {
    kind: 'select',
    field: 'vat',
    label: 'VAT',
    options: [
      { value: 'vatable', label: 'Vatable' },
      { value: 'exempt', label: 'VAT-exempt' },
    ],
  },
]
const start = withEmptyRow<Line>([], lines)
const pasted = (text: string, field: string) =>
  pastedCells(text, columns, field) ?? { cells: [], unknown: [], into: [] }

test('rows from a spreadsheet fill cells to the right and down, and add the rows they need', () => {
  const { cells, unknown } = pasted(
    'Rice\t1,200.50\tVAT-exempt\r\nCoffee\t45\tvatable\r\nTea\t12\tno such tax\r\n',
    'item',
  )
  expect(unknown).toEqual(['no such tax'])
  expect(cells).toEqual([
    { item: 'Rice', price: '1,200.50', vat: 'exempt' },
    { item: 'Coffee', price: '45', vat: 'vatable' },
    { item: 'Tea', price: '12' },
  ])
  const filled = rowsChanged(start, { type: 'paste', id: '1', cells }, lines)
  expect(filled.map(({ id, item, price, vat }) => [id, item, price, vat])).toEqual([
    ['1', 'Rice', '1,200.50', 'exempt'],
    ['2', 'Coffee', '45', 'vatable'],
    // An unknown choice leaves the row's suggestion unchanged.
    ['3', 'Tea', '12', 'vatable'],
    ['4', '', '', 'vatable'],
  ])
})

test('pasting starts in the focused cell and leaves the cells before it alone', () => {
  const typed = rowsChanged(start, { type: 'line', id: '1', field: 'item', value: 'Rice' }, lines)
  const { cells } = pasted('45\texempt\textra', 'price')
  expect(rowsChanged(typed, { type: 'paste', id: '1', cells }, lines)[0]).toEqual({
    id: '1',
    item: 'Rice',
    price: '45',
    vat: 'exempt',
  })
})

test('rows under the headings of columns go into these columns, in any order', () => {
  const { cells, into, unknown } = pasted('VAT\titem\tAmount\tUnit Price\nexempt\tRice\t90.00\t45\n', 'price')
  expect(cells).toEqual([{ vat: 'exempt', item: 'Rice', price: '45' }])
  expect([into, unknown]).toEqual([['VAT', 'Item', 'Unit price'], []])
  // Headings alone are no rows, and one known word is no heading.
  expect(pasted('Item\tVAT', 'item').cells).toEqual([{ item: 'Item', price: 'VAT' }])
  expect(pasted('Item\nRice', 'item').cells).toEqual([{ item: 'Item' }, { item: 'Rice' }])
  expect(pasted('Rice\t45\nTea\t', 'item').into).toEqual(['Item', 'Unit price'])
})

test('one cell is an ordinary text, with or without the line end of the spreadsheet', () => {
  expect(pastedCells('Rice, 5 kg', columns, 'item')).toBeNull()
  expect(pastedCells('Rice\n', columns, 'item')).toBeNull()
  expect(pastedCells('', columns, 'item')).toBeNull()
})

test('quotation marks of a spreadsheet are removed, and a cell of two lines stays one cell', () => {
  expect(pasted('"Rice ""Sinandomeng""\n5 kg"\t45', 'item').cells).toEqual([
    { item: 'Rice "Sinandomeng" 5 kg', price: '45' },
  ])
  expect(pastedCells('"never closed\t45\nx', columns, 'item')).not.toBeNull()
})

test('a column of figures goes down, and blank cells between them stay blank', () => {
  const { cells } = pasted('10\n\n30', 'price')
  expect(cells).toEqual([{ price: '10' }, { price: '' }, { price: '30' }])
})

test('of a thousand pasted rows five hundred are accepted, more than any document has', () => {
  const cells = Array.from({ length: 1000 }, (_, i) => ({ item: `Item ${i}` }))
  expect(rowsChanged(start, { type: 'paste', id: '1', cells }, lines)).toHaveLength(501)
})

test('a choice is found by its value, its label, or a unique part of it', () => {
  const accounts = [
    { value: '4010', label: '4010 Sales - goods' },
    { value: '4020', label: '4020 Sales - services' },
  ]
  expect(choice('4010', accounts)).toBe('4010')
  expect(choice('4020 sales - SERVICES', accounts)).toBe('4020')
  expect(choice('services', accounts)).toBe('4020')
  expect(choice('sales', accounts)).toBeNull()
  expect(choice(' ', accounts)).toBeNull()
})

test('removing a row leaves the others alone, and the grid always has a row', () => {
  const typed = rowsChanged(start, { type: 'line', id: '1', field: 'item', value: 'Rice' }, lines)
  const removed = rowsChanged(typed, { type: 'removeLine', id: '1' }, lines)
  expect(removed).toEqual([{ id: '2', item: '', price: '', vat: 'vatable' }])
  expect(rowsChanged(removed, { type: 'removeLine', id: '2' }, lines)).toHaveLength(1)
})

test('fixed rows accept input and pasting, and their number stays', () => {
  const fixedRows = { ...lines, fixed: true }
  const two = [lines.empty('1'), lines.empty('2')]
  const cells = [{ price: '1' }, { price: '2' }, { price: '3' }]
  const pasted = rowsChanged(two, { type: 'paste', id: '1', cells }, fixedRows)
  expect(pasted.map(({ price }) => price)).toEqual(['1', '2'])
  expect(rowsChanged(pasted, { type: 'line', id: '2', field: 'price', value: '5' }, fixedRows)).toHaveLength(2)
})

const named = (...items: string[]) =>
  withEmptyRow<Line>(
    items.map((item, at) => ({ id: String(at + 1), item, price: '1', vat: 'vatable' })),
    lines,
  )
const items = (rows: readonly Line[]) => rows.map(({ item }) => item)

test('a row is inserted above another one, and moves as far as the last filled row', () => {
  const rows = named('Rice', 'Coffee', 'Tea')
  expect(items(rowsChanged(rows, { type: 'insertLine', id: '2' }, lines))).toEqual(['Rice', '', 'Coffee', 'Tea', ''])
  expect(items(rowsChanged(rows, { type: 'moveLine', id: '1', to: 1 }, lines))).toEqual(['Coffee', 'Rice', 'Tea', ''])
  expect(items(rowsChanged(rows, { type: 'moveLine', id: '3', to: -1 }, lines))).toEqual(['Tea', 'Rice', 'Coffee', ''])
  expect(items(rowsChanged(rows, { type: 'moveLine', id: '1', to: 9 }, lines))).toEqual(['Coffee', 'Tea', 'Rice', ''])
  expect(items(rowsChanged(rows, { type: 'moveLine', id: '4', to: 0 }, lines))).toEqual(items(rows))
})

test('a removal, a paste and a move are taken back, and input since then stays', () => {
  const before = named('Rice', 'Coffee', 'Tea')
  const changes = [
    { type: 'removeLine', id: '2' },
    { type: 'moveLine', id: '3', to: 0 },
    { type: 'insertLine', id: '1' },
    { type: 'paste', id: '2', cells: [{ item: 'Salt' }, { item: 'Sugar' }, { item: 'Vinegar' }] },
  ] as const
  for (const change of changes) {
    const after = rowsChanged(before, change, lines)
    const typed = rowsChanged(after, { type: 'line', id: '1', field: 'price', value: '250' }, lines)
    const back = rowsChanged(typed, { type: 'revert', id: '', before, after }, lines)
    expect(items(back), change.type).toEqual(['Rice', 'Coffee', 'Tea', ''])
    expect(back[0]?.price, change.type).toBe('250')
  }
  const after = rowsChanged(before, { type: 'removeLine', id: '2' }, lines)
  const grown = rowsChanged(after, { type: 'line', id: '4', field: 'item', value: 'Salt' }, lines)
  expect(items(rowsChanged(grown, { type: 'revert', id: '', before, after }, lines))).toEqual([
    'Rice',
    'Coffee',
    'Tea',
    'Salt',
    '',
  ])
})
