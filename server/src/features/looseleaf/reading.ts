// A book is gone through several times: to find its widths, to draw it, and for each of its other files. What was read is
// kept as text up to a bound, so that the database is asked once about a usual month; of more, it is asked each time.
import type { Place, Rows, Source } from './printer.ts'

export function reading(ask: (source: Source, after: Place | null) => Promise<Rows>, { maxKept }: { maxKept: number }) {
  let kept = new Map<string, string[]>()
  let size = 0
  return { itemsOf, forget }

  /** What the source has, in its order, some at a time. */
  async function* itemsOf<T>(source: Source, read: (written: string) => T[]): AsyncGenerator<T[]> {
    for await (const text of textsOf(source)) yield read(text)
  }

  function forget(): void {
    kept = new Map()
    size = 0
  }

  async function* textsOf(source: Source): AsyncGenerator<string> {
    const key = JSON.stringify(source)
    const known = kept.get(key)
    if (known !== undefined) return yield* known
    let texts: string[] | null = []
    let asked: Promise<Rows> | null = ask(source, null)
    while (asked !== null) {
      const { rows, next }: Rows = await asked
      // The next rows are read while these are laid out.
      asked = next === null ? null : ask(source, next)
      size += rows.length
      if (size > maxKept) {
        forget()
        texts = null
      }
      texts?.push(rows)
      yield rows
    }
    if (texts !== null) kept.set(key, texts)
  }
}
