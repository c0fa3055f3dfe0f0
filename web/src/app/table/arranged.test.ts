import { expect, test } from 'vitest'
import type { DataColumn } from '../../ui/DataTable.tsx'
import { arranged, moved, stored } from './arranged.ts'

const column = (key: string, more: Partial<DataColumn<string>> = {}): DataColumn<string> => ({
  key,
  title: key,
  cell: (row) => row,
  ...more,
})
const all = [
  column('select', { stays: 'first' }),
  column('number', { stays: 'shown' }),
  column('day'),
  column('memo', { isExtra: true }),
  column('total'),
]
const keys = (columns: readonly { key: string; isShown: boolean }[]) =>
  columns.map(({ key, isShown }) => (isShown ? key : `(${key})`)).join(' ')

test('without a choice the usual columns are shown in their usual order', () => {
  expect(keys(arranged(all, []))).toBe('select number day (memo) total')
})

test('chosen columns have their order and width; new ones follow the column that they usually follow', () => {
  const chosen = [
    { key: 'total', isShown: true, width: 140 },
    { key: 'gone', isShown: true, width: null },
    { key: 'number', isShown: false, width: null },
    { key: 'memo', isShown: true, width: null },
  ]
  const columns = arranged(all, chosen)
  expect(keys(columns)).toBe('select total number day memo')
  expect(columns.map(({ width }) => width)).toEqual([null, 140, null, null, null])
})

test('a column is moved within the list, never before the first, and the arrangement is stored without the first', () => {
  const columns = arranged(all, [])
  expect(keys(moved(columns, 'total', 1))).toBe('select total number day (memo)')
  expect(keys(moved(columns, 'total', -5))).toBe('select total number day (memo)')
  expect(keys(moved(columns, 'number', 99))).toBe('select day (memo) total number')
  expect(keys(moved(columns, 'select', 3))).toBe(keys(columns))
  const again = arranged(all, stored(moved(columns, 'total', 1)))
  expect(keys(again)).toBe('select total number day (memo)')
})
