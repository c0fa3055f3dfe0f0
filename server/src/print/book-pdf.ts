// A book of accounts as PDF: the cover, a section for each month with running page numbers, the index and the
// certificate. The page header has company, TIN, book, period and permit (RR V-1, RMO 9-2021).
import { createHash } from 'node:crypto'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { BookColumn, BookOfMonth, BookRow } from '@talaan/ledger/looseleaf/book.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { bookPages, smallestType } from './book-pages.ts'
import type { BookPages, PaperSize, BookProof, Head } from './book-pages.ts'
import { carrying, gridColumn, gridRow, measuredRow } from './book-rows.ts'
import { bookStyle, fits, gridOn, measuring, pageColumns } from './grid.ts'
import { draw, pager, printTime, writeAt } from './page.ts'
import type { Block, Placed } from './page.ts'
import { openPdf } from './pdf-file.ts'
import type { Later, Pdf } from './pdf-file.ts'
import type { Face } from './typeface.ts'
import { wrap } from './text.ts'

export type BookPrint = {
  /** 'Cash Receipts Journal' */
  title: string
  company: { name: string; tradeName: string; address: string; tinLine: string }
  /** 'Fiscal year 2026' */
  year: string
  /** 'For the month of June 2026', 'January to December 2026' */
  period: string
  /** 'PTU No. 0001 issued 5 Jan 2026', or empty while no permit is set. */
  permit: string
  paper: PaperSize
  /** A columnar journal is landscape; the ledger is portrait. */
  isBroad: boolean
  /** The page number of the first page of the first section. */
  firstPage: number
  volume: string
  printedAt: number
  printedBy: string
  /** 'Talaan 0.1.0' */
  software: string
  /** A draft has no code. */
  proof: BookProof | null
}

export type Certificate = {
  /** The sentence, with the number of pages of the sections. */
  text: (pages: number) => string
  officer: string
  position: string
  /** Month, and its seal or that it has none. */
  seals: { month: Month; seal: string }[]
  /** The line with the ends of both chains. */
  heads: string
}

type BookPdf = {
  /** Draws a month and returns the written bytes, page by page. */
  section: (month: BookOfMonth) => AsyncGenerator<Uint8Array>
  /** Index and certificate; returns the end of the file. */
  finish: (certificate: Certificate) => Uint8Array
  /** The number of pages of the sections so far; without cover, index and certificate. */
  sectionPages: () => number
  /** Over all rows so far. */
  figures: () => string
  pageDigests: () => { page: number; digest: string }[]
}

const typeSizes = [7.5, smallestType]

export async function bookPdf(print: BookPrint): Promise<BookPdf> {
  const { pdf, pages } = await opened(print)
  const figures = createHash('sha256')
  const index: { month: Month; words: string; page: number }[] = []
  let sectionPages = 0
  const count = drawCover(pages, print)
  const digest = () => figures.copy().digest('hex')

  return {
    sectionPages: () => sectionPages,
    figures: digest,
    pageDigests: pages.digests,

    async *section(month) {
      figures.update(month.month)
      const head = headOf(print, month.table.period)
      const listed = (words: string) =>
        index.push({ month: month.month, words, page: print.firstPage + sectionPages - 1 })
      let isFirst = true
      const drawPage: Drawing['drawPage'] = (placed, { over, of }) => {
        const own = of === 1 ? head : headOf(print, `${month.table.period}, columns on page ${over + 1} of ${of}`)
        pages.draw({ head: own, number: print.firstPage + sectionPages }, () => {
          sectionPages += 1
          if (isFirst) listed(formatMonth(month.month))
          isFirst = false
          draw(placed, pages.top, over)
        })
      }
      const eachRow = ({ cells, emphasis }: BookRow) => figures.update(canonical({ cells, emphasis }))
      for await (const _ of laidOut(pages, month, { drawPage, eachRow, onHeading: listed })) {
        const bytes = pdf.take()
        if (bytes.length > 0) yield bytes
      }
    },

    finish(certificate) {
      const proved = `Digest of all rows of this book (SHA-256): ${digest()}`
      drawIndex(pages, print, index)
      drawCertificate(pages, print, { ...certificate, text: certificate.text(sectionPages), proved })
      count.draw(() => {
        const [first, last] = [print.firstPage, print.firstPage + sectionPages - 1]
        const words = `Pages ${first} to ${last}, ${pdf.pages()} sheets with cover, index and certificate`
        writeAt(pdf, words, coverWidth / 2, 12, { face: 'regular', size: 10 }, 'center')
      })
      pages.end(proved)
      return pdf.end()
    },
  }
}

/** The number of pages of a month, without drawing them. */
export async function pagesOfMonth(print: BookPrint, month: BookOfMonth): Promise<number> {
  let count = 0
  const { pages } = await opened(print)
  const layOut = laidOut(pages, month, { drawPage: () => void (count += 1) })
  for await (const _ of layOut) continue
  return count
}

async function opened(print: BookPrint): Promise<{ pdf: Pdf; pages: BookPages }> {
  const pdf = await openPdf({
    title: `${print.title}, ${print.period}`,
    author: print.company.name,
    printedAt: print.printedAt,
    // A book is nearly all figures, and a thousand pages must not take minutes.
    kerned: false,
  })
  const { left, right } = headOf(print, print.period)
  const pages = bookPages(pdf, {
    paper: print.paper,
    isBroad: print.isBroad,
    headLines: Math.max(left.length, right.length),
    foot: `${print.software}, printed ${printTime(print.printedAt)} by ${print.printedBy}`,
    proof: print.proof,
  })
  return { pdf, pages }
}

function headOf({ company, title, year, permit, proof }: BookPrint, period: string): Head {
  const draft = proof === null ? draftWords : ''
  return {
    left: [company.name, company.tradeName, company.address, company.tinLine].filter((line) => line !== ''),
    right: [title.toUpperCase(), period, year, permit, draft].filter((line) => line !== ''),
  }
}

const draftWords = 'DRAFT, not a bound book'

// ── The section of a month.

type Drawing = {
  /** `over` is 0, or counts the pages with further columns of the same rows; `of` is the number of all these pages. */
  drawPage: (placed: Placed[], pages: { over: number; of: number }) => void
  eachRow?: (row: BookRow) => void
  onHeading?: (words: string) => void
}

/** Lays a month out page by page; pauses after some rows each time. */
async function* laidOut(
  pages: BookPages,
  { table, recapitulation }: BookOfMonth,
  { drawPage, eachRow, onHeading }: Drawing,
): AsyncGenerator<void> {
  const { pdf } = pages
  const columns = table.columns.map(gridColumn)
  const needs = measuring(pdf, columns, bookStyle)
  for await (const rows of table.rows)
    for (const row of rows) {
      needs.add(measuredRow(row, table.columns))
      eachRow?.(row)
    }
  const measures = needs.measures()
  const room = pages.right - pages.left
  const size = typeSizes.find((each) => fits(measures, each, room, bookStyle)) ?? smallestType
  const onPages = pageColumns(columns, measures, { size, room, style: bookStyle })
  const grid = gridOn(pages, { columns, measures, size, style: bookStyle, pages: onPages })
  const { add, end } = pager(pages.room, (placed) => {
    const of = placed.some(({ piece }) => piece.drawOver !== undefined) ? onPages.length : 1
    for (let over = 0; over < of; over += 1) drawPage(placed, { over, of })
  })
  add(grid.head())
  const withSums = carrying(table.columns, onHeading)
  for await (const rows of table.rows) {
    for (const row of rows) grid.add(withSums(row)).forEach(add)
    yield
  }
  grid.end().forEach(add)
  if (recapitulation !== null && recapitulation.rows.length > 1)
    recapitulationBlocks(pages, recapitulation).forEach(add)
  for (const note of table.notes) lineBlocks(pages, note, { size: 7, above: 14 }).forEach(add)
  end()
  yield
}

const recapitulationTitle = 'Recapitulation: posted to the general ledger'

function recapitulationBlocks(pages: BookPages, { columns, rows }: Table): Block[] {
  const { pdf, left, right } = pages
  const title: Block = {
    height: 24,
    keepWithNext: true,
    reserve: 46,
    draw: (y) => pdf.text(recapitulationTitle, left, y + 18, { face: 'bold', size: 8.5 }),
  }
  return [title, ...gridBlocks(pages, { columns, rows, size: 7.5, room: Math.min(right - left, 400) })]
}

type SmallGrid = { columns: readonly BookColumn[]; rows: readonly BookRow[]; size: number; room: number }

function gridBlocks(pages: BookPages, { columns, rows, size, room }: SmallGrid): Block[] {
  const gridColumns = columns.map(gridColumn)
  const gridRows = rows.map((row) => gridRow(row, columns))
  const needs = measuring(pages.pdf, gridColumns, bookStyle)
  rows.forEach((row) => needs.add(measuredRow(row, columns)))
  const grid = gridOn(pages, { columns: gridColumns, measures: needs.measures(), size, style: bookStyle, room })
  return [grid.head(), ...gridRows.flatMap(grid.add), ...grid.end()]
}

/** A text as a block for each line, with some space above the first. */
function lineBlocks(pages: BookPages, text: string, { size, above }: { size: number; above: number }): Block[] {
  const { pdf, left, right } = pages
  const type = { face: 'regular', size } as const
  return wrap(pdf, text, type, Math.min(460, right - left)).map((line, i): Block => {
    const height = i === 0 ? above : size * 1.4
    return { height, draw: (y) => pdf.text(line, left, y + height, type) }
  })
}

// ── Cover, index and certificate.

const coverWidth = 400

/** The cover, without the number of pages. */
function drawCover(pages: BookPages, { company, title, year, period, permit, volume, proof }: BookPrint): Later {
  const { pdf, left, right, height } = pages
  const middle = (left + right) / 2
  const count = pdf.later(coverWidth, 16)
  pages.draw({ head: null, number: null }, () => {
    const line = (text: string, y: number, size: number, face: Face = 'regular') =>
      writeAt(pdf, text, middle, y, { face, size }, 'center')
    let y = height * 0.2
    line(company.name, y, 18, 'bold')
    for (const each of [company.tradeName, company.address, company.tinLine].filter((one) => one !== ''))
      line(each, (y += 17), 10)
    line(title.toUpperCase(), (y += 60), 24, 'bold')
    line(period, (y += 24), 13)
    line(year, (y += 18), 11)
    line(volume, (y += 18), 11)
    count.place(middle - coverWidth / 2, (y += 30) - 12)
    line(permit === '' ? 'Permit to use: ____________________' : permit, (y += 16), 10)
    if (proof === null) line(draftWords, (y += 24), 12, 'bold')
    const side = 42 * (72 / 25.4)
    pdf.box(middle - side / 2, y + 20, side, side, 0.6)
    line('Place for the QR code of the', y + 20 + side / 2 - 4, 7)
    line("book's registration (ORUS)", y + 20 + side / 2 + 6, 7)
  })
  return count
}

type Listed = { month: Month; words: string; page: number }

function drawIndex(pages: BookPages, print: BookPrint, index: readonly Listed[]): void {
  const head = headOf(print, 'Index')
  const columns: BookColumn[] = [
    { key: 'month', title: 'Month', kind: 'text', width: 1 },
    { key: 'words', title: 'Section', kind: 'text' },
    { key: 'page', title: 'Page', kind: 'count' },
  ]
  const rows = index.map(({ month, words, page }): BookRow => ({
    cells: [formatMonth(month), words === formatMonth(month) ? print.title : words, BigInt(page)],
  }))
  const { add, end } = pager(pages.room, (placed) => pages.draw({ head, number: null }, () => draw(placed, pages.top)))
  const room = Math.min(pages.right - pages.left, 420)
  gridBlocks(pages, { columns, rows, size: 8, room }).forEach(add)
  end()
}

type Written = Omit<Certificate, 'text'> & { text: string; proved: string }

function drawCertificate(
  pages: BookPages,
  print: BookPrint,
  { text, officer, position, seals, heads, proved }: Written,
): void {
  const { pdf, left, top } = pages
  pages.draw({ head: headOf(print, 'Certificate'), number: null }, () => {
    let y = top + 30
    const line = (words: string, size: number, face: Face = 'regular') => pdf.text(words, left, y, { face, size })
    const lines = (words: string, size: number, above: number) => {
      for (const block of lineBlocks(pages, words, { size, above })) {
        block.draw(y)
        y += block.height
      }
    }
    line('CERTIFICATE', 14, 'bold')
    lines(text, 10, 26)
    y += 46
    pdf.line([left, y], [left + 220, y], 0.6)
    y += 12
    line(officer === '' ? 'Name and signature' : officer, 9, 'bold')
    y += 12
    line(position === '' ? 'Position' : position, 9)
    y += 18
    line('Date: ____________________', 9)
    y += 34
    line('References for checking this book', 10, 'bold')
    for (const { month, seal } of seals) lines(`${formatMonth(month)}: ${seal}`, 8, 14)
    lines(heads, 8, 14)
    lines(proved, 8, 18)
  })
}
