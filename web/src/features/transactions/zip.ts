// A zip of files that are compressed already, as PDFs are: stored one after another, with a table of contents at the end.
export type ZipEntry = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** The moment of every entry, so that the same vouchers make the same file: 1 January 1980, where zip begins to count. */
const dosDate = 0x0021
/** Names are UTF-8. */
const utf8 = 0x0800

export function zip(entries: readonly ZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const contents: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const encoded = new TextEncoder().encode(name)
    // Version needed, flags, method, time, date, checksum, both sizes, length of the name, no extra field.
    const facts = fields([2, 20], [2, utf8], [2, 0], [2, 0], [2, dosDate], [4, crc32(bytes)])
    const sizes = fields([4, bytes.length], [4, bytes.length], [2, encoded.length], [2, 0])
    const head = [fields([4, 0x04034b50]), facts, sizes, encoded]
    contents.push(
      fields([4, 0x02014b50], [2, 20]),
      facts,
      sizes,
      fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      encoded,
    )
    parts.push(...head, bytes)
    offset += lengthOf(head) + bytes.length
  }
  const end = fields(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
    ] as const),
    ...([
      [2, entries.length],
      [2, entries.length],
      [4, lengthOf(contents)],
      [4, offset],
      [2, 0],
    ] as const),
  )
  return new Blob([...parts, ...contents, end], { type: 'application/zip' })
}

/** Numbers of two or four bytes, the small end first. */
function fields(...numbers: readonly (readonly [2 | 4, number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((length, [size]) => length + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, number] of numbers) {
    if (size === 2) view.setUint16(at, number, true)
    else view.setUint32(at, number, true)
    at += size
  }
  return bytes
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((length, part) => length + part.length, 0)

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
