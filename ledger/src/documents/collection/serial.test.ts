// The next number of a booklet of receipts.
import { expect, test } from 'vitest'
import { nextSerial } from './serial.ts'

test.each([
  ['000231', [], '000232'],
  ['OR-0099', [], 'OR-0100'],
  ['999', [], '1000'],
  ['000231', ['000232', '000233', '000235'], '000234'],
  ['A/2', ['A/3'], 'A/4'],
  ['A', [], null],
])('after receipt %s, with %j recorded, the next one is %s', (last, recorded, next) => {
  expect(nextSerial(last, new Set(recorded))).toBe(next)
})
