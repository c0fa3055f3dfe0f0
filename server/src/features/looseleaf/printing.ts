// Books printed in a thread of their own: it is told what the database says, and gives the files back as it writes them.
import { Worker } from 'node:worker_threads'
import type { ResourceLimits } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { bookTitle } from '@talaan/contract/books.ts'
import type { BooksAsked } from '@talaan/contract/books.ts'
import { fiscalYearOf, monthsOf, periodOf } from '@talaan/ledger/looseleaf/book.ts'
import type { BookName } from '@talaan/ledger/looseleaf/book.ts'
import { dayInManila, formatDay, formatMonth, lastDay, monthOf } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { instant } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { CannotBeMade } from './jobs.ts'
import type { Work } from './jobs.ts'
import { bookFormats } from './printer.ts'
import type { BookFormat, FromPrinter, PrintBegun, PrintedBook, ToPrinter } from './printer.ts'
import { bookAccounts, bookCompany, entriesOf, layoutOn, openingsOf, summedLines } from './read.ts'
import { sweep, sweepAll } from './sweep.ts'

type Db = Kysely<Tables>

type Making = { asked: BooksAsked; books: BookName[]; months: Month[]; viewer: { userId: string; clientId: string } }

/** A file of a book, to be taken piece by piece before the next thing is asked for; or a book whose files are all taken. */
type Made =
  | { what: 'file'; format: BookFormat; name: string; type: string; content: AsyncIterable<Uint8Array> }
  | { what: 'book'; printed: PrintedBook; id: string; lastEntry: bigint }

/** Prints the books in a thread of its own and hands each file over as it is written. */
export async function* printBooks(
  context: AppContext,
  { asked, books, months, viewer }: Making,
  work: Work,
): AsyncGenerator<Made> {
  const db = context.db.kysely
  const company = await bookCompany(db)
  const year = fiscalYearOf(asked.to, company.fiscalYearEnd)
  const { layout } = await layoutOn(db, asked.from)
  const { last_entry: last } = await db.selectFrom('ledger_head').select('last_entry').executeTakeFirstOrThrow()
  // A company that began during the year has no pages of the months before.
  const begun = await firstMonth(db)
  const earlier = monthsOf(year).filter((month) => month >= begun && month < asked.from)
  const known = await knownPages(db, asked, earlier)
  const ids = new Map(books.map((book) => [book, crypto.randomUUID() as string]))
  const begin: PrintBegun = {
    books,
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
    pagesBefore: Object.fromEntries(
      books.map((book) => [book, earlier.reduce((sum, month) => sum + (known.get(`${book} ${month}`) ?? 0), 0)]),
    ),
    ids: asked.bind ? Object.fromEntries(ids) : {},
    publicUrl: context.env.publicUrl,
    seals: await sealsOf(db, months),
  }

  sweepAll()
  await using printer = startPrinter(work.signal)
  printer.say({ tell: 'begin', print: begin })
  for (const month of [...earlier, ...months]) {
    const counted = month < asked.from ? books.filter((book) => !known.has(`${book} ${month}`)) : []
    const printed = month < asked.from ? [] : books
    if (counted.length + printed.length === 0) continue
    const before = month === year.from ? [] : await summedLines(db, year.from, month)
    const openings = await openingsOf(db, month)
    printer.say({ tell: 'month', month, before, openings, counted, printed, last: month === months.at(-1) })
    for await (const entries of entriesOf(db, month, last)) {
      printer.say({ tell: 'entries', entries })
      sweep()
    }
    printer.say({ tell: 'month ends' })
    for (const _ of printed) {
      const drawn = await printer.hear('drawn')
      await work.step(`${bookTitle(drawn.book)}, ${formatMonth(drawn.month)}`)
      if (month === months.at(-1)) yield* finished(drawn.book)
    }
  }

  async function* finished(book: BookName): AsyncGenerator<Made> {
    for (const format of bookFormats) {
      await printer.hear('file')
      yield { what: 'file', format, name: nameOf(book, asked, format), type: fileTypes[format], content: pieces() }
      sweep()
      if (format === 'pdf') await work.step(`${bookTitle(book)}: bound`)
    }
    const { printed } = await printer.hear('book')
    yield { what: 'book', printed, id: ids.get(book)!, lastEntry: last }
    await work.step(`${bookTitle(book)}: stored`)
  }

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const heard = await printer.hear('piece', 'file ends')
      if (heard.tell === 'file ends') return
      yield heard.bytes
      printer.say({ tell: 'more' })
    }
  }
}

const fileTypes: Record<BookFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

function nameOf(book: BookName, { from, to, bind }: BooksAsked, format: BookFormat): string {
  return `${book}-${from}${from === to ? '' : `-to-${to}`}${bind ? '' : '-draft'}.${format}`
}

async function firstMonth(db: Db): Promise<Month> {
  const { first } = await db
    .selectFrom('entry')
    .select((is) => is.fn.min('day').as('first'))
    .executeTakeFirstOrThrow()
  return monthOf(first ?? lastDay)
}

/** Pages of bound books of single months on the same paper, by book and month; the latest version counts. */
async function knownPages(db: Db, { paper }: BooksAsked, months: Month[]): Promise<Map<string, number>> {
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

/**
 * A heap that knows no bound collects its garbage late. What a book needs does not depend on how many entries it has, but
 * for what PDF has to know of each of its pages: some kilobytes, for which there is room a hundred thousand times.
 */
const room: ResourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

const tooLarge =
  'These books need more memory than the portal has for printing, and nothing was kept. Make one month and one book at a time.'

/** The printing thread. It ends with the job, however that ends. */
export function startPrinter(signal: AbortSignal, resourceLimits = room) {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits })
  const heard: FromPrinter[] = []
  let waiting: ((message: FromPrinter) => void) | undefined
  const take = (message: FromPrinter) => {
    if (waiting === undefined) return void heard.push(message)
    const answer = waiting
    waiting = undefined
    answer(message)
  }
  thread.on('message', take)
  thread.on('error', (error: NodeJS.ErrnoException) =>
    take({ tell: 'failed', why: String(error), tooLarge: error.code === 'ERR_WORKER_OUT_OF_MEMORY' }),
  )
  thread.on('exit', () => take({ tell: 'failed', why: 'The printing thread has ended.' }))
  signal.addEventListener('abort', () => void thread.terminate(), { once: true })
  return {
    say: (message: ToPrinter) => thread.postMessage(message),
    async hear<T extends FromPrinter['tell']>(...awaited: T[]): Promise<Heard<T>> {
      const message = heard.shift() ?? (await new Promise<FromPrinter>((resolve) => (waiting = resolve)))
      if ((awaited as string[]).includes(message.tell)) return message as Heard<T>
      if (message.tell !== 'failed') throw new Error(`The printer said ${message.tell} instead of ${awaited.join()}.`)
      throw message.tooLarge ? new CannotBeMade(tooLarge) : new Error(message.why)
    },
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  }
}
