// The printing thread: lays out and writes books away from the event loop of the requests. Terminating it leaves
// nothing behind.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { bookOfMonth } from '@talaan/ledger/looseleaf/books.ts'
import { bookWords } from '@talaan/ledger/looseleaf/book.ts'
import type { BookInput, BookName, BookOfMonth, TextKey } from '@talaan/ledger/looseleaf/book.ts'
import { certificateText } from '@talaan/ledger/looseleaf/layout.ts'
import type { JournalCode } from '@talaan/ledger/accounts/journal.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { bookToCsv, bookToText, bookToXlsx } from '../../print/book-files.ts'
import { bookPdf, pagesOfMonth } from '../../print/book-pdf.ts'
import type { BookPrint } from '../../print/book-pdf.ts'
import { markPages } from '../../print/pdf-file.ts'
import { inParts } from './parts.ts'
import { readEntries, readLines } from './printer.ts'
import { reading } from './reading.ts'
import type {
  BookFormat,
  BookToPrint,
  FromPrinter,
  MonthSums,
  Place,
  PrintPlan,
  Rows,
  Source,
  ToPrinter,
} from './printer.ts'

const port = parentPort as MessagePort
if (!port) throw new Error('thread.ts runs as a worker thread only.')
const tell = (message: FromPrinter, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const plan = workerData as PrintPlan
markPages(plan.mark)
const accounts = new Map(plan.accounts.map((account) => [account.code, account]))
const inYear: BookInput['inYear'] = {
  moved: plan.sums.flatMap(({ moved }) => moved),
  texts: textsOf(plan.sums),
}

let answered = (_: Rows): void => {}
let taken = (): void => {}
port.on('message', (message: ToPrinter) => (message.tell === 'rows' ? answered(message) : taken()))

const { itemsOf, forget } = reading(ask, { maxCachedBytes: 32 * 1024 * 1024 })

for (const { book, printed } of plan.books) await make(book, printed)
port.close()

async function make(book: BookName, { id, pagesBefore, counted }: BookToPrint): Promise<void> {
  const { print, months, publicUrl, layout, seals, heads, tin } = plan
  const { title } = bookWords[book]
  const proof = id === null ? null : { bookId: id, publicUrl }
  const about: BookPrint = { ...print, title, firstPage: 1, proof, isBroad: !book.startsWith('general') }
  let before = pagesBefore
  for (const month of counted) before += await pagesOfMonth(about, sectionOf(book, month))

  const firstPage = before + 1
  const sections = months.map((month) => sectionOf(book, month))
  const pdf = await bookPdf({ ...about, firstPage })
  await send('pdf', drawn())
  await send('xlsx', bookToXlsx(sections))
  await send('csv', bookToCsv(sections))
  await send('txt', bookToText(sections))
  forget()
  const sumOf = (each: (section: BookOfMonth) => Money) => sections.reduce((sum, section) => sum + each(section), 0n)
  tell({
    tell: 'book',
    printed: {
      book,
      firstPage,
      pages: pdf.sectionPages(),
      entries: sections.reduce((sum, { entries }) => sum + entries, 0),
      debit: sumOf(({ debit }) => debit),
      credit: sumOf(({ credit }) => credit),
      figures: pdf.figures(),
      digests: pdf.pageDigests(),
    },
  })

  async function* drawn(): AsyncGenerator<Uint8Array> {
    for (const section of sections) {
      yield* pdf.section(section)
      tell({ tell: 'drawn', book, month: section.month })
    }
    const { officer, position } = layout
    const text = (pages: number) =>
      certificateText(layout.certificate, {
        company: print.company.name,
        tin,
        book: title,
        period: print.period.replace(/^For/, 'for'),
        pages: pages.toString(),
        officer,
        position,
      })
    yield pdf.finish({ text, officer, position, seals, heads })
  }
}

function sectionOf(book: BookName, month: Month): BookOfMonth {
  const { print, year, layout, sums } = plan
  const { name, tinLine, address } = print.company
  const own = sums.find((each) => each.month === month)
  const before = sums.filter((each) => each.month < month).flatMap(({ moved }) => moved)
  const openings = new Map(plan.openings)
  for (const { account, debit, credit } of before) openings.set(account, (openings.get(account) ?? 0n) + debit - credit)
  return bookOfMonth(book, {
    company: { name, tinLine, address },
    year,
    layout,
    month,
    accounts,
    entries: (journal) => itemsOf({ month, journal }, readEntries),
    lines: (account) => itemsOf({ month, account }, readLines),
    counts: new Map(own?.counts),
    moved: own?.moved ?? [],
    before,
    openings,
    inYear,
  })
}

function textsOf(sums: readonly MonthSums[]): BookInput['inYear']['texts'] {
  const texts = new Map<JournalCode, Set<TextKey>>()
  for (const [journal, keys] of sums.flatMap((month) => month.texts))
    texts.set(journal, new Set([...(texts.get(journal) ?? []), ...keys]))
  return texts
}

// ── Input.

function ask(source: Source, after: Place | null): Promise<Rows> {
  return new Promise((resolve) => {
    answered = resolve
    tell({ tell: 'read', source, after })
  })
}

// ── Output.

async function send(format: BookFormat, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  tell({ tell: 'file', format })
  let before = Promise.resolve()
  for await (const part of inParts(pieces)) {
    await before
    before = new Promise((resolve) => (taken = resolve))
    // In separate memory, so that they can be transferred without a copy.
    const bytes = Uint8Array.from(part)
    tell({ tell: 'piece', bytes }, [bytes.buffer])
  }
  await before
  tell({ tell: 'file ends' })
}
