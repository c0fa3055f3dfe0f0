// Pictures: their size and orientation from the first bytes, and the formats that page pictures are written in.
import { crc32, deflateSync } from 'node:zlib'

export type Size = { width: number; height: number }

/** Undefined if it is neither a PNG nor a JPEG that can be read. */
export function sizeOfPicture(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength > 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) }
  for (const { isFrame, at } of segmentsOf(view)) {
    if (isFrame) return { width: view.getUint16(at + 3), height: view.getUint16(at + 1) }
  }
  return undefined
}

/** How the camera was held, as in EXIF: 1 is upright. */
export function orientationOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const { marker, at, length } of segmentsOf(view)) {
    if (marker !== 0xe1 || length < 14 || view.getUint32(at) !== 0x45786966) continue
    const tiff = at + 6
    const isLittle = view.getUint16(tiff) === 0x4949
    const end = at + length
    const first = tiff + view.getUint32(tiff + 4, isLittle)
    if (first + 2 > end) return 1
    const count = view.getUint16(first, isLittle)
    for (let entry = first + 2; entry + 12 <= Math.min(end, first + 2 + count * 12); entry += 12) {
      if (view.getUint16(entry, isLittle) !== 0x0112) continue
      const value = view.getUint16(entry + 8, isLittle)
      return value >= 1 && value <= 8 ? value : 1
    }
  }
  return 1
}

/** The segments of a JPEG before its picture. */
export function* segmentsOf(
  view: DataView,
): Generator<{ marker: number; isFrame: boolean; at: number; length: number }> {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2) - 2
    if (marker === 0xda || length < 0 || at + 4 + length > view.byteLength) return
    // The size and the colors.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker) && length >= 7
    yield { marker, isFrame, at: at + 4, length }
    at += 4 + length
  }
}

/** Four bytes for each pixel: red, green, blue and unused. */
export type Bitmap = Size & { data: Uint8Array }

/** A PNG in color. */
export function pngOf({ width, height, data }: Bitmap): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0, to = 0; y < height; y += 1) {
    to += 1
    for (let from = y * width * 4, end = from + width * 4; from < end; from += 4) {
      rows[to++] = data[from] ?? 0
      rows[to++] = data[from + 1] ?? 0
      rows[to++] = data[from + 2] ?? 0
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** One byte for each pixel, 0 is black. */
export type Gray = Size & { data: Uint8Array }

/** The green part of a picture: printed red and gray are dark in it. */
export function greenOf({ width, height, data }: Bitmap): Gray {
  const green = new Uint8Array(width * height)
  for (let pixel = 0; pixel < green.length; pixel += 1) green[pixel] = data[pixel * 4 + 1] ?? 0
  return { width, height, data: green }
}

export function pgmOf({ width, height, data }: Gray): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data])
}
