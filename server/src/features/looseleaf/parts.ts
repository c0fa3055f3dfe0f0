// Bytes in parts of a megabyte, for chunks of any size.
export const partBytes = 1024 * 1024

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Merges small chunks and splits large ones; the last part is the rest. */
export async function* inParts(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    if (size === 0 && piece.length === partBytes) {
      yield piece
      continue
    }
    let from = 0
    while (size + piece.length - from >= partBytes) {
      const to = from + partBytes - size
      yield Buffer.concat([...waiting, piece.subarray(from, to)])
      waiting = []
      size = 0
      from = to
    }
    if (from === piece.length) continue
    waiting.push(piece.subarray(from))
    size += piece.length - from
  }
  if (size > 0) yield Buffer.concat(waiting)
}
