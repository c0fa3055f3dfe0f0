// Words of a page with their boxes become rows: the words at one height, also on a page that is not quite straight.

/** Positions are fractions of the page, from its upper left corner. */
export type Box = { page: number; x0: number; y0: number; x1: number; y1: number }
/** `confidence` is that of the reader, from 0 to 100; the text of a PDF has 100. */
export type Word = Box & { text: string; confidence: number }
export type Evidence = Box & { confidence: number }

export type Row = {
  page: number
  words: readonly Word[]
  /** The words with a space between them. */
  text: string
  /** Where each word begins in the text. */
  starts: readonly number[]
  /** The height of its letters, and where it is between the first (0) and the last (1) row of the page. */
  height: number
  depth: number
}

/** From top to bottom, and from left to right. */
export function rowsOf(words: readonly Word[]): Row[] {
  const pages = Map.groupBy(words, ({ page }) => page)
  return [...pages].toSorted(([a], [b]) => a - b).flatMap(([page, of]) => rowsOfPage(page, of))
}

function rowsOfPage(page: number, all: readonly Word[]): Row[] {
  const words = all.map((word) => ({ ...word, text: cleaned(word.text) })).filter(({ text }) => text !== '')
  const slope = slopeOf(words)
  const level = (word: Word) => middle(word) - slope * ((word.x0 + word.x1) / 2)
  const lines: { words: Word[]; level: number; height: number }[] = []
  for (const word of words.toSorted((a, b) => level(a) - level(b))) {
    const height = word.y1 - word.y0
    const last = lines.at(-1)
    if (last !== undefined && Math.abs(level(word) - last.level) < 0.55 * median([last.height, height])) {
      last.words.push(word)
      last.level = median(last.words.map(level))
      last.height = median(last.words.map(({ y0, y1 }) => y1 - y0))
    } else lines.push({ words: [word], level: level(word), height })
  }
  const [top, bottom] = [lines[0]?.level ?? 0, lines.at(-1)?.level ?? 1]
  return lines.map((line) => {
    const joined = joinSplit(line.words.toSorted((a, b) => a.x0 - b.x0))
    const depth = bottom > top ? (line.level - top) / (bottom - top) : 0
    return { page, words: joined, ...textOf(joined), height: line.height, depth }
  })
}

/** Lines of forms are read as letters at the edges of words. */
const cleaned = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[[\]{}|_~"'`*=«»—–-]+(?=.)|(?<=.)[[\]{}|_~"'`*=«»—–]+$/gu, '')
    .replace(/^[^\p{L}\p{N}₱#&()/-]+$/u, '')
    .trim()

const middle = ({ y0, y1 }: Box): number => (y0 + y1) / 2

/** How far a row falls from left to right, by neighbouring words. */
function slopeOf(words: readonly Word[]): number {
  const slopes: number[] = []
  const ordered = words.toSorted((a, b) => a.x0 - b.x0)
  for (const [at, left] of ordered.entries()) {
    const height = left.y1 - left.y0
    const reach = left.x1 + 3 * letterWidth(left)
    for (let next = at + 1; next < ordered.length; next += 1) {
      const right = ordered[next]
      if (right === undefined || right.x0 > reach) break
      if (right.x0 < left.x1 || Math.abs(middle(right) - middle(left)) > 0.5 * height) continue
      slopes.push((middle(right) - middle(left)) / ((right.x0 + right.x1) / 2 - (left.x0 + left.x1) / 2))
    }
  }
  return slopes.length < 5 ? 0 : median(slopes)
}

export const letterWidth = ({ x0, x1, text }: Word): number => (x1 - x0) / Math.max(1, text.length)

/** Till fonts split '1,234' from '.56'. */
function joinSplit(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const last = joined.at(-1)
    const isNear = last !== undefined && word.x0 - last.x1 < letterWidth(word) * 1.2
    const belongs =
      last !== undefined &&
      ((/\d$/.test(last.text) && /^[.,]\d/.test(word.text)) || (/\d[.,]$/.test(last.text) && /^\d/.test(word.text)))
    if (last !== undefined && isNear && belongs)
      joined[joined.length - 1] = { ...unionOf([last, word]), text: last.text + word.text }
    else joined.push(word)
  }
  return joined
}

function textOf(words: readonly Word[]): Pick<Row, 'text' | 'starts'> {
  const starts: number[] = []
  let text = ''
  for (const word of words) {
    if (text !== '') text += ' '
    starts.push(text.length)
    text += word.text
  }
  return { text, starts }
}

/** The words of a part of the row's text. */
export const wordsWithin = ({ words, starts }: Row, from: number, to: number): Word[] =>
  words.filter((word, at) => {
    const start = starts[at] ?? 0
    return start < to && start + word.text.length > from
  })

/** One box around all of them, with the confidence of the worst; undefined for none. */
export function evidenceOf(words: readonly Word[]): Evidence | null {
  return words.length === 0 ? null : unionOf(words)
}

function unionOf(words: readonly (Box & { confidence: number })[]): Evidence {
  const of = (pick: (word: Box & { confidence: number }) => number) => words.map(pick)
  return {
    page: words[0]?.page ?? 1,
    x0: Math.min(...of(({ x0 }) => x0)),
    y0: Math.min(...of(({ y0 }) => y0)),
    x1: Math.max(...of(({ x1 }) => x1)),
    y1: Math.max(...of(({ y1 }) => y1)),
    confidence: Math.min(...of(({ confidence }) => confidence)),
  }
}

export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b)
  const half = Math.floor(ordered.length / 2)
  const upper = ordered[half] ?? 0
  return ordered.length % 2 === 1 ? upper : ((ordered[half - 1] ?? upper) + upper) / 2
}
