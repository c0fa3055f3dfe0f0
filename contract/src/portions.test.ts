// A long list that is told by its changes is the list that would have been told whole.
import { expect, test } from 'vitest'
import { digestsOf, doubting, knownOf, portionOf, withChanges } from './portions.ts'

type Row = { id: string; at: number }
const inOrder = { key: ({ id }: Row) => id, order: (a: Row, b: Row) => a.at - b.at }
const row = (id: string, at: number): Row => ({ id, at })

test('a portion has the first of an id in its name, or the last of the number of an entry', () => {
  expect(
    ['8c9583f0-0000-4000-8000-000000000000', '120345/2', '7/12', 'before:0a1b2c3d-0000-4000-8000-000000000000'].map(
      portionOf,
    ),
  ).toEqual(['8c9', '345', '007', '0a1'])
})

test('rows that are gone, changed and new take their places, and what did not change stays the same object', () => {
  const rows = [row('aaa1', 1), row('bbb1', 2), row('aaa2', 3), row('ccc1', 4)]
  const known = knownOf(new Map([...'abc'].map((letter) => [letter.repeat(3), `${letter}-0000`])))
  const told = withChanges(
    { rows, known },
    [
      { portion: 'aaa', digest: 'a-1111', rows: [row('aaa2', 3), row('aaa9', 9), row('aaa0', 0)] },
      { portion: 'bbb', digest: '', rows: [] },
      { portion: 'ddd', digest: 'd-1111', rows: [row('ddd1', 4)] },
    ],
    inOrder,
  )
  expect(told.rows.map(({ id }) => id)).toEqual(['aaa0', 'aaa2', 'ccc1', 'ddd1', 'aaa9'])
  expect(told.rows[2]).toBe(rows[3])
  expect(Object.fromEntries(digestsOf(told.known))).toEqual({ aaa: 'a-1111', ccc: 'c-0000', ddd: 'd-1111' })
})

test('a list that did not change is the same list', () => {
  const before = { rows: [row('aaa1', 1)], known: 'aaaa-0000' }
  expect(withChanges(before, [], inOrder)).toBe(before)
})

test('portions of rows that were changed on the screen are asked for again', () => {
  expect(doubting('aaaa-0000bbbb-0000cccc-0000', ['bbb1', 'ddd1'])).toBe('aaaa-0000bbb------cccc-0000')
})
