// Rows of a book on its pages: columns as wide as their figures need, texts wrapped, and on each page what is brought
// forward from the one before and carried forward to the next.
import { dayMistake, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { BookColumn, BookRow } from '@talaan/ledger/looseleaf/book.ts'
import type { Cell } from '@talaan/ledger/reports/table.ts'
import type { BookPages } from './book-pages.ts'
import type { BookType, Face } from './book-type.ts'
import { printable } from './paper.ts'

const gap = 4
const padding = 1.6
const leadingOf = (size: number) => size * 1.26
/** The narrowest a text column is set, in multiples of the type size. */
const narrowestText = 9
export const typeSizes = [7.5, 7, 6.5, 6, 5.5, 5]

type Measured = { least: number[]; natural: number[] }

/** What each column needs, in multiples of the type size. */
export function measureBook(type: BookType, columns: readonly BookColumn[], rows: Iterable<BookRow>): Measured {
  const widthOf = (text: string, face: Face) => type.width(text, face, 1)
  const least = columns.map(({ title }) => Math.max(...title.split(' ').map((word) => widthOf(word, 'bold'))))
  const natural = columns.map(({ title }) => widthOf(title, 'bold'))
  const wraps = columns.map(({ kind }) => kind === 'text')
  for (const { cells, emphasis } of rows) {
    for (let i = 0; i < columns.length; i++) {
      const cell = cells[i]
      // The words of a total run over the empty cells beside them.
      if (cell === null || cell === undefined || (emphasis !== undefined && typeof cell === 'string')) continue
      const width = widthOf(shown(cell, columns[i]!), emphasis === undefined ? 'regular' : 'bold')
      if (width > natural[i]!) natural[i] = width
      const needed = wraps[i] ? Math.min(width, narrowestText) : width
      if (needed > least[i]!) least[i] = needed
    }
  }
  return { least, natural }
}

export function fitsBook({ least }: Measured, size: number, room: number): boolean {
  return least.reduce((sum, width) => sum + width * size + gap, -gap) <= room
}

function widthsOf(columns: readonly BookColumn[], { least, natural }: Measured, size: number, room: number): number[] {
  const inner = room - gap * (columns.length - 1)
  const widths = least.map((width) => width * size + 0.2)
  const needed = sumOf(widths)
  if (needed > inner) return widths.map((width) => (width * inner) / needed)
  const texts = columns.flatMap(({ kind, width }, i) => (kind === 'text' ? [{ i, share: width ?? 3 }] : []))
  for (let spare = inner - needed; spare > 0.5;) {
    const wanting = texts.filter(({ i }) => widths[i]! < natural[i]! * size)
    if (wanting.length === 0) break
    const shares = sumOf(wanting.map(({ share }) => share))
    for (const { i, share } of wanting)
      widths[i] = Math.min(natural[i]! * size + 0.2, widths[i]! + (spare * share) / shares)
    spare = inner - sumOf(widths)
  }
  const spare = inner - sumOf(widths)
  return widths.map((width) => width + spare / widths.length)
}

export type Grid = {
  columns: readonly BookColumn[]
  rows: Iterable<BookRow>
  measured: Measured
  size: number
  /** Where the grid begins on the page that is open, and how wide it is. */
  y: number
  room: number
  /** Opens the next page; answers where its rows begin. */
  nextPage: () => number
  /** Whether sums are carried from page to page. */
  carries: boolean
  /** Told on which page a heading stands. */
  onHeading?: (words: string) => void
}

/** Draws the rows over as many pages as they need; answers where the next thing may begin. */
export function drawBookGrid(pages: BookPages, grid: Grid): number {
  const { columns, rows, measured, size, room, carries } = grid
  const { type } = pages
  const leading = leadingOf(size)
  const widths = widthsOf(columns, measured, size, room)
  const lefts = widths.map((_, i) => pages.left + sumOf(widths.slice(0, i)) + gap * i)
  const rightOf = (i: number) => lefts[i]! + widths[i]!
  const isFigure = columns.map(({ kind }) => kind === 'money' || kind === 'count')
  const end = rightOf(columns.length - 1)
  const running = new Running(columns)
  let heading: string | null = null

  const titles = columns.map(({ title }, i) => type.wrap(title, 'bold', size, widths[i]!))
  const mostTitle = Math.max(...titles.map((lines) => lines.length))
  const drawHead = (y: number): number => {
    titles.forEach((lines, i) =>
      lines.forEach((text, n) =>
        pages.write({
          ...{ text, face: 'bold', size, y: y - size - (mostTitle - lines.length + n) * leading },
          ...(isFigure[i] ? { x: rightOf(i), align: 'right' as const } : { x: lefts[i]! }),
        }),
      ),
    )
    const foot = y - mostTitle * leading - padding - 1
    pages.rule(pages.left, end, foot, 0.8)
    return foot - padding
  }

  let y = drawHead(grid.y)
  const carried = leading + padding * 2 + 1
  let isFirst = true
  for (const [row, next] of withNext(rows)) {
    const laid = layOut(row)
    // A heading is not left alone, nor a total without the row it follows.
    const company = row.emphasis === 'heading' ? 2 * (leading + padding) : 0
    if (y - laid.height - company - carried < pages.bottom && !isFirst) {
      const open = carries && running.isOpen
      if (open) drawCarried('Carried forward')
      y = drawHead(grid.nextPage())
      if (heading !== null && row.emphasis !== 'heading') {
        pages.write({ text: `${heading}, continued`, x: pages.left, y: y - size, face: 'bold', size })
        y -= leading + padding
      }
      if (open) drawCarried('Brought forward')
    }
    y = drawRow(row, laid, { from: y, next })
    isFirst = false
    if (row.emphasis === 'heading') {
      heading = typeof row.cells[0] === 'string' ? row.cells[0] : null
      if (heading !== null) grid.onHeading?.(heading)
      running.begin()
    } else if (row.emphasis === undefined) running.add(row)
    else {
      running.end()
      if (row.emphasis === 'subtotal') heading = null
    }
  }
  return y

  type LaidOut = { lines: string[][]; height: number; face: Face }

  function layOut(row: BookRow): LaidOut {
    const face: Face = row.emphasis === undefined ? 'regular' : 'bold'
    let most = 1
    const lines = columns.map((column, i) => {
      const cell = row.cells[i]
      if (cell === null || cell === undefined) return none
      const text = shown(cell, column)
      if (isFigure[i]) return [text]
      const found = type.wrap(text, face, size, row.emphasis === undefined ? widths[i]! : spanFrom(row, i))
      if (found.length > most) most = found.length
      return found
    })
    const above = row.emphasis === 'heading' ? size * 0.5 : 0
    return { lines, face, height: most * leading + padding * 2 + above }
  }

  function spanFrom(row: BookRow, i: number): number {
    let to = i
    while (to + 1 < columns.length && (row.cells[to + 1] ?? null) === null) to++
    return rightOf(to) - lefts[i]!
  }

  function drawRow(
    row: BookRow,
    { lines, face, height }: LaidOut,
    { from, next }: { from: number; next: BookRow | undefined },
  ): number {
    const above = row.emphasis === 'heading' ? size * 0.5 : 0
    const base = from - above - padding - size * 0.95
    if (row.emphasis === 'subtotal' || row.emphasis === 'total') rulesAbove(from)
    for (let i = 0; i < lines.length; i++) {
      const cell = lines[i]!
      for (let n = 0; n < cell.length; n++) {
        const text = cell[n]!
        const place = isFigure[i] ? { x: rightOf(i), align: 'right' as const } : { x: lefts[i]! }
        pages.write({ text, y: base - n * leading, face, size, ...place })
      }
    }
    const foot = from - height
    if (row.emphasis === undefined && next?.continued === undefined) pages.rule(pages.left, end, foot, 0.15)
    if (row.emphasis === 'total') rulesBelow(foot)
    return row.emphasis === 'total' ? foot - 3 : foot
  }

  function drawCarried(words: string): void {
    const base = y - padding - size * 0.95
    pages.write({ text: words, x: pages.left, y: base, face: 'bold', size })
    running.figures().forEach((amount, i) => {
      if (amount !== null)
        pages.write({ text: formatMoney(amount), x: rightOf(i), y: base, face: 'bold', size, align: 'right' })
    })
    y -= leading + padding * 2
    pages.rule(pages.left, end, y, 0.4)
  }

  function rulesAbove(at: number): void {
    columns.forEach((_, i) => isFigure[i] && pages.rule(lefts[i]!, rightOf(i), at, 0.5))
  }
  function rulesBelow(at: number): void {
    columns.forEach((_, i) => {
      if (!isFigure[i]) return
      pages.rule(lefts[i]!, rightOf(i), at, 0.5)
      pages.rule(lefts[i]!, rightOf(i), at - 1.8, 0.5)
    })
  }
}

const none: string[] = []

function* withNext<T>(items: Iterable<T>): Generator<[T, T | undefined]> {
  let before: T | undefined
  for (const item of items) {
    if (before !== undefined) yield [before, item]
    before = item
  }
  if (before !== undefined) yield [before, undefined]
}

/** The sums of the rows since the last heading: of what has a side; a balance is as its last row left it. */
class Running {
  readonly #columns: readonly BookColumn[]
  #sums: (Money | null)[]
  isOpen = false

  constructor(columns: readonly BookColumn[]) {
    this.#columns = columns
    this.#sums = columns.map(() => null)
  }
  begin(): void {
    this.#sums = this.#columns.map(({ kind, side }) => (kind === 'money' && side !== undefined ? 0n : null))
    this.isOpen = false
  }
  add({ cells }: BookRow): void {
    if (!this.isOpen && this.#sums.every((sum) => sum === null)) this.begin()
    this.isOpen = true
    for (let i = 0; i < this.#columns.length; i++) {
      const cell = cells[i]
      if (typeof cell !== 'bigint') continue
      const { kind, side } = this.#columns[i]!
      if (kind !== 'money') continue
      this.#sums[i] = side === undefined ? cell : (this.#sums[i] ?? 0n) + cell
    }
  }
  end(): void {
    this.isOpen = false
  }
  figures(): (Money | null)[] {
    return this.#sums
  }
}

function shown(cell: Exclude<Cell, null>, { kind }: BookColumn): string {
  if (typeof cell === 'bigint') return kind === 'money' ? formatMoney(cell) : cell.toLocaleString('en')
  if (kind === 'day' && dayMistake(cell) === null) return formatDay(cell)
  return printable(cell)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
