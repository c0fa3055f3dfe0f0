// A QR code as rectangles: each row of its modules as runs of black.
import { encode } from 'uqr'

type Box = { x: number; y: number; width: number; height: number }

type Qr = { boxes: (left: number, top: number, side: number) => Box[] }

/**
 * The QR code of a text. One mask for all: the choice hardly matters to a scanner, and trying all takes ten times as
 * long.
 */
export function qrOf(text: string): Qr {
  const { size, data } = encode(text, { ecc: 'L', boostEcc: true, border: 0, maskPattern: 2 })
  const runs: { x: number; y: number; width: number }[] = []
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const from = x
      while (x + 1 < size && row[x + 1]) x += 1
      runs.push({ x: from, y, width: x + 1 - from })
    }
  return {
    boxes(left, top, side) {
      const module = side / size
      return runs.map(({ x, y, width }) => ({
        x: left + x * module,
        y: top + y * module,
        width: width * module,
        height: module,
      }))
    },
  }
}
