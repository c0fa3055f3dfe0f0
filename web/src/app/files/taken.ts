// The text that a user takes from a page: one word, or all words between two, in reading order.

/** A word and its place, in fractions of the page. */
export type PageWord = { text: string; x0: number; y0: number; x1: number; y1: number }

/** The words in the rectangle around both words, from top to bottom and left to right. */
export function wordsBetween(words: readonly PageWord[], from: number, to: number): number[] {
  const [a, b] = [words[from], words[to]]
  if (a === undefined || b === undefined) return []
  const [left, right] = [Math.min(a.x0, b.x0), Math.max(a.x1, b.x1)]
  const [top, bottom] = [Math.min(a.y0, b.y0), Math.max(a.y1, b.y1)]
  const within = words.flatMap((word, at) => {
    const [x, y] = [(word.x0 + word.x1) / 2, middle(word)]
    return x >= left && x <= right && y >= top && y <= bottom ? [{ word, at }] : []
  })
  const rows: (typeof within)[] = []
  for (const one of within.toSorted((p, q) => middle(p.word) - middle(q.word))) {
    const row = rows.at(-1)
    const first = row?.[0]?.word
    if (row && first && middle(one.word) - middle(first) < 0.55 * (first.y1 - first.y0)) row.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => row.toSorted((p, q) => p.word.x0 - q.word.x0).map(({ at }) => at))
}

/** The text as a user would type it into a field: an amount has no peso sign. */
export const takenText = (words: readonly PageWord[]): string =>
  words
    .map(({ text }) => text)
    .join(' ')
    .replace(/^(₱|PHP|P)\s?(?=\d[\d,]*(\.\d+)?$)/i, '')

const middle = ({ y0, y1 }: PageWord): number => (y0 + y1) / 2
