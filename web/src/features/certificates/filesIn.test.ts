import { expect, test } from 'vitest'
import { filesIn } from './filesIn.ts'

test('files of an archive are counted as they arrive, even if a chunk ends inside a signature', () => {
  const count = filesIn()
  const bytes = (...all: number[]) => Uint8Array.from(all)
  expect(count(bytes(0x50, 0x4b, 0x03, 0x04, 7, 7))).toBe(1)
  expect(count(bytes(9, 0x50, 0x50, 0x4b))).toBe(1)
  expect(count(bytes(0x03, 0x04, 0x50, 0x4b, 0x01, 0x02))).toBe(2)
  expect(count(bytes())).toBe(2)
})
