// Printed blocks, and their layout on pages.
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import type { Pdf } from './pdf-file.ts'
import { wrap } from './text.ts'
import type { Type } from './typeface.ts'

/** The pages of one PDF: one size, the content between two edges. In points. */
export type PageSize = { pdf: Pdf; width: number; height: number; left: number; right: number }

/** Around a page. */
export const margin = 40

export function a4(pdf: Pdf): PageSize {
  return { pdf, width: 595.28, height: 841.89, left: margin, right: 595.28 - margin }
}

export function landscape({ pdf, width, height }: PageSize): PageSize {
  return { pdf, width: height, height: width, left: margin, right: height - margin }
}

/** A block of known height; `draw` gets its position on the page. */
export type Piece = {
  height: number
  draw: (y: number) => void
  /** Draws its further columns, on the page after: 1 is the first of these pages. */
  drawOver?: (y: number, page: number) => void
}

/** A piece that is never split: a line, a row, a box. */
export type Block = Piece & {
  /** A total is not left alone on the next page, nor a heading at the foot of this one. */
  keepWithNext?: boolean
  /** Closes the page that ends before this block: the sums carried forward. */
  foot?: Piece | undefined
  /** Opens the page that begins with this block: the header row of its table. */
  head?: Piece | undefined
  /** The room required below this block on its page. */
  reserve?: number
}

/** A piece with its position, relative to the top of the content. */
export type Placed = { piece: Piece; y: number }

type Pager = { add: (block: Block) => void; end: () => void }

/**
 * Lays blocks out on pages as they come, and hands over each full page. Blocks kept together move together, unless they
 * would not fit on any page.
 */
export function pager(room: number, full: (page: Placed[]) => void): Pager {
  let page: Placed[] = []
  let used = 0
  let group: Block[] = []
  return {
    add(block) {
      group.push(block)
      if (!block.keepWithNext) place()
    },
    end() {
      place()
      full(page)
    },
  }

  function place(): void {
    const together = group
    group = []
    const isTooHigh = together.length > 1 && heightOf(together) + (together[0]?.head?.height ?? 0) > room
    for (const some of isTooHigh ? together.map((block) => [block]) : [together]) {
      if (used > 0 && used + heightOf(some) > room) nextPage(some[0])
      for (const block of some) put(block)
    }
  }

  function nextPage(first: Block | undefined): void {
    if (first?.foot !== undefined) put(first.foot)
    full(page)
    page = []
    used = 0
    if (first?.head !== undefined) put(first.head)
  }

  function put(piece: Piece): void {
    page.push({ piece, y: used })
    used += piece.height
  }
}

/** The room a group needs on its page, including the room required below each block. */
function heightOf(blocks: readonly Block[]): number {
  let height = 0
  let needed = 0
  for (const block of blocks) {
    height += block.height
    needed = Math.max(needed, height + (block.reserve ?? 0))
  }
  return needed
}

export function draw(page: readonly Placed[], top: number, over = 0): void {
  for (const { piece, y } of page) {
    if (over === 0) piece.draw(top + y)
    else piece.drawOver?.(top + y, over)
  }
}

export function leading(type: Type): number {
  return type.size * 1.36
}

type Align = 'left' | 'right' | 'center'

/** One line on a baseline; right-aligned lines end at x, centered ones have their middle there. */
export function writeAt(pdf: Pdf, line: string, x: number, baseline: number, type: Type, align: Align): void {
  const before = align === 'left' ? 0 : pdf.width(line, type) / (align === 'right' ? 1 : 2)
  pdf.text(line, x - before, baseline, type)
}

/** One line whose top is at y. */
export function write(pdf: Pdf, line: string, x: number, y: number, type: Type, align: Align = 'left'): void {
  writeAt(pdf, line, x, y + type.size * 1.05, type, align)
}

/** Lines below each other. */
export function writeLines(pdf: Pdf, lines: readonly string[], x: number, y: number, type: Type): void {
  lines.forEach((line, i) => write(pdf, line, x, y + i * leading(type), type))
}

/** A text as a block for each line. */
export function paragraph({ pdf, left, right }: PageSize, text: string, type: Type, above: number): Block[] {
  return wrap(pdf, text, type, right - left).map((line, i): Block => {
    const space = i === 0 ? above : 0
    return {
      height: space + leading(type),
      draw: (y) => pdf.tagged('P', () => write(pdf, line, left, y + space, type)),
    }
  })
}

/** '30 Jun 2026, 14:05' in Manila, which is eight hours ahead of UTC all year. */
export function printTime(printedAt: number): string {
  const time = new Date(printedAt + 8 * 3_600_000).toISOString().slice(11, 16)
  return `${formatDay(dayInManila(printedAt))}, ${time}`
}
