// A book of accounts as PDF: a section for each month with running page numbers, then the index and the certificate,
// and in front of all the cover. The head of each page names company, TIN, book, period and permit (RR V-1, RMO 9-2021).
import { createHash } from 'node:crypto'
import type { BookColumn, BookOfMonth, BookRow } from '@talaan/ledger/looseleaf/book.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { codeAddress, codeOfDigest } from '@talaan/ledger/proof/code.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { drawBookGrid, fitsBook, measureBook, typeSizes } from './book-grid.ts'
import { BookPages } from './book-pages.ts'
import type { BookPaper, Head } from './book-pages.ts'
import { BookType } from './book-type.ts'
import { printTime } from './paper.ts'
import { qrOf } from './qr.ts'

export type BookPrint = {
  /** 'Cash Receipts Journal' */
  title: string
  company: { name: string; tradeName: string; address: string; tinLine: string }
  /** 'Fiscal year 2026' */
  year: string
  /** 'For the month of June 2026', 'January to December 2026' */
  period: string
  /** 'PTU No. 0001 issued 5 Jan 2026', or nothing while no permit is set. */
  permit: string
  paper: BookPaper
  /** A columnar journal lies on its side; the ledger stands upright. */
  broad: boolean
  /** The running number of the first page of the first section. */
  firstPage: number
  volume: string
  printedAt: number
  printedBy: string
  /** 'Talaan 0.1.0' */
  software: string
  /** Which book its pages lead to by their codes, and the address of the portal; a draft leads nowhere. */
  proof: { bookId: string; publicUrl: string | null } | null
}

export type Certificate = {
  text: string
  officer: string
  position: string
  /** What the paper proves: month, and the words of its seal or that it has none. */
  seals: { month: Month; seal: string }[]
  figures: string
}

export class BookPdf {
  readonly #print: BookPrint
  readonly #type: BookType
  #pages: BookPages | undefined
  #sectionPages = 0
  #index: { month: Month; words: string; page: number }[] = []
  #digests = new Map<number, string>()
  #figures = ''

  constructor(print: BookPrint) {
    this.#print = print
    this.#type = new BookType({
      title: `${print.title}, ${print.period}`,
      author: print.company.name,
      printedAt: print.printedAt,
    })
  }

  /** How many pages the sections have so far; cover, index and certificate are not counted. */
  get sectionPages(): number {
    return this.#sectionPages
  }

  /** What the codes on its pages are made of: a digest of each page, and of the book as a whole as page 0. */
  get pageDigests(): { page: number; digest: string }[] {
    return [...this.#digests].map(([page, digest]) => ({ page, digest })).toSorted((a, b) => a.page - b.page)
  }

  section({ month, table, recapitulation }: BookOfMonth): void {
    const { columns, rows } = table
    const measured = measureBook(this.#type, columns, rows)
    const pages = (this.#pages ??= this.#openPaper())
    const room = pages.right - pages.left
    const size = typeSizes.find((each) => fitsBook(measured, each, room)) ?? typeSizes.at(-1)!
    const head = this.#head(table.period)
    const nextPage = (): number => {
      pages.open(head, this.#print.firstPage + this.#sectionPages)
      this.#sectionPages += 1
      return pages.top
    }
    const here = () => this.#print.firstPage + this.#sectionPages - 1
    let y = nextPage()
    this.#index.push({ month, words: formatMonth(month), page: here() })
    const onHeading = (words: string) => this.#index.push({ month, words, page: here() })
    y = drawBookGrid(pages, { columns, rows, measured, size, y, room, nextPage, carries: true, onHeading })

    if (recapitulation !== null && recapitulation.rows.length > 1) {
      const grid = { columns: recapitulation.columns, rows: recapitulation.rows as BookRow[] }
      if (y - 70 < pages.bottom) y = nextPage()
      y -= 18
      pages.write({ text: 'Recapitulation: posted to the general ledger', x: pages.left, y, face: 'bold', size: 8.5 })
      y = drawBookGrid(pages, {
        ...grid,
        measured: measureBook(this.#type, grid.columns, grid.rows),
        ...{ size: 7.5, y: y - 6, room: Math.min(room, 400), nextPage, carries: false },
      })
    }
    for (const note of table.notes) y = this.#paragraph(note, y - 14, 7)
  }

  finish(certificate: Certificate): AsyncIterable<Uint8Array> {
    const pages = (this.#pages ??= this.#openPaper())
    this.#figures = certificate.figures
    this.#drawIndex(pages)
    this.#drawCertificate(pages, certificate)
    this.#drawCover(pages)
    return pages.finish()
  }

  #openPaper(): BookPages {
    const { software, printedAt, printedBy, proof, paper, broad } = this.#print
    const foot = `${software}, printed ${printTime(printedAt)} by ${printedBy}`
    return new BookPages(this.#type, {
      ...{ paper, turned: broad, head: this.#head(this.#print.period), foot },
      proof:
        proof &&
        (({ number, drawn }) => {
          const page = number ?? 0
          const text = `${proof.bookId}\n${page}\n${number === null ? this.#figures : drawn}`
          const digest = createHash('sha256').update(text).digest('hex')
          this.#digests.set(page, digest)
          const code = codeOfDigest(digest)
          return { code, qr: qrOf(codeAddress(proof.publicUrl, code)) }
        }),
    })
  }

  #head(period: string): Head {
    const { company, title, year, permit, proof } = this.#print
    return {
      left: [company.name, company.tradeName, company.address, company.tinLine].filter((line) => line !== ''),
      right: [title.toUpperCase(), period, year, permit, ...(proof === null ? ['DRAFT, not a bound book'] : [])].filter(
        (line) => line !== '',
      ),
    }
  }

  #drawIndex(pages: BookPages): void {
    const head = this.#head('Index')
    const nextPage = () => {
      pages.open(head, null)
      return pages.top
    }
    const columns: BookColumn[] = [
      { key: 'month', title: 'Month', kind: 'text', width: 1 },
      { key: 'words', title: 'Section', kind: 'text' },
      { key: 'page', title: 'Page', kind: 'count' },
    ]
    const rows: BookRow[] = this.#index.map(({ month, words, page }) => ({
      cells: [formatMonth(month), words === formatMonth(month) ? this.#print.title : words, BigInt(page)],
    }))
    const y = nextPage()
    const room = Math.min(pages.right - pages.left, 420)
    const measured = measureBook(this.#type, columns, rows)
    drawBookGrid(pages, { columns, rows, measured, size: 8, y, room, nextPage, carries: false })
  }

  #drawCertificate(pages: BookPages, { text, officer, position, seals, figures }: Certificate): void {
    pages.open(this.#head('Certificate'), null)
    let y = pages.top - 30
    pages.write({ text: 'CERTIFICATE', x: pages.left, y, face: 'bold', size: 14 })
    y = this.#paragraph(text, y - 26, 10)
    y -= 46
    pages.rule(pages.left, pages.left + 220, y, 0.6)
    y -= 12
    pages.write({ text: officer === '' ? 'Name and signature' : officer, x: pages.left, y, face: 'bold', size: 9 })
    y -= 12
    pages.write({ text: position === '' ? 'Position' : position, x: pages.left, y, face: 'regular', size: 9 })
    y -= 12
    pages.write({ text: 'Date: ____________________', x: pages.left, y: y - 6, face: 'regular', size: 9 })
    y -= 40
    pages.write({ text: 'What this book can be checked against', x: pages.left, y, face: 'bold', size: 10 })
    for (const { month, seal } of seals) y = this.#paragraph(`${formatMonth(month)}: ${seal}`, y - 14, 8)
    this.#paragraph(figures, y - 18, 8)
  }

  #drawCover(pages: BookPages): void {
    const { company, title, year, period, permit, volume, firstPage, proof } = this.#print
    pages.openCover()
    const middle = (pages.left + pages.right) / 2
    const line = (text: string, y: number, size: number, face: 'regular' | 'bold' = 'regular') =>
      pages.write({ text, x: middle, y, face, size, align: 'centre' })
    let y = pages.height * 0.8
    line(company.name, y, 18, 'bold')
    for (const each of [company.tradeName, company.address, company.tinLine].filter((one) => one !== ''))
      line(each, (y -= 17), 10)
    line(title.toUpperCase(), (y -= 60), 24, 'bold')
    line(period, (y -= 24), 13)
    line(year, (y -= 18), 11)
    line(volume, (y -= 18), 11)
    const last = firstPage + this.#sectionPages - 1
    line(`Pages ${firstPage} to ${last}, ${pages.count} sheets with cover, index and certificate`, (y -= 30), 10)
    line(permit === '' ? 'Permit to use: ____________________' : permit, (y -= 16), 10)
    if (proof === null) line('DRAFT, not a bound book', (y -= 24), 12, 'bold')
    const box = 42 * (72 / 25.4)
    pages.box(middle - box / 2, y - 20 - box, box, box)
    line('Place for the QR code of the', y - 20 - box / 2 + 4, 7)
    line("book's registration (ORUS)", y - 20 - box / 2 - 6, 7)
  }

  #paragraph(text: string, y: number, size: number): number {
    const pages = this.#pages!
    const lines = text
      .split('\n')
      .flatMap((part) => this.#type.wrap(part, 'regular', size, Math.min(460, pages.right - pages.left)))
    for (const [i, line] of lines.entries())
      pages.write({ text: line, x: pages.left, y: y - i * size * 1.4, face: 'regular', size })
    return y - (lines.length - 1) * size * 1.4
  }
}
