// Rows under a header row: columns as wide as their figures need, text wrapped in the rest, totals ruled off.
import { letOthersWork } from '../platform/event-loop.ts'
import type { Block, PageSize, Piece } from './page.ts'
import type { Pdf, Section } from './pdf-file.ts'
import { printable, wrap } from './text.ts'
import type { Type } from './typeface.ts'

export type GridColumn = {
  title: string
  align: 'left' | 'right'
  /** A text wraps; a figure, a date or a code stays on one line as long as the page allows it. */
  wraps: boolean
  /** Share of the remaining width, relative to the other columns. */
  weight: number
}

export type GridRow = {
  cells: string[]
  emphasis?: 'heading' | 'subtotal' | 'total' | undefined
  /** Belongs to the row above it. */
  isContinued?: boolean
  /** The sums so far, for a page break between these rows. */
  carried?: (() => string[]) | undefined
  /** The heading of this row, repeated at the top of a page. */
  under?: string | undefined
  /** Called when the row is drawn. */
  onDrawn?: (() => void) | undefined
}

/** The style of a grid: lengths in points, or in multiples of the type size where noted. */
type GridStyle = {
  gap: number
  /** Above and below the lines of a row. */
  padding: number
  /** Line height, and from the top of a line to its baseline; in multiples of the type size. */
  leading: number
  baseline: number
  /** The minimum width of a wrapping text, in multiples of the type size. */
  narrowest: number
  /** Added to a measured width, against rounding. */
  slack: number
  /** Whether spare width goes to the texts or to every column equally. */
  spare: 'texts' | 'all'
  head: { padding: number; baseline: number; rule: number; ruleAbove: number }
  /** A hairline between rows. */
  hairline: { weight: number; gray: number; aboveSums: boolean }
  sums: { weight: number; across: number; double: [number, number]; keepTogether: boolean }
}

export const reportStyle: GridStyle = {
  gap: 10,
  padding: 2.6,
  leading: 1.36,
  baseline: 1.05,
  narrowest: 14,
  slack: 0.1,
  spare: 'texts',
  head: { padding: 2.6, baseline: 1.05, rule: 0.9, ruleAbove: 0.5 },
  hairline: { weight: 0.3, gray: 0.7, aboveSums: false },
  sums: { weight: 0.6, across: 0.8, double: [3.4, 1.6], keepTogether: true },
}

/** Dense and black, for a bound volume. */
export const bookStyle: GridStyle = {
  gap: 7,
  padding: 1.6,
  leading: 1.26,
  baseline: 0.95,
  narrowest: 9,
  slack: 0.2,
  spare: 'all',
  head: { padding: 0, baseline: 1, rule: 0.8, ruleAbove: 1.6 },
  hairline: { weight: 0.15, gray: 0, aboveSums: true },
  sums: { weight: 0.5, across: 0, double: [3, 1.2], keepTogether: false },
}

/** A longer row is continued in another piece, so that no text is too long for a page. */
const maxLines = 30
/** Below a total. */
const underTotal = 3

type Measures = { least: number[]; natural: number[] }

/** The required width of each column, in multiples of the type size: its title first, then row by row. */
export function measuring(pdf: Pdf, columns: readonly GridColumn[], style: GridStyle) {
  const size = 10
  const widthOf = (text: string, face: Type['face']) => pdf.width(text, { face, size }) / size
  const titles = columns.map(({ title }) => printable(title))
  const words = titles.map((title) => Math.max(...title.split(/ +/).map((word) => widthOf(word, 'bold'))))
  const widest = [...words]
  return {
    add(row: GridRow): void {
      for (let c = 0; c < columns.length; c += 1) {
        const cell = row.cells[c] ?? ''
        if (cell === '' || spannedCells(row, c, columns[c]!.align) > 0) continue
        const width = widthOf(printable(cell), faceOf(row))
        if (width > widest[c]!) widest[c] = width
      }
    },
    measures: (): Measures => ({
      least: columns.map(({ wraps }, c) =>
        wraps ? Math.min(widest[c]!, Math.max(style.narrowest, words[c]!)) : widest[c]!,
      ),
      natural: titles.map((title, c) => Math.max(widest[c]!, widthOf(title, 'bold'))),
    }),
  }
}

/** Whether the columns fit at this type size without breaking a figure. */
export function fits({ least }: Measures, size: number, room: number, { gap }: GridStyle): boolean {
  return least.reduce((sum, width) => sum + width * size + gap, -gap) <= room
}

/**
 * The columns of each page of a grid that is too wide for one. The first two are on every page, so that a row can be
 * followed; the figures begin on a page of their own.
 */
export function pageColumns(
  columns: readonly GridColumn[],
  measures: Measures,
  { size, room, style }: { size: number; room: number; style: GridStyle },
): number[][] {
  const fitTogether = (some: readonly number[]) =>
    fits({ ...measures, least: some.map((i) => measures.least[i]!) }, size, room, style)
  const all = columns.map((_, i) => i)
  if (fitTogether(all)) return [all]
  const repeated = all.slice(0, 2)
  const firstFigure = columns.findIndex(({ align }) => align === 'right')
  const pages = [repeated]
  for (const i of all.slice(2)) {
    const page = pages.at(-1)!
    const isFull = i === firstFigure || !fitTogether([...page, i])
    if (isFull && page.length > repeated.length) pages.push([...repeated, i])
    else pages[pages.length - 1] = [...page, i]
  }
  return pages
}

/** The width of each column: the minimum, then enough to save a further line, then its share of the rest. */
function columnWidths(
  columns: readonly GridColumn[],
  measures: Measures,
  { size, room, style: { gap, slack, spare: takes } }: { size: number; room: number; style: GridStyle },
): number[] {
  const inner = room - gap * (columns.length - 1)
  const widths = measures.least.map((width) => width * size + slack)
  const needed = sum(widths)
  if (needed > inner) return widths.map((width) => (width * inner) / needed)
  // Each round gives every column that still needs width its share, at most what it needs; the rest goes into the next
  // round.
  for (let spare = inner - needed; spare > 0.5; spare = inner - sum(widths)) {
    const wanting = columns.flatMap(({ weight }, i) =>
      weight > 0 && widths[i]! < measures.natural[i]! * size ? [{ i, weight }] : [],
    )
    if (wanting.length === 0) break
    const weights = sum(wanting.map(({ weight }) => weight))
    for (const { i, weight } of wanting)
      widths[i] = Math.min(measures.natural[i]! * size + slack, widths[i]! + (spare * weight) / weights)
  }
  const spare = inner - sum(widths)
  const hasText = columns.some(({ wraps }) => wraps)
  const shares = columns.map(({ weight, wraps }) => (takes === 'all' ? 1 : wraps || !hasText ? weight : 0))
  return widths.map((width, i) => width + (spare * shares[i]!) / sum(shares))
}

type Place = { x: number; width: number; align: 'left' | 'right'; column: number }

type GridOptions = {
  columns: readonly GridColumn[]
  measures: Measures
  size: number
  style: GridStyle
  /** The maximum width of the grid; the page width by default. */
  room?: number
  /** The columns of each page; all on one by default. */
  pages?: number[][]
}

export type Grid = {
  /** The header row at the top of the grid. */
  head: () => Block
  /** The previous row as blocks: its rule depends on the next row. */
  add: (row: GridRow) => Block[]
  /** The last row. */
  end: () => Block[]
}

export function gridOn(page: PageSize, { columns, measures, size, style, room, pages }: GridOptions): Grid {
  const { pdf, left } = page
  const layouts = (pages ?? [columns.map((_, i) => i)]).map(placesOf)
  const leading = size * style.leading
  const bold: Type = { face: 'bold', size }
  // Opened with the first row, so that a screen reader finds the table in its place.
  let section: Section | undefined

  const titles = layouts.map((places) =>
    places.map(({ column, width }) => wrap(pdf, columns[column]!.title, bold, width)),
  )
  const titleLines = Math.max(1, ...titles.flat().map((lines) => lines.length))
  const headHeight = titleLines * leading + style.padding * 2 + 1
  const carriedHeight = leading + style.padding * 2
  let waiting: GridRow | undefined

  return {
    head: () => ({
      height: headHeight,
      keepWithNext: true,
      ...drawnOn((places, y, at) => {
        pdf.artifact(() => headRule(places, y))
        drawRow('TH', places, (i) => title(at, i, y))
      }),
    }),
    add(row) {
      const before = waiting
      waiting = row
      return before === undefined ? [] : rowBlocks(before, row)
    },
    end: () => (waiting === undefined ? [] : rowBlocks(waiting, undefined)),
  }

  function placesOf(indices: readonly number[]): Place[] {
    const own = {
      least: indices.map((i) => measures.least[i]!),
      natural: indices.map((i) => measures.natural[i]!),
    }
    const shown = indices.map((i) => columns[i]!)
    const widths = columnWidths(shown, own, { size, room: room ?? page.right - left, style })
    return shown.map(({ align }, i): Place => {
      const x = left + sum(widths.slice(0, i)) + style.gap * i
      return { x, width: widths[i]!, align, column: indices[i]! }
    })
  }

  /** The drawing of a piece on each page of the grid. */
  function drawnOn(
    drawOn: (places: readonly Place[], y: number, at: number) => void,
  ): Pick<Piece, 'draw' | 'drawOver'> {
    const [first, ...others] = layouts
    const draw = (y: number) => drawOn(first!, y, 0)
    if (others.length === 0) return { draw }
    return { draw, drawOver: (y, at) => layouts[at] && drawOn(layouts[at], y, at) }
  }

  function title(at: number, i: number, y: number): void {
    const lines = titles[at]![i]!
    const top = y + style.head.padding + (titleLines - lines.length) * leading
    writeCell(lines, layouts[at]![i]!, top + style.head.baseline * size, bold)
  }

  function headRule(places: readonly Place[], y: number): void {
    const at = y + headHeight - style.head.ruleAbove
    pdf.line([left, at], [endOf(places), at], style.head.rule)
  }

  function rowBlocks(row: GridRow, next: GridRow | undefined): Block[] {
    const type: Type = { face: faceOf(row), size }
    const isHeading = row.emphasis === 'heading'
    const isTotal = row.emphasis === 'total'
    const lines = layouts.map((places) => {
      const cells = places.map(({ column }) => row.cells[column] ?? '')
      return places.map((place, i) => {
        const text = cells[i]!
        const last = places[i + spannedCells({ ...row, cells }, i, place.align)]!
        return text === '' ? none : wrap(pdf, text, type, last.x + last.width - place.x)
      })
    })
    const most = lines.flat().reduce((longest, cell) => Math.max(longest, cell.length), 1)
    const pieces = Math.ceil(most / maxLines)
    const isBeforeSum = next?.emphasis === 'total' || next?.emphasis === 'subtotal'

    return Array.from({ length: pieces }, (_, piece): Block => {
      const part = (cell: string[]) => (pieces === 1 ? cell : cell.slice(piece * maxLines, (piece + 1) * maxLines))
      const isFirst = piece === 0
      const isLast = piece === pieces - 1
      const above = (isFirst ? style.padding : 0) + (isFirst && isHeading ? size * 0.5 : 0)
      const below = (isLast ? style.padding : 0) + (isLast && isTotal ? underTotal : 0)
      const height = above + Math.min(most - piece * maxLines, maxLines) * leading + below
      return {
        height,
        foot: carriedForward(row),
        head: pageHead(row),
        keepWithNext: style.sums.keepTogether && isLast && (isHeading || isBeforeSum),
        reserve: style.sums.keepTogether ? 0 : roomBelow(row),
        ...drawnOn((places, y, at) => {
          pdf.artifact(() => {
            if (isFirst) rulesAbove(places, row, y)
            if (isLast) rulesBelow(places, row, y + height, { isBeforeSum, next })
          })
          const baseline = y + above + style.baseline * size
          drawRow('TD', places, (i) => writeCell(part(lines[at]![i]!), places[i]!, baseline, type))
          if (isFirst && at === 0) row.onDrawn?.()
        }),
      }
    })
  }

  /** Room for the sums carried forward, none under a total, and for two rows under a heading. */
  function roomBelow({ emphasis }: GridRow): number {
    const carried = leading + style.padding * 2 + 1
    if (emphasis === 'heading') return carried + 2 * (leading + style.padding)
    return emphasis === 'total' ? carried - underTotal : carried
  }

  /** Closes a page with the sums so far. */
  function carriedForward({ carried }: GridRow): Piece | undefined {
    return carried && carriedLine('Carried forward', carried)
  }

  /** Repeats the header row, with the current heading and sums. */
  function pageHead({ under, carried }: GridRow): Piece {
    const underHeight = under === undefined ? 0 : leading + style.padding
    return {
      height: headHeight + underHeight + (carried ? carriedHeight : 0),
      ...drawnOn((places, y, at) => {
        pdf.artifact(() => {
          headRule(places, y)
          places.forEach((_, i) => title(at, i, y))
          if (under !== undefined) pdf.text(`${under}, continued`, left, y + headHeight + size, bold)
          if (carried) drawCarried('Brought forward', carried(), places, y + headHeight + underHeight)
        })
      }),
    }
  }

  function carriedLine(words: string, carried: () => string[]): Piece {
    return { height: carriedHeight, ...drawnOn((places, y) => drawCarried(words, carried(), places, y)) }
  }

  function drawCarried(words: string, sums: readonly string[], places: readonly Place[], y: number): void {
    const baseline = y + style.padding + style.baseline * size
    pdf.text(words, left, baseline, bold)
    for (const place of places) writeCell([sums[place.column]!], place, baseline, bold)
    pdf.line([left, y + carriedHeight], [endOf(places), y + carriedHeight], 0.4)
  }

  function rulesAbove(places: readonly Place[], { emphasis }: GridRow, y: number): void {
    const { across, weight } = style.sums
    if (emphasis === 'total' && across > 0) pdf.line([left, y], [endOf(places), y], across)
    else if (emphasis === 'total' || emphasis === 'subtotal')
      for (const { x, width } of figuresIn(places)) pdf.line([x, y], [x + width, y], weight)
  }

  /** Two rules mark a final total. */
  function rulesBelow(
    places: readonly Place[],
    { emphasis }: GridRow,
    y: number,
    { isBeforeSum, next }: { isBeforeSum: boolean; next: GridRow | undefined },
  ): void {
    const { hairline, sums } = style
    const isRuled = emphasis === undefined && !next?.isContinued && (hairline.aboveSums || !isBeforeSum)
    if (isRuled) pdf.line([left, y], [endOf(places), y], hairline.weight, hairline.gray)
    if (emphasis !== 'total') return
    for (const { x, width } of figuresIn(places))
      for (const up of sums.double) pdf.line([x, y - up], [x + width, y - up], sums.weight)
  }

  function drawRow(role: 'TH' | 'TD', places: readonly Place[], draw: (i: number) => void): void {
    section ??= pdf.openSection('Table')
    pdf.within(section, () => {
      const row = pdf.openSection('TR')
      pdf.within(row, () => places.forEach((_, i) => pdf.tagged(role, () => draw(i))))
      row?.end()
    })
  }

  function writeCell(lines: readonly string[], { x, width, align }: Place, baseline: number, type: Type): void {
    for (let i = 0; i < lines.length; i += 1) {
      const line = lines[i]!
      const from = align === 'left' ? x : x + width - pdf.width(line, type)
      pdf.text(line, from, baseline + i * leading, type)
    }
  }
}

const none: string[] = []

const endOf = (places: readonly Place[]): number => places.at(-1)!.x + places.at(-1)!.width

const figuresIn = (places: readonly Place[]): Place[] => places.filter(({ align }) => align === 'right')

/** Rows to measure or lay out before other requests may run. */
const rowsAtOnce = 250

export async function measured(pdf: Pdf, columns: readonly GridColumn[], rows: readonly GridRow[]): Promise<Measures> {
  const needs = measuring(pdf, columns, reportStyle)
  for (const [i, row] of rows.entries()) {
    if (i % rowsAtOnce === 0) await letOthersWork()
    needs.add(row)
  }
  return needs.measures()
}

type ReportGrid = { columns: readonly GridColumn[]; rows: readonly GridRow[]; size: number; measures?: Measures }

/** A grid of a report or a receipt over the whole width: its header row and its rows. */
export async function gridBlocks(page: PageSize, { columns, rows, size, measures }: ReportGrid): Promise<Block[]> {
  const needs = measures ?? (await measured(page.pdf, columns, rows))
  const grid = gridOn(page, { columns, measures: needs, size, style: reportStyle })
  const blocks = [grid.head()]
  for (const [i, row] of rows.entries()) {
    if (i % rowsAtOnce === 0) await letOthersWork()
    blocks.push(...grid.add(row))
  }
  return [...blocks, ...grid.end()]
}

/** The number of empty cells to its right that a heading or the word Total may run over. */
function spannedCells(row: GridRow, i: number, align: Place['align']): number {
  if (row.emphasis === undefined || align === 'right') return 0
  const next = row.cells.findIndex((cell, j) => j > i && cell !== '')
  return (next === -1 ? row.cells.length : next) - i - 1
}

function faceOf(row: GridRow): Type['face'] {
  return row.emphasis === undefined ? 'regular' : 'bold'
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
