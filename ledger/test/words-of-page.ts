// The words of a page that a test shows as text.
import type { Word } from '../src/capture/rows.ts'

/** Placed as in a text of at most 100 columns. `slope` is how far a row falls over the page; `tall` are rows in larger letters. */
export function wordsOf(text: string, { slope = 0, tall = /^$/ }: { slope?: number; tall?: RegExp } = {}): Word[] {
  const lines = text.split('\n')
  const step = 1 / (lines.length + 2)
  return lines.flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map((match): Word => {
      const [x0, x1] = [match.index / 100, (match.index + match[0].length) / 100]
      const y0 = (row + 1) * step + slope * x0
      const height = step * (tall.test(line) ? 0.9 : 0.5)
      return { page: 1, text: match[0], x0, x1, y0, y1: y0 + height, confidence: 95 }
    }),
  )
}
