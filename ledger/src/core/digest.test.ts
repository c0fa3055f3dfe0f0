import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../test/characters.ts'
import { canonical } from './digest.ts'

test('keys are sorted, absent ones omitted, and amounts written as on the wire', () => {
  expect(canonical({ b: [1n, -2n, null, true], a: 'x"y', c: undefined, d: { z: 1, y: 'ñ' } })).toBe(
    String.raw`{"a":"x\"y","b":["1","-2",null,true],"d":{"y":"ñ","z":1}}`,
  )
})

test('equal values have one canonical text for any order of their keys, and it is JSON', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: anyCharacter }),
      fc.boolean(),
      fc.constant(null),
      fc.maxSafeInteger(),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('any'), { maxKeys: 4 }),
    ),
  })).any
  const shuffled = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(shuffled)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(
      Object.entries(item)
        .toReversed()
        .map(([key, inner]) => [key, shuffled(inner)]),
    )
  }
  fc.assert(
    fc.property(value, (item) => {
      expect(canonical(shuffled(item))).toBe(canonical(item))
      expect(canonical(JSON.parse(canonical(item)))).toBe(canonical(item))
    }),
  )
})

test.each([0.1, Number.NaN, Infinity, 2 ** 53])('%s has no canonical text', (value) => {
  expect(() => canonical({ value })).toThrow('not a safe whole number')
})

test('objects that are not plain are refused, not written as {}', () => {
  // oxlint-disable-next-line no-restricted-globals -- a Date is what must be refused here
  for (const value of [new Date(0), new Map(), new Set(), () => 1, Symbol('x'), undefined]) {
    expect(() => canonical([value])).toThrow(TypeError)
  }
})
