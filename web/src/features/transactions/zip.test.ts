import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zip } from './zip.ts'

const text = (words: string) => new TextEncoder().encode(words)
const entries = [
  { name: 'sales-invoice-SI-2026-000001.pdf', bytes: text('%PDF-1.7 one') },
  { name: 'Peñafrancia.pdf', bytes: text('') },
]

test('a zip has each file with its name, size and checksum, and a table of contents that finds them', async () => {
  const bytes = Buffer.from(await zip(entries).arrayBuffer())
  const end = bytes.length - 22
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
  expect(bytes.readUInt16LE(end + 10)).toBe(2)
  let at = bytes.readUInt32LE(end + 16)
  for (const { name, bytes: content } of entries) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50)
    expect(bytes.readUInt32LE(at + 16)).toBe(crc32(content))
    const length = bytes.readUInt16LE(at + 28)
    expect(bytes.subarray(at + 46, at + 46 + length).toString()).toBe(name)
    const local = bytes.readUInt32LE(at + 42)
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50)
    const start = local + 30 + length
    expect(bytes.subarray(start, start + bytes.readUInt32LE(local + 18))).toEqual(Buffer.from(content))
    at += 46 + length
  }
  expect(at).toBe(end)
})
