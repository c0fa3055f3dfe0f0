import { expect, test } from 'vitest'
import { likeness, nearNumber, plainNumber } from './look-alikes.ts'

test.each([
  ['INV-00123', 'inv 123'],
  ['0001007', '1007'],
  ['SI No. 5', 'SI-NO-005'],
  ['A100', 'a-100'],
])('%s and %s are the same number', (one, other) => expect(plainNumber(one)).toBe(plainNumber(other)))

test.each([
  ['1234', '1243', true],
  ['1234', '1534', true],
  ['1234', '4321', false],
  ['1234', '12345', false],
  ['1234', '1234', false],
  ['12', '13', false],
  ['1234', '3214', false],
])('%s and %s are one typing error apart: %s', (one, other, near) => expect(nearNumber(one, other)).toBe(near))

const recorded = { externalNo: 'INV-1007', day: '2026-03-15', gross: 11_200_000n }

test.each([
  ['the same number, whatever else', { externalNo: 'inv 01007', day: '2025-01-01', gross: 1n }, 'same_number'],
  ['two digits swapped', { externalNo: 'INV-1070', gross: 5n }, 'near_number'],
  ['one digit wrong', { externalNo: 'INV-1907' }, 'near_number'],
  ['the next of the booklet', { externalNo: 'INV-1008', day: '2026-03-16', gross: 5n }, null],
  [
    'the next of the booklet, same amount',
    { externalNo: 'INV-1008', day: '2026-04-30', gross: 11_200_000n },
    'near_number',
  ],
  ['the same amount a week later', { externalNo: 'X9', day: '2026-03-22', gross: 11_200_000n }, 'same_amount'],
  ['the same amount eight days later', { externalNo: 'X9', day: '2026-03-23', gross: 11_200_000n }, null],
  ['nothing typed yet', {}, null],
] as const)('%s', (_, typed, expected) => expect(likeness(typed, recorded)).toBe(expected))

test('documents without a number are never duplicates by number', () => {
  expect(likeness({ externalNo: '' }, { ...recorded, externalNo: null })).toBeNull()
})
