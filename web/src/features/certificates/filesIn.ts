// Counts the files of an archive while it downloads. Each file begins with the same four bytes.
const mark = [0x50, 0x4b, 0x03, 0x04] as const

/** Returns a listener that takes each chunk and returns the count. A signature may be split between two chunks. */
export function filesIn(): (piece: Uint8Array) => number {
  let found = 0
  let matched = 0
  return (piece) => {
    for (const byte of piece) {
      matched = byte === mark[matched] ? matched + 1 : byte === mark[0] ? 1 : 0
      if (matched < mark.length) continue
      found += 1
      matched = 0
    }
    return found
  }
}
