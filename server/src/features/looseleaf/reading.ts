// A book is iterated several times: to measure columns, to draw, and for each of its other files. Rows are cached as
// text up to a limit, so that a usual month is queried once; a larger one each time.
import type { Place, Rows, Source } from './printer.ts'

export function reading(
  ask: (source: Source, after: Place | null) => Promise<Rows>,
  { maxCachedBytes }: { maxCachedBytes: number },
) {
  let cache = new Map<string, string[]>()
  let size = 0
  return { itemsOf, forget }

  /** The rows of the source, in order and in chunks. */
  async function* itemsOf<T>(source: Source, read: (written: string) => T[]): AsyncGenerator<T[]> {
    for await (const text of textsOf(source)) yield read(text)
  }

  function forget(): void {
    cache = new Map()
    size = 0
  }

  async function* textsOf(source: Source): AsyncGenerator<string> {
    const key = JSON.stringify(source)
    const known = cache.get(key)
    if (known !== undefined) return yield* known
    let texts: string[] | null = []
    let pending: Promise<Rows> | null = ask(source, null)
    while (pending !== null) {
      const { rows, next }: Rows = await pending
      // Prefetches the next rows while these are laid out.
      pending = next === null ? null : ask(source, next)
      size += rows.length
      if (size > maxCachedBytes) {
        forget()
        texts = null
      }
      texts?.push(rows)
      yield rows
    }
    if (texts !== null) cache.set(key, texts)
  }
}
