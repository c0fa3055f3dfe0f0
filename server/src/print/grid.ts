// Rows under a head row: columns as wide as their figures need, text wrapped in what is left, totals ruled twice.
import {
  artifact,
  leading,
  letOthersWork,
  openSection,
  printable,
  rule,
  tagged,
  within,
  wrap,
  widthOf,
  writeLines,
  type Block,
  type Paper,
  type Type,
} from './paper.ts'

export type GridColumn = {
  title: string
  align: 'left' | 'right'
  /** A text wraps; a figure, a day or a code keeps to one line for as long as the paper allows it. */
  wraps: boolean
  /** Share of the room that is left over, relative to the other columns. */
  weight: number
}

export type GridRow = { cells: string[]; emphasis?: 'heading' | 'subtotal' | 'total' }

const gap = 10
const padding = 2.6
/** A row longer than this is continued in a further piece, so that no text is too long for a page. */
const mostLines = 30
const hairline = 0.3
/** Rows that are measured or wrapped before others may go on. */
const rowsAtOnce = 250
/** The narrowest a wrapping text is set before smaller type or broad paper is tried, in multiples of the type size. */
const narrowestText = 14

export type Measures = { least: number[]; natural: number[] }

/** What each column needs, in multiples of the type size. */
export async function measure(paper: Paper, columns: GridColumn[], rows: GridRow[]): Promise<Measures> {
  const size = 10
  const width = (text: string, face: Type['face']) => widthOf(paper, text, { face, size }) / size
  const titles = columns.map(({ title }) => printable(title))
  const titleWords = titles.map((title) => Math.max(...title.split(/ +/).map((word) => width(word, 'bold'))))
  const widest = [...titleWords]
  for (const [i, row] of rows.entries()) {
    if (i % rowsAtOnce === 0) await letOthersWork()
    for (const [c, { align }] of columns.entries()) {
      const cell = row.cells[c] ?? ''
      if (cell === '' || spannedCells(row, c, align) > 0) continue
      widest[c] = Math.max(widest[c]!, width(printable(cell), face(row)))
    }
  }
  return {
    least: columns.map(({ wraps }, c) =>
      wraps ? Math.min(widest[c]!, Math.max(narrowestText, titleWords[c]!)) : widest[c]!,
    ),
    natural: titles.map((title, c) => Math.max(widest[c]!, width(title, 'bold'))),
  }
}

/** Whether the columns fit the room at this type size without breaking a figure. */
export function fits(measures: Measures, size: number, room: number): boolean {
  return measures.least.reduce((sum, width) => sum + width * size + gap, -gap) <= room
}

/** The width of each column: what it needs, then what spares it a further line, then the rest to texts by weight. */
export function columnWidths(columns: GridColumn[], measures: Measures, size: number, room: number): number[] {
  const inner = room - gap * (columns.length - 1)
  const least = measures.least.map((width) => width * size + 0.1)
  const needed = sum(least)
  if (needed > inner) return least.map((width) => (width * inner) / needed)
  const widths = [...least]
  // Each round gives every column that still wants room its share, at most what it wants; the rest goes round again.
  for (let spare = inner - needed; spare > 0.5; spare = inner - sum(widths)) {
    const wanting = columns.flatMap(({ weight }, i) =>
      widths[i]! < measures.natural[i]! * size ? [{ i, weight }] : [],
    )
    if (wanting.length === 0) break
    const weights = sum(wanting.map(({ weight }) => weight))
    for (const { i, weight } of wanting) {
      widths[i] = Math.min(measures.natural[i]! * size + 0.1, widths[i]! + (spare * weight) / weights)
    }
  }
  const spare = inner - sum(widths)
  const takers = columns.map(({ weight, wraps }) => (wraps || !columns.some((column) => column.wraps) ? weight : 0))
  return widths.map((width, i) => width + (spare * takers[i]!) / sum(takers))
}

/** The grid as blocks: the head row, drawn again on each page it reaches, and its rows. */
export async function gridBlocks(
  paper: Paper,
  { columns, rows, size, measures }: { columns: GridColumn[]; rows: GridRow[]; size: number; measures?: Measures },
): Promise<Block[]> {
  const needs = measures ?? (await measure(paper, columns, rows))
  const widths = columnWidths(columns, needs, size, paper.right - paper.left)
  const places = columns.map(({ align }, i) => ({
    x: paper.left + sum(widths.slice(0, i)) + gap * i,
    width: widths[i]!,
    align,
  }))
  const grid: Grid = { paper, size, places, section: undefined }
  const head = headBlock(grid, columns)
  const blocks = [head.first]
  for (const [i, row] of rows.entries()) {
    if (i % rowsAtOnce === 0) await letOthersWork()
    blocks.push(...rowBlocks(grid, row, rows[i + 1], head.repeated))
  }
  return blocks
}

type Place = { x: number; width: number; align: 'left' | 'right' }

/** The section is opened when the first row is drawn, so that the table is read aloud where it stands. */
type Grid = { paper: Paper; size: number; places: Place[]; section: ReturnType<typeof openSection> | undefined }

function headBlock(grid: Grid, columns: GridColumn[]): { first: Block; repeated: Pick<Block, 'height' | 'draw'> } {
  const { paper, places } = grid
  const type: Type = { face: 'bold', size: grid.size }
  const titles = columns.map((column, i) => wrap(paper, column.title, type, places[i]!.width))
  const most = Math.max(1, ...titles.map((lines) => lines.length))
  const height = most * leading(type) + padding * 2 + 1
  const drawTitle = (y: number) => (i: number) =>
    drawCell(paper, places[i]!, titles[i]!, y + padding + (most - titles[i]!.length) * leading(type), type)
  const drawRule = (y: number) => rule(paper, paper.left, paper.right, y + height - 0.5, 0.9)
  return {
    first: {
      height,
      keepWithNext: true,
      draw: (y) => {
        artifact(paper, () => drawRule(y))
        drawRow(grid, 'TH', drawTitle(y))
      },
    },
    repeated: {
      height,
      draw: (y) =>
        artifact(paper, () => {
          drawRule(y)
          places.forEach((_, i) => drawTitle(y)(i))
        }),
    },
  }
}

function rowBlocks(grid: Grid, row: GridRow, next: GridRow | undefined, head: Block['head']): Block[] {
  const { paper, places } = grid
  const type: Type = { face: face(row), size: grid.size }
  const lines = places.map((place, i) => {
    const text = row.cells[i] ?? ''
    const last = places[i + spannedCells(row, i, place.align)]!
    return text === '' ? [] : wrap(paper, text, type, last.x + last.width - place.x)
  })
  const pieces = Math.ceil(Math.max(1, ...lines.map((cell) => cell.length)) / mostLines)
  const isSum = next?.emphasis === 'total' || next?.emphasis === 'subtotal'

  return Array.from({ length: pieces }, (_, piece): Block => {
    const cells = lines.map((cell) => cell.slice(piece * mostLines, (piece + 1) * mostLines))
    const isFirst = piece === 0
    const isLast = piece === pieces - 1
    const above = (isFirst ? padding : 0) + (isFirst && row.emphasis === 'heading' ? grid.size * 0.5 : 0)
    const below = (isLast ? padding : 0) + (isLast && row.emphasis === 'total' ? 3 : 0)
    const height = above + Math.max(1, ...cells.map((cell) => cell.length)) * leading(type) + below
    return {
      height,
      head,
      keepWithNext: isLast && (row.emphasis === 'heading' || isSum),
      draw: (y) => {
        artifact(paper, () => {
          if (isFirst) rulesAbove(grid, row, y)
          if (isLast) rulesBelow(grid, row, y + height, isSum)
        })
        drawRow(grid, 'TD', (i) => drawCell(paper, places[i]!, cells[i]!, y + above, type))
      },
    }
  })
}

function rulesAbove({ paper, places }: Grid, { emphasis }: GridRow, y: number): void {
  if (emphasis === 'total') rule(paper, paper.left, paper.right, y, 0.8)
  if (emphasis === 'subtotal') figures(places).forEach(({ x, width }) => rule(paper, x, x + width, y, 0.6))
}

/** Two rules say that a total is final; a hairline leads the eye along an ordinary row, unless a sum rules it off. */
function rulesBelow({ paper, places }: Grid, { emphasis }: GridRow, y: number, isSum: boolean): void {
  if (emphasis === undefined && !isSum) rule(paper, paper.left, paper.right, y, hairline, 0.7)
  if (emphasis !== 'total') return
  for (const { x, width } of figures(places)) {
    rule(paper, x, x + width, y - 3.4, 0.6)
    rule(paper, x, x + width, y - 1.6, 0.6)
  }
}

function drawRow(grid: Grid, role: 'TH' | 'TD', draw: (i: number) => void): void {
  const { paper, places } = grid
  grid.section ??= openSection(paper, 'Table')
  within(paper, grid.section, () => {
    const row = openSection(paper, 'TR')
    within(paper, row, () => places.forEach((_, i) => tagged(paper, role, () => draw(i))))
    row?.end()
  })
}

function drawCell(paper: Paper, { x, width, align }: Place, lines: string[], y: number, type: Type): void {
  writeLines(paper, lines, align === 'right' ? x + width : x, y, type, align)
}

/** How many empty cells to its right a heading or the word Total may run over. */
function spannedCells(row: GridRow, i: number, align: Place['align']): number {
  if (row.emphasis === undefined || align === 'right') return 0
  const next = row.cells.findIndex((cell, j) => j > i && cell !== '')
  return (next === -1 ? row.cells.length : next) - i - 1
}

function figures(places: Place[]): Place[] {
  return places.filter((place) => place.align === 'right')
}

function face(row: GridRow): Type['face'] {
  return row.emphasis === undefined ? 'regular' : 'bold'
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
