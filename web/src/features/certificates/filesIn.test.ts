import { expect, test } from 'vitest'
import { filesIn } from './filesIn.ts'

test('files of an archive are counted as they arrive, even if a chunk ends inside a signature', () => {
  const heard = filesIn()
  const bytes = (...all: number[]) => Uint8Array.from(all)
  expect(heard(bytes(0x50, 0x4b, 0x03, 0x04, 7, 7))).toBe(1)
  expect(heard(bytes(9, 0x50, 0x50, 0x4b))).toBe(1)
  expect(heard(bytes(0x03, 0x04, 0x50, 0x4b, 0x01, 0x02))).toBe(2)
  expect(heard(bytes())).toBe(2)
})
