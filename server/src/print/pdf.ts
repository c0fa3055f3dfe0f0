// A table or a receipt on A4: the company and its TIN on every page, page x of y, and identical bytes for the same print.
import { dayMistake, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { Part, Section } from '@talaan/ledger/reports/annual/parts.ts'
import { formatPercent, isFigure } from '@talaan/ledger/reports/table.ts'
import type { Cell, Column, Table } from '@talaan/ledger/reports/table.ts'
import { fits, gridBlocks, measured, reportStyle } from './grid.ts'
import type { GridColumn, GridRow } from './grid.ts'
import { letOthersWork } from '../platform/event-loop.ts'
import { a4, draw, landscape, leading, margin, pager, paragraph, printTime, write } from './page.ts'
import type { Block, PageSize, Piece, Placed } from './page.ts'
import { openPdf } from './pdf-file.ts'
import { noted, receiptBlocks } from './receipt-blocks.ts'
import type { Proof } from './receipt-blocks.ts'
import { atMost, wrap } from './text.ts'
import type { Type } from './typeface.ts'

/** Tags let a screen reader read a table cell by cell, but make a file eight times as large; a long book has none. */
const maxTagged = 1_000
const maxTaggedDocuments = 50

/** Tried in this order until the figures fit: first portrait, then landscape. */
const typeSizes = [
  [8.5, 7.5],
  [8.5, 7.5, 6.5, 5.5],
]

export async function tableToPdf(table: Table, print: { printedAt: number; printedBy: string }): Promise<Uint8Array> {
  const { columns, rows } = gridOf(table)
  const pdf = await openPdf({
    title: `${table.title} ${table.period}`,
    author: table.company.name,
    printedAt: print.printedAt,
    tagged: rows.length <= maxTagged,
  })
  const measures = await measured(pdf, columns, rows)
  const shapes = [a4(pdf), landscape(a4(pdf))].flatMap((page, i) => typeSizes[i]!.map((size) => ({ page, size })))
  const shape =
    shapes.find(({ page, size }) => fits(measures, size, page.right - page.left, reportStyle)) ?? shapes.at(-1)!
  const { page, size } = shape

  const blocks = [
    ...(await gridBlocks(page, { columns, rows, size, measures })),
    ...(rows.length === 0 ? paragraph(page, 'Nothing to show for this period.', { face: 'regular', size }, 8) : []),
    ...table.notes.flatMap((note, i) => paragraph(page, note, { face: 'regular', size: 8 }, i === 0 ? 10 : 2)),
  ]
  const heading = [
    { line: table.title, type: { face: 'bold', size: 14 } as const },
    { line: table.period, type: { face: 'regular', size: 9 } as const },
  ]
  const header = pageHeader(page, table.company, heading)
  return printed(page, [{ blocks, header }], { footer: `Printed ${printTime(print.printedAt)} by ${print.printedBy}` })
}

/** The parts of a larger document, each beginning on a page of its own, with sections of text and tables. */
export async function partsToPdf(
  { title, company, parts }: { title: string; company: Table['company']; parts: readonly Omit<Part, 'name'>[] },
  { verb = 'Printed', ...print }: { verb?: 'Printed' | 'Signed'; printedAt: number; printedBy: string },
): Promise<Uint8Array> {
  const page = a4(await openPdf({ title, author: company.name, printedAt: print.printedAt, tagged: true }))
  const made: { blocks: Block[]; header: Piece }[] = []
  for (const part of parts) {
    const blocks: Block[] = []
    for (const section of part.sections) blocks.push(...(await sectionBlocks(page, section)))
    const heading = [
      { line: part.title, type: { face: 'bold', size: 14 } as const },
      { line: part.period, type: { face: 'regular', size: 9 } as const },
    ]
    made.push({ blocks, header: pageHeader(page, company, heading) })
  }
  return printed(page, made, { footer: `${verb} ${printTime(print.printedAt)} by ${print.printedBy}` })
}

async function sectionBlocks(page: PageSize, { title, text, table }: Section): Promise<Block[]> {
  const head = title === '' ? [] : paragraph(page, title, { face: 'bold', size: 10 }, 12)
  const paragraphs = text.flatMap((one) => paragraph(page, one, { face: 'regular', size: 9 }, 6))
  // A title stays with what it is the title of.
  const above = [...head.map((block) => ({ ...block, keepWithNext: true })), ...paragraphs]
  if (table === null) return above
  const { columns, rows } = gridOf(table)
  const measures = await measured(page.pdf, columns, rows)
  const sizes = [8.5, 7.5, 6.5, 5.5]
  const size = sizes.find((one) => fits(measures, one, page.right - page.left, reportStyle)) ?? 5.5
  return [
    ...above,
    ...(above.length === 0 ? [] : [{ height: 6, draw: () => {}, keepWithNext: true }]),
    ...(await gridBlocks(page, { columns, rows, size, measures })),
    ...table.notes.flatMap((note, i) => paragraph(page, note, { face: 'regular', size: 8 }, i === 0 ? 10 : 2)),
  ]
}

function gridOf(table: Table): { columns: GridColumn[]; rows: GridRow[] } {
  return {
    columns: table.columns.map(gridColumn),
    rows: table.rows.map((row) => ({
      cells: table.columns.map((column, i) => shown(row.cells[i] ?? null, column)),
      emphasis: row.emphasis,
    })),
  }
}

type ReceiptPrint = {
  printedAt: number
  proof?: Proof
  /** '' for the first print, 'Reprint 2, 23 Nov 2026' for a later one. */
  mark?: string
}

/** A document; once recorded, with its lookup code. */
export async function receiptToPdf(receipt: Receipt, print: ReceiptPrint): Promise<Uint8Array> {
  const { company } = receipt
  const page = a4(
    await openPdf({ title: titleOf(receipt), author: company.name, printedAt: print.printedAt, tagged: true }),
  )
  return printed(page, [await receiptPart(page, receipt, print)], { footer: '' })
}

/** Documents in one file, each on pages of its own, as if they were printed one after the other. */
export async function receiptsToPdf(
  documents: readonly [{ receipt: Receipt; print: ReceiptPrint }, ...{ receipt: Receipt; print: ReceiptPrint }[]],
  { title, printedAt }: { title: string; printedAt: number },
): Promise<Uint8Array> {
  const author = documents[0].receipt.company.name
  const page = a4(await openPdf({ title, author, printedAt, tagged: documents.length <= maxTaggedDocuments }))
  const parts: PrintedPart[] = []
  for (const { receipt, print } of documents) {
    parts.push(await receiptPart(page, receipt, print))
    await letOthersWork()
  }
  return printed(page, parts, { footer: '' })
}

const titleOf = ({ number, title }: Receipt) => (number === null ? `${title}, no number yet` : `${title} ${number}`)

async function receiptPart(page: PageSize, receipt: Receipt, print: ReceiptPrint): Promise<PrintedPart> {
  const title = titleOf(receipt)
  const heading = [
    { line: receipt.title, type: { face: 'bold', size: 13 } as const },
    { line: receipt.number ?? 'No number yet', type: { face: 'bold', size: 20 } as const },
    { line: formatDay(receipt.day), type: { face: 'regular', size: 10 } as const },
    ...(print.mark ? [{ line: print.mark, type: { face: 'bold', size: 10 } as const }] : []),
  ]
  const header = noted(page, receipt, pageHeader(page, receipt.company, heading))
  return {
    blocks: await receiptBlocks(page, receipt, print.proof ?? null),
    header,
    own: {
      footer: `${title}, printed ${printTime(print.printedAt)}`,
      watermark: { review: 'DRAFT', recorded: undefined, void: 'VOID' }[receipt.status],
    },
  }
}

/** The footer of every page. */
type Frame = { footer: string; watermark?: string | undefined }

/** A part with a frame of its own counts its own pages. */
type PrintedPart = { blocks: readonly Block[]; header: Piece; own?: Frame }

const footerHeight = 24

/** The blocks of each part, under its header, on as many pages as they need, as a file. */
async function printed(page: PageSize, parts: readonly PrintedPart[], frame: Frame): Promise<Uint8Array> {
  const { pdf, width, height } = page
  const pages: { placed: Placed[]; header: Piece; isFirst: boolean; own: Frame | undefined; no: number }[] = []
  const countIn = new Map<Frame | undefined, number>()
  for (const { blocks, header, own } of parts) {
    let isFirst = true
    const { add, end } = pager(height - margin - footerHeight - margin - header.height, (placed) => {
      const no = (countIn.get(own) ?? 0) + 1
      countIn.set(own, no)
      pages.push({ placed, header, isFirst, own, no })
      isFirst = false
    })
    blocks.forEach(add)
    end()
  }
  for (const [i, { placed, header, isFirst, own, no }] of pages.entries()) {
    const { footer, watermark } = own ?? frame
    pdf.addPage(width, height)
    if (watermark !== undefined) pdf.artifact(() => drawWatermark(page, watermark))
    // Screen readers read a header once.
    if (isFirst) pdf.tagged('H1', () => header.draw(margin))
    else pdf.artifact(() => header.draw(margin))
    draw(placed, margin + header.height)
    pdf.artifact(() => drawFooter(page, footer, `Page ${no} of ${countIn.get(own) ?? no}`))
    if (i % 20 === 19) await letOthersWork()
  }
  return pdf.end()
}

function drawFooter({ pdf, height, left, right }: PageSize, words: string, count: string): void {
  const type: Type = { face: 'regular', size: 7.5 }
  const y = height - margin - leading(type)
  pdf.line([left, y - 4], [right, y - 4], 0.4)
  const room = right - left - pdf.width(count, type) - 20
  write(pdf, atMost(wrap(pdf, words, type, room), 1)[0] ?? '', left, y, type)
  write(pdf, count, right, y, type, 'right')
}

/** A word across the page, pale and printed first, so that it covers nothing. */
function drawWatermark({ pdf, width, height }: PageSize, word: string): void {
  const type: Type = { face: 'bold', size: 150 }
  const [x, y] = [width / 2, height / 2]
  const baseline = y - type.size * 0.7 + type.size * 1.05
  pdf.rotated(-50, [x, y], () => pdf.text(word, x - pdf.width(word, type) / 2, baseline, type, 0.882))
}

function gridColumn(column: Column): GridColumn {
  const wraps = column.kind === 'text'
  const align = isFigure(column.kind) ? 'right' : 'left'
  return { title: column.title, align, wraps, weight: column.width ?? (wraps ? 3 : 1) }
}

function shown(cell: Cell, { kind }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint')
    return kind === 'money'
      ? formatMoney(cell, { negative: 'brackets' })
      : kind === 'percent'
        ? formatPercent(cell)
        : cell.toLocaleString('en')
  // A heading may be in any column.
  return kind === 'day' && dayMistake(cell) === null ? formatDay(cell) : cell
}

type Line = { line: string; type: Type }

/** The company at the left, the title at the right; on every page, since pages get separated. */
function pageHeader({ pdf, left, right }: PageSize, company: Table['company'], heading: Line[]): Piece {
  const room = right - left
  const lines: Line[] = [
    { line: company.name, type: { face: 'bold', size: 11 } },
    { line: company.tinLine, type: { face: 'regular', size: 8.5 } },
    { line: company.address, type: { face: 'regular', size: 8.5 } },
  ]
  const columns = [set(lines, room * 0.52), set(heading, room * 0.44)]
  const height = Math.max(...columns.map((column) => column.reduce((sum, { type }) => sum + leading(type), 0))) + 16
  return {
    height,
    draw: (y) => {
      columns.forEach((column, i) => {
        let top = y
        for (const { line, type } of column) {
          write(pdf, line, i === 0 ? left : right, top, type, i === 0 ? 'left' : 'right')
          top += leading(type)
        }
      })
      pdf.line([left, y + height - 10], [right, y + height - 10], 1.2)
    },
  }

  function set(texts: Line[], width: number): Line[] {
    return texts
      .filter(({ line }) => line !== '')
      .flatMap(({ line, type }) => atMost(wrap(pdf, line, type, width), 4).map((part) => ({ line: part, type })))
  }
}
