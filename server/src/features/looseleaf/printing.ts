// Books printed in a thread of their own: it gets the data from the database, and returns the files as it writes them.
import { Worker } from 'node:worker_threads'
import type { ResourceLimits } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { bookTitle } from '@talaan/contract/books.ts'
import type { BooksRequest } from '@talaan/contract/books.ts'
import { fiscalYearOf, monthsOf, periodOf } from '@talaan/ledger/looseleaf/book.ts'
import { headsLine } from '@talaan/ledger/proof/heads.ts'
import type { BookName } from '@talaan/ledger/looseleaf/book.ts'
import { dayInManila, formatDay, formatMonth, lastDay, monthOf } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { headsOf } from '../../books/verify/heads.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { pageMark } from '../../print/pdf-file.ts'
import { CannotBeMade } from './jobs.ts'
import type { Work } from './jobs.ts'
import { bookFormats } from './printer.ts'
import type {
  BookFormat,
  BookToPrint,
  FromPrinter,
  MonthSums,
  Place,
  PrintedBook,
  PrintPlan,
  Rows,
  Source,
  ToPrinter,
} from './printer.ts'
import { bookAccounts, bookCompany, layoutOn, openingsOf, rowsOf, sumsOf } from './read.ts'

type Db = Kysely<Tables>

type Making = { asked: BooksRequest; books: BookName[]; months: Month[]; viewer: { userId: string; clientId: string } }

/** A file of a book, to be read piece by piece before the next request; or the end of a book. */
type Made =
  | { what: 'file'; format: BookFormat; name: string; type: string; content: AsyncIterable<Uint8Array> }
  | { what: 'book'; printed: PrintedBook; id: string; lastEntry: bigint }

/** Entries or lines per query. */
const rowsAtOnce = 500

/** Prints the books in a thread of its own and hands each file over as it is written. */
export async function* printBooks(context: AppContext, making: Making, work: Work): AsyncGenerator<Made> {
  const { asked } = making
  const db = context.db.kysely
  const { last_entry: last } = await db.selectFrom('ledger_head').select('last_entry').executeTakeFirstOrThrow()
  const plan = await planOf(context, making, last)
  const read = (source: Source, after: Place | null) => rowsOf(db, source, { after, last, atOnce: rowsAtOnce })

  await using printer = startPrinter(plan, read, work.signal)
  for (const { book, printed } of plan.books) {
    for (const format of bookFormats) {
      await printer.hear('file')
      yield { what: 'file', format, name: nameOf(book, asked, format), type: fileTypes[format], content: pieces() }
      if (format === 'pdf') await work.step(`${bookTitle(book)}: bound`)
    }
    const { printed: made } = await printer.hear('book')
    yield { what: 'book', printed: made, id: printed.id ?? crypto.randomUUID(), lastEntry: last }
    await work.step(`${bookTitle(book)}: stored`)
  }

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const heard = await printer.hear('piece', 'drawn', 'file ends')
      if (heard.tell === 'file ends') return
      if (heard.tell === 'drawn') await work.step(`${bookTitle(heard.book)}, ${formatMonth(heard.month)}`)
      else {
        // The next piece is made while this one is stored.
        printer.say({ tell: 'more' })
        yield heard.bytes
      }
    }
  }
}

async function planOf(context: AppContext, { asked, books, months, viewer }: Making, last: bigint): Promise<PrintPlan> {
  const db = context.db.kysely
  const company = await bookCompany(db, asked.to)
  const year = fiscalYearOf(asked.to, company.fiscalYearEnd)
  const { layout } = await layoutOn(db, asked.from)
  // A company that began during the year has no pages for the earlier months.
  const begun = await firstMonth(db)
  const earlier = monthsOf(year).filter((month) => month >= begun && month < asked.from)
  const known = await knownPages(db, asked, earlier)
  // One query per month, so that other requests run in between.
  const sums: MonthSums[] = []
  for (const month of monthsOf(year)) sums.push(await sumsOf(db, month, last))
  const toPrint = (book: BookName): BookToPrint => ({
    pagesBefore: earlier.reduce((sum, month) => sum + (known.get(`${book} ${month}`) ?? 0), 0),
    counted: earlier.filter((month) => !known.has(`${book} ${month}`)),
    id: asked.bind ? crypto.randomUUID() : null,
  })
  return {
    books: books.map((book) => ({ book, printed: toPrint(book) })),
    print: {
      company: { name: company.name, tradeName: layout.tradeName, address: company.address, tinLine: company.tinLine },
      year: year.label,
      period:
        asked.from === asked.to ? periodOf(asked.from) : `From ${formatMonth(asked.from)} to ${formatMonth(asked.to)}`,
      permit: company.permit,
      paper: asked.paper,
      volume: asked.from === asked.to ? `Volume ${monthsOf(year).indexOf(asked.from) + 1} of 12` : 'Volume 1',
      printedAt: context.clock.now(),
      printedBy: viewer.clientId,
      software: `Talaan ${context.version}`,
    },
    tin: company.tin,
    accounts: await bookAccounts(db),
    year,
    layout,
    months,
    sums,
    openings: await openingsOf(db, { before: year.from, last }),
    publicUrl: context.env.publicUrl,
    seals: await sealsOf(db, months),
    heads: headsLine(await headsOf(db, timestamp(context.clock.now()))),
    mark: pageMark(),
  }
}

const fileTypes: Record<BookFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

function nameOf(book: BookName, { from, to, bind }: BooksRequest, format: BookFormat): string {
  return `${book}-${from}${from === to ? '' : `-to-${to}`}${bind ? '' : '-draft'}.${format}`
}

async function firstMonth(db: Db): Promise<Month> {
  const { first } = await db
    .selectFrom('entry')
    .select((is) => is.fn.min('day').as('first'))
    .executeTakeFirstOrThrow()
  return monthOf(first ?? lastDay)
}

/** Page counts of bound books of single months in the same paper size, by book and month; the latest version counts. */
async function knownPages(db: Db, { paper }: BooksRequest, months: Month[]): Promise<Map<string, number>> {
  if (months.length === 0) return new Map()
  const rows = await db
    .selectFrom('bound_book')
    .select(['book', 'first_month as month', 'pages'])
    .where('paper', '=', paper)
    .whereRef('first_month', '=', 'last_month')
    .where('first_month', 'in', months)
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ book, month, pages }) => [`${book} ${month}`, pages]))
}

async function sealsOf(db: Db, months: Month[]): Promise<{ month: Month; seal: string }[]> {
  const closed = await db.selectFrom('period').select(['month', 'closed_at', 'seal']).orderBy('month').execute()
  return months.map((month) => {
    const own = closed.find((row) => row.month === month)
    if (own !== undefined)
      return { month, seal: `closed on ${formatDay(dayInManila(instant(own.closed_at)))}, seal ${own.seal}` }
    const later = closed.find((row) => row.month > month)
    return { month, seal: later ? `closed with ${formatMonth(later.month)}` : 'not closed when this was printed' }
  })
}

type Heard<T extends FromPrinter['tell']> = Extract<FromPrinter, { tell: T }>
type Read = (source: Source, after: Place | null) => Promise<Rows>

/**
 * An unlimited heap collects its garbage late. The memory of a book does not depend on its number of entries, except
 * for PDF's data about each page: some kilobytes, with room for a hundred thousand pages.
 */
const room: ResourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

const tooLarge =
  'There is not enough memory to print these books. Nothing was saved. Print one book for one month at a time.'

/** The printing thread. It ends with the job, however that ends. */
export function startPrinter(plan: PrintPlan, read: Read, signal: AbortSignal, resourceLimits = room) {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: plan, resourceLimits })
  const heard: FromPrinter[] = []
  let waiting: ((message: FromPrinter) => void) | undefined
  const take = (message: FromPrinter) => {
    if (waiting === undefined) return void heard.push(message)
    const answer = waiting
    waiting = undefined
    answer(message)
  }
  const say = (message: ToPrinter) => thread.postMessage(message)
  thread.on('message', (message: FromPrinter) => {
    if (message.tell !== 'read') return take(message)
    read(message.source, message.after).then(
      (rows) => say({ tell: 'rows', ...rows }),
      (error: unknown) => take({ tell: 'failed', why: String(error) }),
    )
  })
  thread.on('error', (error: NodeJS.ErrnoException) =>
    take({
      tell: 'failed',
      why: error.stack ?? String(error),
      tooLarge: error.code === 'ERR_WORKER_OUT_OF_MEMORY',
    }),
  )
  thread.on('exit', () => take({ tell: 'failed', why: 'The printing thread has ended.' }))
  signal.addEventListener('abort', () => void thread.terminate(), { once: true })
  return {
    say,
    async hear<T extends FromPrinter['tell']>(...awaited: T[]): Promise<Heard<T>> {
      const message = heard.shift() ?? (await new Promise<FromPrinter>((resolve) => (waiting = resolve)))
      if ((awaited as string[]).includes(message.tell)) return message as Heard<T>
      if (message.tell !== 'failed')
        throw new Error(`The printing thread sent ${message.tell} instead of ${awaited.join()}.`)
      throw message.tooLarge ? new CannotBeMade(tooLarge) : new Error(message.why)
    },
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  }
}
