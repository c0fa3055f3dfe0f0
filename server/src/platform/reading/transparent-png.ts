// A PNG with transparent parts as it looks on white paper: a PDF holds pictures without such parts.
import { inflateSync } from 'node:zlib'

type Rows = { width: number; height: number; channels: 1 | 3; rows: Buffer }

/** The memory of the reading process holds no larger picture. */
const maxPixels = 16_000_000

/** `packed` are the data of the picture. Undefined if they are not what the size says. */
export function onWhite(
  packed: Uint8Array,
  size: { width: number; height: number },
  channels: 1 | 3,
): Rows | undefined {
  const { width, height } = size
  if (width * height > maxPixels) return undefined
  const step = channels + 1
  const wide = width * step
  const unpacked = unpackedOf(packed, (wide + 1) * height)
  if (unpacked === undefined) return undefined
  const rows = Buffer.alloc(width * channels * height)
  let above: Uint8Array = new Uint8Array(wide)
  for (let y = 0, to = 0; y < height; y += 1) {
    const start = y * (wide + 1)
    const row = unpacked.subarray(start + 1, start + 1 + wide)
    if (!unfilter(row, above, unpacked[start] ?? 0, step)) return undefined
    for (let x = 0; x < wide; x += step) {
      const alpha = row[x + channels] ?? 255
      for (let channel = 0; channel < channels; channel += 1)
        rows[to++] = Math.round(255 + (((row[x + channel] ?? 255) - 255) * alpha) / 255)
    }
    above = row
  }
  return { ...size, channels, rows }
}

function unpackedOf(packed: Uint8Array, length: number): Buffer | undefined {
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: length })
    return unpacked.length === length ? unpacked : undefined
  } catch {
    return undefined
  }
}

/** Takes back the filter of a row, as in the PNG specification. False for a filter that doesn't exist. */
function unfilter(row: Uint8Array, above: Uint8Array, filter: number, step: number): boolean {
  for (let x = 0; x < row.length; x += 1) {
    const [left, up, corner] = [
      x < step ? 0 : (row[x - step] ?? 0),
      above[x] ?? 0,
      x < step ? 0 : (above[x - step] ?? 0),
    ]
    const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
    if (added === undefined) return false
    row[x] = ((row[x] ?? 0) + added) & 255
  }
  return true
}

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
}
