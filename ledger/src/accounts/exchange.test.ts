import { expect, test } from 'vitest'
import { carryingAmount, inverseRate, rateBetween } from './exchange.ts'

test.each([
  ['56.25', '0.0177777778'],
  ['4', '0.25'],
  ['0.5', '2'],
  ['3', '0.3333333333'],
])('the inverse of %s is %s', (rate, inverse) => {
  expect(inverseRate(rate)).toBe(inverse)
})

test('the rate between two amounts has ten decimals, and is missing if it is not valid', () => {
  expect(rateBetween(100_00n, 5_625_00n)).toBe('56.25')
  expect(rateBetween(3_00n, 1_00n)).toBe('0.3333333333')
  expect(rateBetween(0n, 1_00n)).toBeNull()
  expect(() => inverseRate('0')).toThrow('cannot be zero')
})

test('a part of the foreign currency carries its share of the pesos, and the last part the rest', () => {
  const account = { balance: 5_600_01n, held: 100_00n }
  expect(carryingAmount(account, 33_33n)).toBe(1_866_48n)
  expect(carryingAmount(account, 100_00n)).toBe(5_600_01n)
  expect(carryingAmount(account, 0n)).toBe(0n)
  for (const amount of [-1n, 100_01n]) expect(() => carryingAmount(account, amount)).toThrow('exceeds')
})
