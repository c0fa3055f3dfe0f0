// A workbook is an archive: it is unpacked once within limits before a library reads it.
import { inflateRawSync } from 'node:zlib'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'

/** Unpacks every part within the limit, whatever the directory claims, before anything else touches the archive. */
export function assertUnpacksWithin(
  bytes: Uint8Array,
  { maxBytes, maxEntries }: { maxBytes: number; maxEntries: number },
): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const damaged = new UnreadableStatement('This workbook is damaged or incomplete. Download it again.')
  if (end < 0 || end + 22 > buffer.length) throw damaged
  const entries = buffer.readUInt16LE(end + 10)
  if (entries > maxEntries) throw new UnreadableStatement('This workbook has too many parts and was not read.')
  let [at, left] = [buffer.readUInt32LE(end + 16), maxBytes]
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== 0x02014b50) throw damaged
    const [method, packed, names] = [
      buffer.readUInt16LE(at + 10),
      buffer.readUInt32LE(at + 20),
      buffer.readUInt16LE(at + 28),
    ]
    const [extra, comment, local] = [
      buffer.readUInt16LE(at + 30),
      buffer.readUInt16LE(at + 32),
      buffer.readUInt32LE(at + 42),
    ]
    const name = buffer.toString('latin1', at + 46, at + 46 + names)
    at += 46 + names + extra + comment
    if (local + 30 > buffer.length) throw damaged
    const begins = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28)
    const part = buffer.subarray(begins, begins + packed)
    if (part.length < packed) throw damaged
    const unpacked = method === 0 ? part : inflated(part, left)
    left -= unpacked.length
    if (left < 0) throw bomb()
    if (/\.(zip|xlsx|xlsm)$/i.test(name))
      throw new UnreadableStatement('This workbook contains an archive and was not read.')
    if (/\.(xml|rels)$/i.test(name) && /<!DOCTYPE|<!ENTITY/i.test(unpacked.toString('latin1', 0, 4096)))
      throw new UnreadableStatement('This workbook defines its own document type and was not read.')
  }
}

const bomb = () => new UnreadableStatement('This workbook is too large when unpacked and was not read.')

function inflated(part: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(part, { maxOutputLength: Math.max(1, limit) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bomb()
    throw new UnreadableStatement('This workbook is damaged or incomplete. Download it again.')
  }
}
