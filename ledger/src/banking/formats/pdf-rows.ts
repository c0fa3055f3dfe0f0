// Words of a PDF page with their positions become rows of cells: a row is the words at one height, a column the words
// under one title.
import { plainTitle } from './layout.ts'
import type { Table } from './layout.ts'
import { suggestLayout } from './suggest.ts'

/** In points, origin at the lower left of the page; `x` is the start of the word. */
export type Word = { page: number; x: number; y: number; width: number; height: number; text: string }

/** `apart` if the line is too far below the previous one, or on another page, to continue it. */
type Line = { words: Word[]; apart: boolean }
/** The horizontal extent of a column. */
type Column = { from: number; to: number }

/**
 * One table for the whole document. The columns are those of the first row with known titles; without such a row, they
 * are the gaps of the widest row. Pages that repeat the titles, wider or narrower, reset them.
 */
export function rowsOfPdf(words: readonly Word[]): Table {
  const lines = linesOf(words)
  const cells = lines.map(split)
  const titled = cells.findIndex((row) => isTitles(row.map(({ text }) => text)))
  const start = titled >= 0 ? titled : widest(cells)
  let columns = columnsOf(cells[start] ?? [])
  const names = (cells[start] ?? []).map(({ text }) => plainTitle(text)).join('|')
  return cells.flatMap((row, at) => {
    if (at < start && titled >= 0) return [row.map(({ text }) => text)]
    if (row.map(({ text }) => plainTitle(text)).join('|') === names) columns = columnsOf(row)
    const placed = columns.map(() => '')
    for (const cell of row) {
      const column = under(columns, cell)
      placed[column] = `${placed[column] ?? ''} ${cell.text}`.trim()
    }
    return at > start && lines[at]?.apart === true ? [[], placed] : [placed]
  })
}

const isTitles = (row: readonly string[]): boolean => {
  const { layout } = suggestLayout([[row]])
  return layout.titles.length > 0
}

/** The words at one height, from top to bottom and from left to right. */
function linesOf(words: readonly Word[]): Line[] {
  const lines: { words: Word[]; page: number; y: number; height: number }[] = []
  const ordered = words
    .filter(({ text }) => text.trim() !== '')
    .toSorted((a, b) => a.page - b.page || b.y - a.y || a.x - b.x)
  for (const word of ordered) {
    const last = lines.at(-1)
    // Figures may be printed slightly higher than the words next to them.
    const near =
      last !== undefined && last.page === word.page && Math.abs(last.y - word.y) <= Math.max(2, last.height * 0.4)
    if (near) last.words.push(word)
    else lines.push({ page: word.page, y: word.y, height: word.height, words: [word] })
  }
  return lines.map(({ words: all, page, y, height }, at) => {
    const before = lines[at - 1]
    const apart = before !== undefined && (before.page !== page || before.y - y > Math.max(before.height, height) * 2.2)
    return { words: all.toSorted((a, b) => a.x - b.x), apart }
  })
}

type Cell = { from: number; to: number; text: string }

/** Words separated by less than a wide space are one cell. */
function split({ words }: Line): Cell[] {
  const cells: Cell[] = []
  for (const { x, width, height, text } of words) {
    const last = cells.at(-1)
    const gap = last === undefined ? Infinity : x - last.to
    if (last !== undefined && gap < Math.max(4, height * 0.6)) {
      last.text += `${gap > height * 0.12 && !last.text.endsWith(' ') ? ' ' : ''}${text}`
      last.to = Math.max(last.to, x + width)
    } else cells.push({ from: x, to: x + width, text })
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }))
}

const columnsOf = (titles: readonly Cell[]): Column[] => titles.map(({ from, to }) => ({ from, to }))

/** The column of a cell: aligned at its left or right, else the one with the largest overlap. */
function under(columns: readonly Column[], { from, to }: Cell): number {
  const aligned = columns.findIndex((column) => Math.abs(column.from - from) < 2 || Math.abs(column.to - to) < 2)
  if (aligned >= 0) return aligned
  let [best, most] = [0, -Infinity]
  for (const [at, column] of columns.entries()) {
    const overlap = Math.min(to, column.to) - Math.max(from, column.from)
    if (overlap > most) [best, most] = [at, overlap]
  }
  return best
}

function widest(cells: readonly Cell[][]): number {
  let [best, most] = [0, 0]
  for (const [at, row] of cells.entries()) if (row.length > most) [best, most] = [at, row.length]
  return best
}
