// An archive that claims to be small is not believed.
import { expect, test } from 'vitest'
import { zipOf } from '../../test/zip.ts'
import { assertUnpacksWithin } from './archive.ts'

const limits = { maxBytes: 100_000, maxEntries: 3 }

/** The sizes after unpacking, as the directory of the archive states them, become ten bytes each. */
function understated(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive)
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
    bytes.writeUInt32LE(10, at + 24)
  return bytes
}

test('what unpacks within the limits is taken, in several parts as well', () => {
  assertUnpacksWithin(zipOf({ 'a.xml': '<a/>', 'b.xml': Buffer.alloc(99_000) }), limits)
})

test('an archive whose directory understates its size is refused when the limit is reached', () => {
  const archive = zipOf({ 'a.xml': Buffer.alloc(100_001) })
  for (const bytes of [archive, understated(archive)])
    expect(() => assertUnpacksWithin(bytes, limits)).toThrow(/too large when unpacked/)
})

test('parts share the limit, and their number has one', () => {
  const part = Buffer.alloc(60_000)
  expect(() => assertUnpacksWithin(understated(zipOf({ a: part, b: part })), limits)).toThrow(/too large/)
  expect(() => assertUnpacksWithin(zipOf({ a: part, b: part, c: part, d: part }), limits)).toThrow(/too many parts/)
})
