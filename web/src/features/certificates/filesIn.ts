// How many files of an archive have begun to come, told from its bytes as they arrive: each begins with the same four.
const mark = [0x50, 0x4b, 0x03, 0x04] as const

/** A listener that answers with the count so far after each piece; a mark may be cut by the end of a piece. */
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
