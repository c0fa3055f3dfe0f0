// The loose-leaf books: made by a job, bound and stored, reprinted byte for byte, and compared with today's books.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import {
  bookChoices,
  bookProblems,
  cancelBookJob,
  exportYear,
  getBookFile,
  getBookJob,
  getBookLayout,
  getVerifier,
  listBoundBooks,
  saveBookLayout,
  startBooks,
  startPack,
} from '@talaan/contract/books.ts'
import type { BookJob, BoundBook } from '@talaan/contract/books.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { fiscalYearOf } from '@talaan/ledger/looseleaf/book.ts'
import { monthOf } from '@talaan/ledger/core/date.ts'
import { codeOfDigest, oldCodeOf } from '@talaan/ledger/proof/code.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { NewAuditEvent } from '../../platform/audit/audit.ts'
import { cancelJob } from '../../platform/jobs/queue.ts'
import { downloadOf } from './files.ts'
import { jobById, queueBooks } from './jobs.ts'
import type { Plan } from './jobs.ts'
import { planBooks } from './making.ts'
import { planPack } from './pack.ts'
import { bookCompany, layoutOn } from './read.ts'
import { verifierPage, yearAsLines } from './year.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { recordedSince } from '../../books/verify/bound-books.ts'

type Db = Kysely<Tables>

export const books = (context: AppContext): Route[] => {
  const { clock, jobsAreDue } = context
  const db = context.db.kysely
  const jobOf = async (jobId: string): Promise<BookJob> => {
    const job = await jobById(db, jobId)
    if (job === null) throw new Refusal(bookProblems.notThere)
    return job
  }
  const start = async (plan: Plan, act: Pick<NewAuditEvent, 'action' | 'detail' | 'address'> & { viewer: Viewer }) => {
    const jobId = await db.transaction().execute(async (trx) => {
      const id = await queueBooks(trx, { plan, requestedBy: act.viewer.userId, now: clock.now() })
      await audit(trx, clock, { ...act, object: { type: 'book-job', id } })
      return id
    })
    jobsAreDue()
    return { job: await jobOf(jobId) }
  }
  return [
    answers(bookChoices, () => choices(context)),

    answers(startBooks, async ({ body, viewer, address }) => {
      const plan = await planBooks(db, body)
      return start(plan, { viewer, address, action: startBooks.name, detail: body })
    }),

    answers(startPack, async ({ body: { from }, viewer, address }) => {
      const plan = await planPack(db, from)
      return start(plan, { viewer, address, action: startPack.name, detail: { from } })
    }),

    answers(getBookJob, async ({ params: { jobId } }) => ({ job: await jobOf(jobId) })),

    answers(cancelBookJob, async ({ params: { jobId }, viewer, address }) => {
      await jobOf(jobId)
      await db.transaction().execute(async (trx) => {
        await cancelJob(trx, jobId, clock.now())
        const object = { type: 'book-job', id: jobId }
        await audit(trx, clock, { viewer, address, action: cancelBookJob.name, object })
      })
      jobsAreDue()
      return { job: await jobOf(jobId) }
    }),

    answers(getBookFile, async ({ params: { fileId }, viewer, address }) => {
      const download = await downloadOf(db, fileId)
      const object = { type: 'book-file', id: fileId }
      const detail = { name: download.name }
      await db
        .transaction()
        .execute((trx) => audit(trx, clock, { viewer, address, action: getBookFile.name, object, detail }))
      return download
    }),

    answers(exportYear, async ({ params: { from }, viewer, address }) => {
      const { fiscalYearEnd } = await bookCompany(db)
      const year = fiscalYearOf(from, fiscalYearEnd)
      const detail = { from: year.from, to: year.to }
      await db.transaction().execute((trx) => audit(trx, clock, { viewer, address, action: exportYear.name, detail }))
      const name = `talaan-${year.from}-to-${year.to}.jsonl`
      return { bytes: yearAsLines(db, year), type: 'application/x-ndjson; charset=utf-8', name }
    }),

    answers(getVerifier, async () => {
      const bytes = await verifierPage()
      if (bytes === null) throw new Refusal(bookProblems.noVerifier)
      return { bytes, type: 'text/html; charset=utf-8', name: 'talaan-verifier.html' }
    }),

    answers(listBoundBooks, async () => ({ books: await boundBooks(db) })),

    answers(getBookLayout, () => layoutOn(db, '2100-12')),

    answers(saveBookLayout, async ({ body: { layout, validFrom }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        const was = await layoutOn(trx, validFrom)
        await trx
          .insertInto('book_layout')
          .values({
            valid_from: validFrom,
            layout: JSON.stringify(layout),
            changed_by: viewer.userId,
            changed_at: timestamp(clock.now()),
          })
          .execute()
        const detail = { validFrom, was: was.layout, now: layout }
        await audit(trx, clock, { viewer, address, action: saveBookLayout.name, detail })
      })
      return { success: true as const }
    }),
  ]
}

async function choices(context: AppContext): Promise<AnswerOf<typeof bookChoices>> {
  const db = context.db.kysely
  const company = await bookCompany(db)
  const { rows } = await sql<{ month: string; entries: number; closed: boolean }>`
    with newest as (select max(month) as month from period)
    select of.month, entries, coalesce(of.month <= newest.month, false) as closed
    from (select to_char(day, 'YYYY-MM') as month, count(*)::int as entries from entry group by 1) as of, newest
    order by of.month desc`.execute(db)
  const now = monthOf(today(context.clock))
  const months = rows.some(({ month }) => month === now) ? rows : [{ month: now, entries: 0, closed: false }, ...rows]
  const years = new Map(
    months.map(({ month }) => {
      const year = fiscalYearOf(month, company.fiscalYearEnd)
      return [year.from, { ...year, closed: rows.some((row) => row.closed && row.month >= year.to) }]
    }),
  )
  return {
    months: months.toSorted((a, b) => (a.month < b.month ? 1 : -1)),
    years: [...years.values()].toSorted((a, b) => (a.from < b.from ? 1 : -1)),
    permit: company.permit,
    job: await jobById(db),
  }
}

async function boundBooks(db: Db): Promise<BoundBook[]> {
  const rows = await db
    .selectFrom('bound_book')
    .innerJoin('users', 'users.id', 'bound_by')
    .selectAll('bound_book')
    .select('users.client_id as boundBy')
    .orderBy('last_month', 'desc')
    .orderBy('first_month', 'desc')
    .orderBy('book')
    .orderBy('version', 'desc')
    .execute()
  if (rows.length === 0) return []
  const files = await db
    .selectFrom('bound_book_file')
    .innerJoin('book_file', 'book_file.id', 'file_id')
    .select(['bound_book_id', 'format', 'book_file.id', 'name', 'bytes', 'sha256'])
    .execute()
  const whole = await db
    .selectFrom('bound_book_page')
    .select(['bound_book_id', 'digest'])
    .where('page', '=', 0)
    .execute()
  const codes = new Map(whole.map(({ bound_book_id, digest }) => [bound_book_id, codeOfDigest(digest)]))
  const byBook = Map.groupBy(files, ({ bound_book_id }) => bound_book_id)
  const seen = new Set<string>()
  const found: BoundBook[] = []
  for (const row of rows) {
    const volume = `${row.book} ${row.paper} ${row.first_month} ${row.last_month}`
    found.push({
      id: row.id,
      code: codes.get(row.id) ?? oldCodeOf(row.id),
      book: row.book,
      paper: row.paper,
      version: row.version,
      firstMonth: row.first_month,
      lastMonth: row.last_month,
      firstPage: row.first_page,
      pages: row.pages,
      entries: Number(row.entries),
      debit: row.debit,
      boundBy: row.boundBy,
      boundAt: row.bound_at,
      files: (byBook.get(row.id) ?? []).map(({ format, id, name, bytes, sha256 }) => ({
        format,
        id,
        name,
        sha256,
        bytes: Number(bytes),
      })),
      difference: await recordedSince(db, row),
      replaced: seen.has(volume),
    })
    seen.add(volume)
  }
  return found
}
