// The requested books: printed, stored file by file, and permanently if bound.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { bookProblems } from '@talaan/contract/books.ts'
import type { BooksRequest } from '@talaan/contract/books.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { bookNames, fiscalYearOf, monthsOf } from '@talaan/ledger/looseleaf/book.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { boundDigest } from '../../books/seal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { completenessPdf, signedMonths } from '../closing/completeness.ts'
import { storeFile } from './files.ts'
import type { Plan, Work } from './jobs.ts'
import type { BookFormat, PrintedBook } from './printer.ts'
import { printBooks } from './printing.ts'
import { bookCompany } from './read.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Stored = {
  printed: PrintedBook
  id: string
  lastEntry: bigint
  files: { format: BookFormat; id: string }[]
}

/** The work of a job; refused if the months make no volume, or are to be bound while open. */
export async function planBooks(db: Db, asked: BooksRequest): Promise<Plan> {
  const { isAVolume, months, books } = await volumeOf(db, asked)
  if (!isAVolume) throw new Refusal(bookProblems.notAYear)
  if (asked.bind && !(await isClosed(db, asked.to))) throw new Refusal(bookProblems.monthOpen)
  return { payload: { kind: 'books', asked }, total: months.length * books.length + books.length * 2 }
}

async function volumeOf(db: Db, asked: BooksRequest) {
  const { fiscalYearEnd } = await bookCompany(db)
  const year = fiscalYearOf(asked.to, fiscalYearEnd)
  return {
    isAVolume: asked.from === asked.to || (asked.from === year.from && asked.to === year.to),
    months: monthsOf(year).filter((month) => month >= asked.from && month <= asked.to),
    books: bookNames.filter((book) => asked.books.includes(book)),
  }
}

type Making = { asked: BooksRequest; viewer: { userId: string; clientId: string } }

/** Prints the books and stores their files; the returned function stores bound ones permanently. */
export async function makeBooks(
  context: AppContext,
  { asked, viewer }: Making,
  work: Work,
): Promise<(trx: Trx) => Promise<void>> {
  const db = context.db.kysely
  const { months, books } = await volumeOf(db, asked)
  let position = 0
  const stored: Stored[] = []
  let files: Stored['files'] = []
  for await (const made of printBooks(context, { asked, books, months, viewer }, work)) {
    if (made.what === 'file') {
      const { format, name, type, content } = made
      const file = { jobId: work.jobId, position: position++, name, type, content }
      files.push({ format, id: await storeFile(db, file, context.clock.now()) })
    } else {
      stored.push({ ...made, files })
      files = []
    }
  }
  for (const month of await signedMonths(db, asked)) {
    const signed = await completenessPdf(db, month)
    if (signed === null) continue
    const file = { jobId: work.jobId, position: position++, name: signed.name, type: 'application/pdf' }
    await storeFile(db, { ...file, content: wholeOf(signed.bytes) }, context.clock.now())
  }
  return (trx) =>
    asked.bind ? keep(trx, { asked, printed: stored, work, viewer, now: context.clock.now() }) : Promise.resolve()
}

async function* wholeOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A month is closed if it, or a later one, was closed. */
async function isClosed(db: Db, month: Month): Promise<boolean> {
  const row = await db.selectFrom('period').select('month').where('month', '>=', month).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The bound books and their files, stored permanently in the transaction that ends the job. */
async function keep(
  trx: Trx,
  {
    asked,
    printed,
    work,
    viewer,
    now,
  }: { asked: BooksRequest; printed: Stored[]; work: Work; viewer: { userId: string }; now: number },
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
      id,
      book: made.book,
      paper: asked.paper,
      first_month: asked.from,
      last_month: asked.to,
      version: latest.version + 1,
      first_page: made.firstPage,
      pages: made.pages,
      entries: BigInt(made.entries),
      debit: made.debit,
      credit: made.credit,
      last_entry: lastEntry,
      figures: made.figures,
      job_id: work.jobId,
      bound_by: viewer.userId,
      bound_at: timestamp(now),
      digest: null,
    }
    const formats = new Map(files.map(({ format, id: file }) => [file, format]))
    const kept = await trx
      .selectFrom('book_file')
      .select(['id', 'job_id', 'position', 'name', 'type', 'bytes', 'sha256'])
      .where('id', 'in', [...formats.keys()])
      .orderBy('position')
      .execute()
    const own = kept.map(({ id: file_id, ...file }) => ({ format: formats.get(file_id)!, file_id, ...file }))
    const digest = boundDigest(book, { files: own, pages: made.digests })
    await trx
      .insertInto('bound_book')
      .values({ ...book, digest })
      .execute()
    await audit(
      trx,
      { now: () => now },
      {
        actorName: 'portal',
        actorId: viewer.userId,
        action: 'books.bound',
        object: { type: 'bound-book', id },
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
      .where('id', 'in', [...formats.keys()])
      .execute()
  }
}
