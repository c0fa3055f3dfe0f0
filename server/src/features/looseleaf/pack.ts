// The audit pack: one archive with the books of a year, its statements, its documents with their attachments, the
// journal as plain text, the self-verifying year with the page that checks it, and the digests of all of them.
import { createHash } from 'node:crypto'
import { createZipArchive, ZipEntry } from 'node:zlib'
import type { Kysely } from 'kysely'
import { fiscalYearOf, monthsOf } from '@talaan/ledger/looseleaf/book.ts'
import { bookNames } from '@talaan/ledger/looseleaf/book.ts'
import { endOfMonth, formatMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { plainTextFormats, plainTextWords } from '@talaan/ledger/reports/plain-text.ts'
import type { AppContext } from '../../platform/context.ts'
import { contentInParts } from '../../platform/disk/content.ts'
import { letOthersWork } from '../../platform/event-loop.ts'
import { receiptToPdf } from '../../print/pdf.ts'
import { tablePrinters } from '../../print/table.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { printedReceipt } from '../documents/read.ts'
import { completenessPdf, signedMonths } from '../closing/completeness.ts'
import { tableOf } from '../reports/routes.ts'
import { journalAsText } from '../reports/plain-text.ts'
import { partsOf, storeFile } from './files.ts'
import type { PackRequest, Plan, Work } from './jobs.ts'
import { printBooks } from './printing.ts'
import { bookCompany } from './read.ts'
import { verifierPage, yearAsLines } from './year.ts'

type Db = Kysely<Tables>

const documentsAtOnce = 50

/** The work of a job for the fiscal year that contains a month. */
export async function planPack(db: Db, from: Month): Promise<Plan> {
  const { fiscalYearEnd } = await bookCompany(db)
  const year = fiscalYearOf(from, fiscalYearEnd)
  const { count } = await db
    .selectFrom('document')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('day', '>=', startOfMonth(year.from))
    .where('day', '<=', endOfMonth(year.to))
    .executeTakeFirstOrThrow()
  // The months of each book, its two files, the statements, the journals, and the documents in batches.
  const steps = bookNames.length * (monthsOf(year).length + 2) + 5 + Math.ceil(Number(count) / documentsAtOnce)
  return { payload: { kind: 'pack', asked: { from: year.from, to: year.to } }, total: steps }
}

type Making = { asked: PackRequest; viewer: { userId: string; clientId: string } }

/** Stores the pack of a fiscal year temporarily. */
export async function makePack(
  context: AppContext,
  { asked, viewer }: Making,
  work: Work,
): Promise<() => Promise<void>> {
  const db = context.db.kysely
  const { fiscalYearEnd } = await bookCompany(db)
  const months = monthsOf(fiscalYearOf(asked.from, fiscalYearEnd))
  const [first, last] = [startOfMonth(asked.from), endOfMonth(asked.to)]
  const name = `audit-pack-${asked.from}-to-${asked.to}.zip`
  const content = archive(filesOf(context, { first, last, months, viewer }, work))
  await storeFile(db, { jobId: work.jobId, position: 0, name, type: 'application/zip', content }, context.clock.now())
  return () => Promise.resolve()
}

type Packed = { name: string; content: Uint8Array | AsyncIterable<Uint8Array | string> }

/** The files as an archive, with their digests last. */
async function* archive(files: AsyncIterable<Packed>): AsyncGenerator<Uint8Array> {
  const digests: { name: string; sha256: string; bytes: number }[] = []
  async function* entries(): AsyncGenerator<ZipEntry> {
    for await (const { name, content } of files) {
      const digest = createHash('sha256')
      const fileDigest = { name, sha256: '', bytes: 0 }
      digests.push(fileDigest)
      const pass = async function* () {
        for await (const piece of content instanceof Uint8Array ? [content] : content) {
          const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
          digest.update(bytes)
          fileDigest.bytes += bytes.length
          if (bytes.length > 0) yield bytes
        }
        fileDigest.sha256 = digest.digest('hex')
      }
      yield ZipEntry.createStream(name, pass())
    }
    yield await ZipEntry.create('manifest.json', Buffer.from(`${JSON.stringify({ files: digests }, null, 1)}\n`))
    const list = digests.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
    yield await ZipEntry.create('SHA256SUMS', Buffer.from(list))
  }
  for await (const chunk of createZipArchive(entries())) yield chunk as Uint8Array
}

type PackPeriod = { first: Day; last: Day; months: Month[]; viewer: { userId: string; clientId: string } }

async function* filesOf(
  context: AppContext,
  { first, last, months, viewer }: PackPeriod,
  work: Work,
): AsyncGenerator<Packed> {
  const db = context.db.kysely
  const [from, to] = [months[0] ?? '', months.at(-1) ?? '']
  yield { name: 'READ-ME.txt', content: Buffer.from(readMe(await bookCompany(db), from, to)) }
  const page = await verifierPage()
  if (page !== null) yield { name: 'talaan-verifier.html', content: page }
  yield { name: `talaan-${from}-to-${to}.jsonl`, content: yearAsLines(db, { from, to }) }
  await work.step('Exported year')

  const print = { printedAt: context.clock.now(), printedBy: viewer.clientId }
  for (const [report, query] of [
    ['trial-balance', { asOf: last }],
    ['income-statement', { from: first, to: last }],
    ['balance-sheet', { asOf: last }],
  ] as const) {
    const table = await tableOf(context, report, query)
    for (const [format, printer] of Object.entries(tablePrinters))
      yield { name: `statements/${report}.${format}`, content: await printer.print(table, print) }
    await work.step(table.title)
  }
  for (const format of plainTextFormats) {
    const name = `journals/journal.${plainTextWords[format].extension}`
    yield { name, content: journalAsText(db, { format, from: first, to: last }) }
  }
  await work.step('Plain-text journal')

  for (const month of await signedMonths(db, { from, to })) {
    const page = await completenessPdf(db, month)
    if (page !== null) yield { name: `completeness/${page.name}`, content: page.bytes }
  }
  yield* boundFiles(db, from, to)
  const asked = { books: [...bookNames], from, to, paper: 'a4' as const, bind: false }
  for await (const made of printBooks(context, { asked, books: [...bookNames], months, viewer }, work))
    if (made.what === 'file') yield { name: `books/${made.name}`, content: made.content }
  yield* documents(context, { first, last }, work)
}

/** The bound books, as bound. */
async function* boundFiles(db: Db, from: Month, to: Month): AsyncGenerator<Packed> {
  const rows = await db
    .selectFrom('bound_book')
    .innerJoin('bound_book_file', 'bound_book_id', 'bound_book.id')
    .innerJoin('book_file', 'book_file.id', 'file_id')
    .select(['book_file.id', 'name', 'paper', 'version'])
    .where('first_month', '>=', from)
    .where('last_month', '<=', to)
    .orderBy('name')
    .orderBy('version')
    .execute()
  for (const { id, name, paper, version } of rows)
    yield { name: `books/bound/${paper}/version-${version}/${name}`, content: partsOf(db, id) }
}

/** A print of each document, and its attachments. */
async function* documents(
  context: AppContext,
  { first, last }: { first: Day; last: Day },
  work: Work,
): AsyncGenerator<Packed> {
  const db = context.db.kysely
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('document')
      .select(['id', 'number'])
      .where('day', '>=', first)
      .where('day', '<=', last)
      .where('number', '>', after)
      .orderBy('number')
      .limit(documentsAtOnce)
      .execute()
    for (const { id, number } of rows) {
      const { receipt, print } = await printedReceipt(db, id, context.env)
      yield { name: `documents/${number}.pdf`, content: await receiptToPdf(receipt, print) }
      yield* attachmentsOf(db, { id, number })
      await letOthersWork()
    }
    const end = rows.at(-1)
    if (end === undefined) return
    await work.step(`Documents up to ${end.number}`)
    after = end.number
  }
}

/** One file at a time, in parts, because each may have 10 MB. */
async function* attachmentsOf(db: Db, { id, number }: { id: string; number: string }): AsyncGenerator<Packed> {
  const attachments = await db
    .selectFrom('attachment')
    .select(['name', 'sha256'])
    .where('document_id', '=', id)
    .orderBy('seq')
    .execute()
  for (const [at, { name, sha256 }] of attachments.entries()) {
    yield {
      name: `attachments/${number}/${at + 1}-${name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}`,
      content: contentInParts(db, sha256),
    }
  }
}

const readMe = ({ name, tin }: { name: string; tin: string }, from: Month, to: Month): string =>
  `${name}${tin === '' ? '' : `, TIN ${tin}`}
Audit pack of ${formatMonth(from)} to ${formatMonth(to)}

books/         the six books of accounts as of now; books/bound/ has the bound books, unchanged
completeness/  the signed completeness proof of each month
statements/    trial balance, income statement and balance sheet
documents/     a print of each recorded document; attachments/ has the attached files
journals/      the journal for hledger and ledger, and for beancount
talaan-${from}-to-${to}.jsonl
               every entry with its hash; open talaan-verifier.html from this folder, without a network,
               and give it this file, then any file from books/bound/
manifest.json, SHA256SUMS
               the digest of every file; to check them, run sha256sum -c SHA256SUMS
`
