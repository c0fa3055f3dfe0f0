// Rows under a head row: columns as wide as their figures need, text wrapped in what is left, totals ruled twice.
import { artifact, leading, openSection, printable, rule, tagged, within, wrap, widthOf, write, type Block, type Paper, type Type } from './paper.ts'

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
/** The narrowest a wrapping text is set before smaller type or broad paper is tried, in multiples of the type size. */
const narrowestText = 14

export type Measures = { least: number[]; natural: number[] }

/** What each column needs, in multiples of the type size. */
export function measure(paper: Paper, columns: GridColumn[], rows: GridRow[]): Measures {
  const size = 10
  const least: number[] = []
  const natural: number[] = []
  for (const [i, column] of columns.entries()) {
    const title = printable(column.title)
    const titleWord = Math.max(...title.split(/ +/).map((word) => widthOf(paper, word, { face: 'bold', size })))
    let widest = titleWord
    for (const row of rows) {
      const cell = row.cells[i] ?? ''
      if (cell !== '') widest = Math.max(widest, widthOf(paper, printable(cell), { face: face(row), size }))
    }
    natural.push(Math.max(widest, widthOf(paper, title, { face: 'bold', size })) / size)
    least.push(column.wraps ? Math.min(widest / size, Math.max(narrowestText, titleWord / size)) : widest / size)
  }
  return { least, natural }
}

/** Whether the columns fit the room at this type size without breaking a figure. */
export function fits(measures: Measures, size: number, room: number): boolean {
  return measures.least.reduce((sum, width) => sum + width * size + gap, -gap) <= room
}

/** The width of each column: what it needs, then what would spare it a further line, then the rest to texts by weight. */
export function columnWidths(columns: GridColumn[], measures: Measures, size: number, room: number): number[] {
  const inner = room - gap * (columns.length - 1)
  const least = measures.least.map((width) => width * size + 0.1)
  const needed = sum(least)
  if (needed > inner) return least.map((width) => (width * inner) / needed)
  const widths = [...least]
  // Each round gives every column that still wants room its share, at most what it wants; the rest goes round again.
  for (let spare = inner - needed; spare > 0.5; spare = inner - sum(widths)) {
    const wanting = columns.flatMap(({ weight }, i) => (widths[i]! < measures.natural[i]! * size ? [{ i, weight }] : []))
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

/** The grid as blocks: the head row, repeated on each page it reaches, and its rows. */
export function gridBlocks(paper: Paper, columns: GridColumn[], rows: GridRow[], size: number): Block[] {
  const widths = columnWidths(columns, measure(paper, columns, rows), size, paper.right - paper.left)
  const places = columns.map((column, i) => {
    const x = paper.left + sum(widths.slice(0, i)) + gap * i
    return { x, width: widths[i]!, align: column.align }
  })
  let section: ReturnType<typeof openSection> | undefined

  const head = headBlock()
  const blocks = rows.flatMap((row, i) => rowBlocks(row, rows[i + 1]))
  return [{ ...head, keepWithNext: true, draw: (y) => head.draw(y, false) }, ...blocks]

  function headBlock(): { height: number; draw: (y: number, repeated?: boolean) => void } {
    const type: Type = { face: 'bold', size }
    const titles = columns.map((column, i) => wrap(paper, column.title, type, widths[i]!))
    const most = Math.max(1, ...titles.map((lines) => lines.length))
    const height = most * leading(type) + padding * 2 + 1
    return {
      height,
      draw: (y, repeated = true) => {
        artifact(paper, () => rule(paper, paper.left, paper.right, y + height - 0.5, 0.9))
        const drawCell = (i: number) => cell(places[i]!, titles[i]!, y + padding + (most - titles[i]!.length) * leading(type), type)
        if (repeated) artifact(paper, () => places.forEach((_, i) => drawCell(i)))
        else row('TH', drawCell)
      },
    }
  }

  function rowBlocks(gridRow: GridRow, next: GridRow | undefined): Block[] {
    const type: Type = { face: face(gridRow), size }
    const lines = places.map((place, i) => {
      const text = gridRow.cells[i] ?? ''
      return text === '' ? [] : wrap(paper, text, type, place.width)
    })
    const most = Math.max(1, ...lines.map((cellLines) => cellLines.length))
    const pieces = Math.ceil(most / mostLines)
    return Array.from({ length: pieces }, (_, piece) => {
      const part = lines.map((cellLines) => cellLines.slice(piece * mostLines, (piece + 1) * mostLines))
      const [first, last] = [piece === 0, piece === pieces - 1]
      const above = first && gridRow.emphasis === 'heading' ? size * 0.5 : 0
      const below = last && gridRow.emphasis === 'total' ? 3 : 0
      const text = Math.max(...part.map((cellLines) => cellLines.length), 1) * leading(type)
      const height = above + (first ? padding : 0) + text + (last ? padding : 0) + below
      return {
        height,
        head: { height: head.height, draw: (y) => head.draw(y) },
        keepWithNext: !last ? false : gridRow.emphasis === 'heading' || next?.emphasis === 'total' || next?.emphasis === 'subtotal',
        draw: (y) => {
          artifact(paper, () => rules(gridRow, y, y + height, first, last, next))
          row('TD', (i) => cell(places[i]!, part[i]!, y + above + (first ? padding : 0), type))
        },
      }
    })
  }

  function rules(gridRow: GridRow, top: number, bottom: number, first: boolean, last: boolean, next: GridRow | undefined): void {
    const figures = places.filter((place) => place.align === 'right')
    if (first && gridRow.emphasis === 'total') rule(paper, paper.left, paper.right, top, 0.8)
    if (first && gridRow.emphasis === 'subtotal') figures.forEach(({ x, width }) => rule(paper, x, x + width, top, 0.6))
    if (last && gridRow.emphasis === 'total') {
      figures.forEach(({ x, width }) => [3.4, 1.6].forEach((up) => rule(paper, x, x + width, bottom - up, 0.6)))
    }
    const ruledBelow = next?.emphasis === 'total' || next?.emphasis === 'subtotal'
    if (last && gridRow.emphasis === undefined && !ruledBelow) rule(paper, paper.left, paper.right, bottom, hairline, 0.7)
  }

  function row(role: 'TH' | 'TD', draw: (i: number) => void): void {
    section ??= openSection(paper, 'Table')
    within(paper, section, () => {
      const element = openSection(paper, 'TR')
      within(paper, element, () => places.forEach((_, i) => tagged(paper, role, () => draw(i))))
      element?.end()
    })
  }

  function cell({ x, width, align }: (typeof places)[number], lines: string[], y: number, type: Type): void {
    lines.forEach((line, i) => write(paper, line, align === 'right' ? x + width : x, y + i * leading(type), type, align))
  }
}

function face(row: GridRow): Type['face'] {
  return row.emphasis === undefined ? 'regular' : 'bold'
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
