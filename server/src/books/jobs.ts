// A job that makes books: it says how far it is, can be cancelled at any moment, and leaves all of its files or none.
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { bookProblems, bookTitle } from '@talaan/contract/books.ts'
import type { BookJob, BooksAsked } from '@talaan/contract/books.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { bookNames, fiscalYearOf, monthsOf, periodOf } from '@talaan/ledger/books/book.ts'
import type { BookName } from '@talaan/ledger/books/book.ts'
import { dayInManila, endOfMonth, formatDay, formatMonth, lastDay, monthOf, startOfMonth } from '@talaan/ledger/day.ts'
import type { Month } from '@talaan/ledger/day.ts'
import { instant, timestamp } from '../clock.ts'
import { audit } from '../audit.ts'
import type { House } from '../house.ts'
import { boundDigest } from '../seal.ts'
import type { Tables } from '../tables.ts'
import { clearFiles, storeFile } from './files.ts'
import { bookAccounts, bookCompany, entriesOf, layoutOn, openingsOf, summedLines } from './read.ts'
import type { BookFormat, FromPrinter, PrintBegun, PrintedBook, ToPrinter } from './printer.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** A job that has said nothing for this long died with its process. */
const silenceMs = 300_000

/** Thrown inside a job that somebody cancelled. */
class Cancelled extends Error {}

/** What a job is given to work with: how to say what it does, and to notice that nobody wants it any more. */
export type Work = {
  jobId: string
  /** One step is done and the next begins. Throws when the job was cancelled. */
  step: (doing: string, steps?: number) => Promise<void>
  signal: AbortSignal
}

type NewJob = { kind: 'books' | 'pack'; asked: unknown; total: number; startedBy: string }

/** The jobs of this process. */
const running = new Map<string, AbortController>()

/**
 * Begins a job and answers its id; the work goes on by itself. `end` is called in the transaction that ends the job
 * well. Refused while another job runs.
 */
export async function beginJob(
  { db: { kysely: db }, clock }: House,
  job: NewJob,
  work: (work: Work) => Promise<(trx: Trx) => Promise<void>>,
): Promise<string> {
  const now = clock.now()
  await endSilentJobs(db, now)
  await clearFiles(db, now)
  const id = crypto.randomUUID()
  const begun = await db
    .insertInto('book_job')
    .values({
      ...{ id, kind: job.kind, asked: JSON.stringify(job.asked), state: 'running', total: job.total },
      ...{ started_by: job.startedBy, started_at: timestamp(now), touched_at: timestamp(now) },
      ...{ problem: null, ended_at: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (begun === undefined) throw new Refusal(bookProblems.jobRunning)

  const stop = new AbortController()
  running.set(id, stop)
  let done = 0
  const step = async (doing: string, steps = 1) => {
    done += steps
    const row = await db
      .updateTable('book_job')
      .set({ done: Math.min(done, job.total), doing, touched_at: timestamp(clock.now()) })
      .where('id', '=', id)
      .returning('state')
      .executeTakeFirst()
    if (row?.state !== 'running' || stop.signal.aborted) throw new Cancelled()
  }
  void work({ jobId: id, step, signal: stop.signal })
    .then((end) =>
      db.transaction().execute(async (trx) => {
        const ended = await endJob(trx, id, { state: 'done', now: clock.now(), done: job.total })
        if (!ended) throw new Cancelled()
        await end(trx)
      }),
    )
    .catch((error: unknown) => giveUp(db, { id, now: clock.now(), cancelled: stop.signal.aborted, error }))
    .finally(() => running.delete(id))
  return id
}

async function giveUp(
  db: Db,
  { id, now, cancelled, error }: { id: string; now: number; cancelled: boolean; error: unknown },
): Promise<void> {
  const wanted = cancelled || error instanceof Cancelled
  if (!wanted) console.error(error)
  try {
    await clearFiles(db, now, id)
    await db.transaction().execute((trx) =>
      endJob(trx, id, {
        ...{ state: wanted ? 'cancelled' : 'failed', now },
        ...(!wanted && { problem: 'Something went wrong on our side and nothing was kept. Try again.' }),
      }),
    )
  } catch (closed) {
    // The database went away with the portal; the next start ends the job.
    console.error(closed)
  }
}

type Ending = { state: 'done' | 'cancelled' | 'failed'; now: number; done?: number; problem?: string }

/** Whether the job was still going on. One that is to be cancelled does not end well any more. */
async function endJob(trx: Trx, id: string, { state, now, done, problem }: Ending): Promise<boolean> {
  const row = await trx
    .updateTable('book_job')
    .set({ state, ended_at: timestamp(now), doing: '', problem: problem ?? null, ...(done !== undefined && { done }) })
    .where('id', '=', id)
    .where('state', 'in', state === 'done' ? ['running'] : ['running', 'cancelling'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function endSilentJobs(db: Db, now: number): Promise<void> {
  const silent = await db
    .updateTable('book_job')
    .set({
      state: 'failed',
      ended_at: timestamp(now),
      problem: 'The portal was stopped while this was being made. Nothing was kept; start it again.',
    })
    .where('ended_at', 'is', null)
    .where('touched_at', '<', timestamp(now - silenceMs))
    .returning('id')
    .execute()
  for (const { id } of silent) await clearFiles(db, now, id)
}

/** Asks a job to end; whoever runs it notices at its next step, this process at once. */
export async function cancelJob({ db: { kysely: db }, clock }: House, jobId: string): Promise<void> {
  await db
    .updateTable('book_job')
    .set({ state: 'cancelling' })
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .execute()
  running.get(jobId)?.abort()
  await endSilentJobs(db, clock.now())
}

export async function jobById(
  { db: { kysely: db }, clock }: Pick<House, 'db' | 'clock'>,
  jobId?: string,
): Promise<BookJob | null> {
  await endSilentJobs(db, clock.now())
  const row = await db
    .selectFrom('book_job')
    .innerJoin('users', 'users.id', 'started_by')
    .selectAll('book_job')
    .select('users.client_id as startedBy')
    .$if(jobId !== undefined, (query) => query.where('book_job.id', '=', jobId ?? ''))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const files =
    row.state !== 'done'
      ? []
      : await db
          .selectFrom('book_file')
          .select(['id', 'name', 'bytes', 'sha256'])
          .where('job_id', '=', row.id)
          .orderBy('position')
          .execute()
  const { id, kind, state, done, total, doing, problem, startedBy, started_at: startedAt } = row
  return {
    ...{ id, kind, state, done, total, doing, problem, startedBy, startedAt },
    title: titleOf(kind, row.asked as BooksAsked),
    files: files.map((file) => ({ ...file, bytes: Number(file.bytes) })),
  }
}

function titleOf(kind: BookJob['kind'], { from, to, bind }: Pick<BooksAsked, 'from' | 'to' | 'bind'>): string {
  const period = from === to ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(to)}`
  if (kind === 'pack') return `Audit pack, ${period}`
  return bind ? `Bound books, ${period}` : `Draft of the books, ${period}`
}

// ── Books.

/** Starts making the books that were asked for. */
export async function makeBooks(
  house: House,
  asked: BooksAsked,
  viewer: { userId: string; clientId: string },
): Promise<string> {
  const db = house.db.kysely
  const company = await bookCompany(db)
  const year = fiscalYearOf(asked.to, company.fiscalYearEnd)
  if (asked.from !== asked.to && (asked.from !== year.from || asked.to !== year.to))
    throw new Refusal(bookProblems.notAYear)
  const months = monthsOf(year).filter((month) => month >= asked.from && month <= asked.to)
  const books = bookNames.filter((book) => asked.books.includes(book))
  if (asked.bind && !(await isClosed(db, asked.to))) throw new Refusal(bookProblems.monthOpen)
  const total = months.length * books.length + books.length * 2
  return beginJob(house, { kind: 'books', asked, total, startedBy: viewer.userId }, async (work) => {
    let position = 0
    const store: Store = ({ name, type, bytes }) =>
      storeFile(db, { jobId: work.jobId, position: position++, name, type, content: bytes }, house.clock.now())
    const printed = await printBooks(house, { asked, books, months, viewer }, work, store)
    return (trx) =>
      asked.bind ? keep(trx, { asked, printed, work, viewer, now: house.clock.now() }) : Promise.resolve()
  })
}

/** A month is closed when it, or a later one, was closed. */
export async function isClosed(db: Db, month: Month): Promise<boolean> {
  const row = await db.selectFrom('period').select('month').where('month', '>=', month).limit(1).executeTakeFirst()
  return row !== undefined
}

type Making = { asked: BooksAsked; books: BookName[]; months: Month[]; viewer: { userId: string; clientId: string } }
type Stored = {
  printed: Omit<PrintedBook, 'files'>
  id: string
  lastEntry: bigint
  files: { format: BookFormat; id: string }[]
}

/** Where a printed file goes; answers its id. */
type Store = (file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }) => Promise<string>

/** Prints the books in a thread of its own and hands each file over. */
export async function printBooks(
  house: House,
  { asked, books, months, viewer }: Making,
  work: Work,
  store: Store,
): Promise<Stored[]> {
  const db = house.db.kysely
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
      printedAt: house.clock.now(),
      printedBy: viewer.clientId,
      software: `Talaan ${house.version}`,
    },
    tin: company.tin,
    accounts: await bookAccounts(db),
    year,
    layout,
    pagesBefore: Object.fromEntries(
      books.map((book) => [book, earlier.reduce((sum, month) => sum + (known.get(`${book} ${month}`) ?? 0), 0)]),
    ),
    ids: asked.bind ? Object.fromEntries(ids) : {},
    publicUrl: house.env.publicUrl,
    seals: await sealsOf(db, months),
  }

  await using printer = startPrinter(work.signal, months.length === 1 ? await linesIn(db, asked.from) : null)
  printer.say({ tell: 'begin', print: begin })
  const stored: Stored[] = []
  for (const month of [...earlier, ...months]) {
    const counted = month < asked.from ? books.filter((book) => !known.has(`${book} ${month}`)) : []
    const printed = month < asked.from ? [] : books
    if (counted.length + printed.length === 0) continue
    const before = month === year.from ? [] : await summedLines(db, year.from, month)
    const openings = await openingsOf(db, month)
    printer.say({ tell: 'month', month, before, openings, counted, printed, last: month === months.at(-1) })
    for await (const entries of entriesOf(db, month, last)) printer.say({ tell: 'entries', entries })
    printer.say({ tell: 'month ends' })
    for (const _ of printed) {
      const drawn = await printer.hear('drawn')
      await work.step(`${bookTitle(drawn.book)}, ${formatMonth(drawn.month)}`)
      if (month === months.at(-1)) stored.push(await finished())
    }
  }
  return stored

  async function finished(): Promise<Stored> {
    const {
      printed: { files, ...printed },
    } = await printer.hear('book')
    await work.step(`${bookTitle(printed.book)}: bound`)
    const kept: Stored['files'] = []
    for (const { format, bytes } of files) {
      const name = nameOf(printed.book, asked, format)
      kept.push({ format, id: await store({ name, type: fileTypes[format], bytes }) })
    }
    await work.step(`${bookTitle(printed.book)}: stored`)
    return { printed, id: ids.get(printed.book)!, lastEntry: last, files: kept }
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

/** The bound books and their files, kept for good, in the transaction that ends the job. */
async function keep(
  trx: Trx,
  {
    asked,
    printed,
    work,
    viewer,
    now,
  }: { asked: BooksAsked; printed: Stored[]; work: Work; viewer: { userId: string }; now: number },
): Promise<void> {
  for (const { printed: made, id, lastEntry, files } of printed) {
    const latest = await trx
      .selectFrom('bound_book')
      .select((is) => is.fn.coalesce(is.fn.max('version'), sql<number>`0`).as('version'))
      .where('book', '=', made.book)
      .where('paper', '=', asked.paper)
      .where('first_month', '=', asked.from)
      .where('last_month', '=', asked.to)
      .executeTakeFirstOrThrow()
    const book = {
      ...{ id, book: made.book, paper: asked.paper, first_month: asked.from, last_month: asked.to },
      ...{ version: latest.version + 1, first_page: made.firstPage, pages: made.pages },
      ...{ entries: BigInt(made.entries), debit: made.debit, credit: made.credit, last_entry: lastEntry },
      ...{ figures: made.figures, job_id: work.jobId, bound_by: viewer.userId, bound_at: timestamp(now) },
      digest: null,
    }
    const kept = await trx
      .selectFrom('book_file')
      .select(['id', 'job_id', 'position', 'name', 'type', 'bytes', 'sha256'])
      .where('job_id', '=', work.jobId)
      .orderBy('position')
      .execute()
    const own = kept.flatMap(({ id: file_id, ...file }) => {
      const format = files.find((one) => one.id === file_id)?.format
      return format === undefined ? [] : [{ format, file_id, ...file }]
    })
    const digest = boundDigest(book, { files: own, pages: made.digests })
    await trx
      .insertInto('bound_book')
      .values({ ...book, digest })
      .execute()
    await audit(
      trx,
      { now: () => now },
      {
        ...{ actorName: 'portal', actorId: viewer.userId, action: 'books.bound', object: { type: 'bound-book', id } },
        detail: { book: made.book, from: asked.from, to: asked.to, version: book.version, digest },
      },
    )
    await trx
      .insertInto('bound_book_file')
      .values(files.map(({ format, id: file }) => ({ bound_book_id: id, format, file_id: file })))
      .execute()
    await sql`
      insert into bound_book_page (bound_book_id, page, digest)
      select ${id}::uuid, page, digest from unnest(
        ${made.digests.map(({ page }) => page)}::integer[], ${made.digests.map(({ digest }) => digest)}::text[]
      ) as given (page, digest)`.execute(trx)
    await trx
      .updateTable('book_file')
      .set({ kept_until: null })
      .where(
        'id',
        'in',
        files.map((file) => file.id),
      )
      .execute()
  }
}

type Heard<T extends FromPrinter['tell']> = Extract<FromPrinter, { tell: T }>

/**
 * A heap that knows no bound collects its garbage late: a month took twice the memory that it needs. A line of an entry
 * takes about a kilobyte with all that is made of it; twice of that is left to it. A year is not bounded.
 */
const roomFor = (lines: number | null) => ({
  maxYoungGenerationSizeMb: 8,
  ...(lines !== null && { maxOldGenerationSizeMb: 64 + Math.ceil(lines / 500) }),
})

async function linesIn(db: Db, month: Month): Promise<number> {
  const { count } = await db
    .selectFrom('entry')
    .innerJoin('line', 'line.entry_no', 'entry.no')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('entry.day', '>=', startOfMonth(month))
    .where('entry.day', '<=', endOfMonth(month))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The printing thread. It ends with the job, however that ends. `lines` is what it will hold at once, if that is known. */
function startPrinter(signal: AbortSignal, lines: number | null) {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: roomFor(lines) })
  const heard: FromPrinter[] = []
  let waiting: ((message: FromPrinter) => void) | undefined
  const take = (message: FromPrinter) => {
    if (waiting === undefined) return void heard.push(message)
    const answer = waiting
    waiting = undefined
    answer(message)
  }
  thread.on('message', take)
  thread.on('error', (error) => take({ tell: 'failed', why: String(error) }))
  thread.on('exit', () => take({ tell: 'failed', why: 'The printing thread has ended.' }))
  signal.addEventListener('abort', () => void thread.terminate(), { once: true })
  return {
    say: (message: ToPrinter) => thread.postMessage(message),
    async hear<T extends FromPrinter['tell']>(tell: T): Promise<Heard<T>> {
      const message = heard.shift() ?? (await new Promise<FromPrinter>((resolve) => (waiting = resolve)))
      if (message.tell === tell) return message as Heard<T>
      throw new Error(message.tell === 'failed' ? message.why : `The printer said ${message.tell} instead of ${tell}.`)
    },
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  }
}
