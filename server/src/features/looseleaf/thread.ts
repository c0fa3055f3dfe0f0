// The printing thread: lays out and writes books away from the event loop that serves people. Ended from outside, it
// leaves nothing behind.
import { createHash } from 'node:crypto'
import { parentPort, type MessagePort } from 'node:worker_threads'
import { bookOfMonth } from '@talaan/ledger/looseleaf/books.ts'
import { bookWords } from '@talaan/ledger/looseleaf/book.ts'
import type { BookEntry, BookName, BookOfMonth } from '@talaan/ledger/looseleaf/book.ts'
import { ledgerLines } from '@talaan/ledger/looseleaf/general-ledger.ts'
import type { LedgerLine } from '@talaan/ledger/looseleaf/general-ledger.ts'
import { certificateText } from '@talaan/ledger/looseleaf/layout.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import type { JournalCode } from '@talaan/ledger/accounts/journal.ts'
import { bookToCsv, bookToText, bookToXlsx } from '../../print/book-files.ts'
import { BookPdf } from '../../print/book-pdf.ts'
import { inParts } from './parts.ts'
import { readEntries } from './printer.ts'
import type { BookFormat, FromPrinter, PrintBegun, ToPrinter } from './printer.ts'
import { Spool } from './spool.ts'
import { sweep, sweepAll } from './sweep.ts'

const port = parentPort as MessagePort
if (!port) throw new Error('thread.ts runs as a worker thread only.')
const tell = (message: FromPrinter, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

type Begun = PrintBegun & { byCode: ReadonlyMap<string, PrintBegun['accounts'][number]> }
type MonthTold = Extract<ToPrinter, { tell: 'month' }>
type Volume = { pdf: BookPdf; firstPage: number; sections: BookOfMonth[]; figures: ReturnType<typeof createHash> }

let begun: Begun
let told: MonthTold
let entries = noEntries()
let more: (() => void) | undefined
const volumes = new Map<BookName, Volume>()
const pagesBefore = new Map<BookName, number>()

let tail = Promise.resolve()
port.on('message', (message: ToPrinter) => {
  if (message.tell === 'more') return more?.()
  tail = tail
    .then(() => obey(message))
    .catch((error: unknown) =>
      tell({ tell: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
})

async function obey(message: Exclude<ToPrinter, { tell: 'more' }>): Promise<void> {
  switch (message.tell) {
    case 'begin':
      begun = { ...message.print, byCode: new Map(message.print.accounts.map((account) => [account.code, account])) }
      for (const book of begun.books) pagesBefore.set(book, begun.pagesBefore[book] ?? 0)
      return
    case 'month':
      told = message
      entries = noEntries()
      return
    case 'entries':
      readEntries(message.entries).forEach(putAway)
      sweep()
      return
    case 'month ends':
      for (const book of told.counted) count(sectionOf(book))
      for (const book of told.printed) {
        draw(sectionOf(book))
        sweepAll()
        tell({ tell: 'drawn', book, month: told.month })
        if (told.last) await handOver(book)
      }
      entries = noEntries()
  }
}

/** The entries of a month, each under its journal for that book, and line by line under its accounts for the ledger. */
type Entries = {
  count: number
  byJournal: Map<JournalCode, Spool<BookEntry>>
  byAccount: Map<string, Spool<LedgerLine>>
}

function noEntries(): Entries {
  return { count: 0, byJournal: new Map(), byAccount: new Map() }
}

function putAway(entry: BookEntry): void {
  entries.count += 1
  spoolOf(entries.byJournal, entry.journal).push(entry)
  for (const { account, line } of ledgerLines(entry)) spoolOf(entries.byAccount, account).push(line)
}

function spoolOf<K, T>(spools: Map<K, Spool<T>>, key: K): Spool<T> {
  const known = spools.get(key)
  if (known !== undefined) return known
  const made = new Spool<T>()
  spools.set(key, made)
  return made
}

/** One book is finished, and nothing of it kept, before the next is drawn: six at once would fill the memory. */
async function handOver(book: BookName): Promise<void> {
  const volume = volumes.get(book)
  if (volume === undefined) throw new RangeError(`Nothing of the ${book} was drawn.`)
  volumes.delete(book)
  await finish(book, volume)
}

function sectionOf(book: BookName): BookOfMonth {
  const { print, year, layout, byCode } = begun
  const { company } = print
  return bookOfMonth(book, {
    company: { name: company.name, tinLine: company.tinLine, address: company.address },
    year,
    layout,
    month: told.month,
    accounts: byCode,
    entries: bookWords[book].journal === null ? [] : spoolOf(entries.byJournal, bookWords[book].journal),
    ledger: { entries: entries.count, lines: entries.byAccount },
    before: told.before,
    openings: new Map(told.openings),
  })
}

const pdfOf = (book: BookName, firstPage: number): BookPdf => {
  const { print, ids, publicUrl } = begun
  const bookId = ids[book]
  const proof = bookId === undefined ? null : { bookId, publicUrl }
  return new BookPdf({
    ...{ ...print, title: bookWords[book].title, firstPage, proof, broad: !book.startsWith('general') },
  })
}

/** A month's pages are counted by drawing them; the drawing is thrown away. */
function count(section: BookOfMonth): void {
  const scratch = pdfOf(section.book, 1)
  scratch.section(section)
  pagesBefore.set(section.book, (pagesBefore.get(section.book) ?? 0) + scratch.sectionPages)
}

function draw(section: BookOfMonth): void {
  const { book } = section
  let volume = volumes.get(book)
  if (volume === undefined) {
    const firstPage = (pagesBefore.get(book) ?? 0) + 1
    volume = { pdf: pdfOf(book, firstPage), firstPage, sections: [], figures: createHash('sha256') }
    volumes.set(book, volume)
  }
  volume.pdf.section(section)
  volume.sections.push(section)
  volume.figures.update(section.month)
  for (const { cells, emphasis } of section.table.rows) volume.figures.update(canonical({ cells, emphasis }))
}

async function finish(book: BookName, { pdf, firstPage, sections, figures }: Volume): Promise<void> {
  const { print, layout, seals, tin } = begun
  const digest = figures.digest('hex')
  const pages = pdf.sectionPages
  const text = certificateText(layout.certificate, {
    ...{ company: print.company.name, tin, book: bookWords[book].title, period: lowered(print.period) },
    ...{ pages: pages.toString(), officer: layout.officer, position: layout.position },
  })
  const certificate = {
    ...{ text, officer: layout.officer, position: layout.position, seals },
    figures: `Digest of all rows of this book (SHA-256): ${digest}`,
  }
  await send('pdf', pdf.finish(certificate))
  await send('xlsx', bookToXlsx(sections))
  await send('csv', bookToCsv(sections))
  await send('txt', bookToText(sections))
  const debit = sections.reduce((sum, section) => sum + section.debit, 0n)
  const credit = sections.reduce((sum, section) => sum + section.credit, 0n)
  tell({
    tell: 'book',
    printed: {
      ...{ book, firstPage, pages, debit, credit, figures: digest, digests: pdf.pageDigests },
      entries: sections.reduce((sum, section) => sum + section.entries, 0),
    },
  })
}

async function send(format: BookFormat, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  tell({ tell: 'file', format })
  for await (const part of inParts(pieces)) {
    const bytes = owned(part)
    const asked = new Promise<void>((resolve) => (more = resolve))
    tell({ tell: 'piece', bytes }, [bytes.buffer])
    await asked
    sweep()
  }
  tell({ tell: 'file ends' })
}

const lowered = (period: string) => period.replace(/^For/, 'for')

/** Bytes in memory of their own, so that they can be handed over without a copy. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)
