// The loose-leaf books on the real server: made by a job, cancelled, bound, stored unchanged, and compared with today.
import { readXlsx } from 'hucre/xlsx'
import { ZipBuffer } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bookChoices,
  cancelBookJob,
  exportYear,
  getBookFile,
  getBookJob,
  listBoundBooks,
  saveBookLayout,
  getBookLayout,
  startBooks,
  startPack,
} from '@talaan/contract/books.ts'
import type { BookJob, BooksRequest } from '@talaan/contract/books.ts'
import { checkCode } from '@talaan/contract/proof.ts'
import { bookNames } from '@talaan/ledger/looseleaf/book.ts'
import { standardLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { readHeads } from '@talaan/ledger/proof/heads.ts'
import { proofNames } from '@talaan/ledger/proof/year-file.ts'
import { proveYear } from '../../../../ledger/test/prove-year.ts'
import { credit, debit, entry } from '@talaan/ledger/accounts/journal.ts'
import type { JournalCode, Line } from '@talaan/ledger/accounts/journal.ts'
import { sql } from 'kysely'
import { startWorker } from '../../platform/jobs/worker.ts'
import type { Worker } from '../../platform/jobs/worker.ts'
import { close, reopen } from '../closing/months.ts'
import { makesBooks } from './handler.ts'
import { inBooks } from '../../books/recording/record.ts'
import { lockHead, postEntry, sha256 } from '../../books/journal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { readEntries, readLines } from './printer.ts'
import type { Place, Rows, Source } from './printer.ts'
import { rowsOf } from './read.ts'
import { headsProblems } from '../../books/verify/heads.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let worker: Worker
let ben: Caller
let ana: Caller

/** February and March: a sale, its collection, a bill, its payment and a journal entry in each. */
beforeAll(async () => {
  portal = await openPortal()
  worker = startWorker(portal.context, [makesBooks(portal.context)], { pollMs: 20 })
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  for (const month of ['2026-02', '2026-03']) {
    await post('SJ', `${month}-02`, [
      debit('1110', 112_00n),
      credit('4020', 100_00n, { tax: { vatClass: 'vatable', base: 100_00n, vat: 12_00n } }),
      credit('2110', 12_00n),
    ])
    await post('CRJ', `${month}-03`, [debit('1031', 110_00n), debit('1321', 2_00n), credit('1110', 112_00n)])
    const tax = { vatClass: 'vatable', category: 'services', base: 50_00n, vat: 6_00n } as const
    await post('PJ', `${month}-04`, [debit('6050', 50_00n, { tax }), debit('1310', 6_00n), credit('2010', 56_00n)])
    await post('CDJ', `${month}-05`, [debit('2010', 56_00n), credit('1031', 56_00n)])
    await post('GJ', `${month}-28`, [debit('6160', 4_00n), credit('1541', 4_00n)])
  }
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

let posted = 0
async function post(journal: JournalCode, day: string, lines: Line[], fields = {}): Promise<void> {
  posted += 1
  portal.clock.forward(60)
  const number = `SI-2026-${String(posted).padStart(6, '0')}`
  const documentId = await recordDocument(portal, { number, day, fields })
  await portal.db.kysely.transaction().execute(async (trx) => {
    const head = await lockHead(trx)
    const { id } = await trx.selectFrom('users').select('id').where('client_id', '=', 'ana').executeTakeFirstOrThrow()
    await postEntry(trx, head, {
      documentId,
      seal: '0'.repeat(64),
      reverses: null,
      postedBy: id,
      entry: entry(journal, day, `${journal} of ${day}`, ...lines),
      postedAt: new Date(portal.clock.now()).toISOString(),
    })
  })
}

const asked = (more: Partial<BooksRequest> = {}): BooksRequest => ({
  books: [...bookNames],
  from: '2026-03',
  to: '2026-03',
  paper: 'a4',
  bind: false,
  ...more,
})

async function begun(more: Partial<BooksRequest> = {}): Promise<BookJob> {
  return (await ben.call(startBooks, { body: asked(more) })).answer.job
}
async function ended(job: BookJob): Promise<BookJob> {
  const now = async () => (await ben.call(getBookJob, { params: { jobId: job.id } })).answer.job
  await expect.poll(async () => (await now()).state).not.toMatch(/running|cancelling/)
  return now()
}
const bytesOf = async (fileId: string) => (await ben.call(getBookFile, { params: { fileId } })).bytes
const fileOf = (job: BookJob, name: string) => job.files.find((file) => file.name === name)!

test('a draft has all six books as PDF, XLSX, CSV and audit text; the journal files add up to the ledger file', async () => {
  const { months, years } = (await ben.call(bookChoices)).answer
  expect(months).toEqual([
    { month: '2026-03', closed: false, entries: 5 },
    { month: '2026-02', closed: false, entries: 5 },
  ])
  expect(years).toMatchObject([{ from: '2026-01', to: '2026-12', closed: false }])

  const job = await ended(await begun())
  expect(job).toMatchObject({ state: 'done', title: 'Draft of the books, March 2026' })
  expect(job.done).toBe(job.total)
  expect(job.files.map(({ name }) => name).slice(0, 4)).toEqual([
    ...['general-journal-2026-03-draft.pdf', 'general-journal-2026-03-draft.xlsx'],
    ...['general-journal-2026-03-draft.csv', 'general-journal-2026-03-draft.txt'],
  ])
  expect(job.files).toHaveLength(24)

  const sums = { debit: 0, credit: 0 }
  for (const book of bookNames.filter((name) => name !== 'general-ledger')) {
    const rows = (await readXlsx(await bytesOf(fileOf(job, `${book}-2026-03-draft.xlsx`).id))).sheets[0]!.rows
    const total = rows.find((row) => row[0] === 'Posted to the ledger, March 2026')!
    sums.debit += Number(total[2])
    sums.credit += Number(total[3])
  }
  const ledger = (await readXlsx(await bytesOf(fileOf(job, 'general-ledger-2026-03-draft.xlsx').id))).sheets[0]!.rows
  const movement = ledger.find((row) => row[0] === 'Movement for March 2026')!
  expect([movement[3], movement[4]]).toEqual([sums.debit, sums.credit])
  expect(ledger.find((row) => row[0] === 'Earlier months, from January 2026')?.[3]).toBe(sums.debit)

  const pages = await pagesOf(await bytesOf(fileOf(job, 'cash-receipts-2026-03-draft.pdf').id))
  expect(pages[1]).toContain('DRAFT, not a bound book')
  // February starts with page 2.
  expect(pages[1]).toContain('Page 2')
})

test('an open month cannot be bound; a closed one is bound, reprinted byte for byte, and reports later postings', async () => {
  const refused = await ben.call(startBooks, { body: asked({ bind: true, from: '2026-02', to: '2026-02' }) })
  expect(refused.body).toMatchObject({ code: 'books.monthOpen' })

  const some = await ben.call(startBooks, { body: asked({ from: '2026-02' }) })
  expect(some.body).toMatchObject({ code: 'books.notAYear' })

  await closed('2026-02')
  const job = await ended(await begun({ bind: true, from: '2026-02', to: '2026-02' }))
  expect(job).toMatchObject({ state: 'done', title: 'Bound books, February 2026' })
  const { books } = (await ben.call(listBoundBooks)).answer
  expect(books).toHaveLength(6)
  const sales = books.find(({ book }) => book === 'sales')!
  expect(sales).toMatchObject({
    firstMonth: '2026-02',
    version: 1,
    firstPage: 1,
    pages: 1,
    entries: 1,
    debit: 112_00n,
    difference: null,
    boundBy: 'ben',
  })
  const pdf = sales.files.find(({ format }) => format === 'pdf')!
  const first = await bytesOf(pdf.id)
  portal.clock.forward(60)
  expect((await bytesOf(pdf.id)).equals(first)).toBe(true)
  const printed = await pagesOf(first)
  expect(printed[0]).toContain(`Code ${sales.code}`)
  const [, onPage = ''] = /Code ([0-9A-Z-]{13})/.exec(printed[1] ?? '') ?? []
  const proved = async (code: string) => (await ana.call(checkCode, { query: { code } })).answer
  const page = {
    what: 'page',
    book: 'sales',
    version: 1,
    firstMonth: '2026-02',
    pages: 1,
    replaced: false,
    since: null,
  }
  expect(await proved(onPage)).toMatchObject({ problems: [], found: { ...page, page: 1 } })
  expect(await proved(sales.code)).toMatchObject({ problems: [], found: { ...page, page: null } })
  const { seal } = await portal.db.kysely.selectFrom('period').select('seal').executeTakeFirstOrThrow()
  expect(printed.at(-1)?.replace(/\s/g, '')).toContain(`seal${seal}`)
  const heads = readHeads(printed.at(-1) ?? '')
  if (heads === null) throw new Error('The certificate of the book has no line with the ends of both chains.')
  expect(heads.entries).toBeGreaterThan(0n)
  expect(await headsProblems(portal.db.kysely, heads)).toEqual([])
  expect(await problems()).toEqual([])

  await reopened('2026-02')
  await post('SJ', '2026-02-20', [debit('1110', 5_00n), credit('4020', 5_00n)])
  const later = (await ben.call(listBoundBooks)).answer.books
  expect(later.filter(({ difference }) => difference !== null).map(({ book }) => book)).toEqual([
    'general-ledger',
    'sales',
  ])
  expect(later.find(({ book }) => book === 'sales')?.difference).toEqual({ entries: 1, debit: 5_00n, credit: 5_00n })
  await closed('2026-02')
  await ended(await begun({ bind: true, from: '2026-02', to: '2026-02', books: ['sales'] }))
  const versions = (await ben.call(listBoundBooks)).answer.books.filter(({ book }) => book === 'sales')
  expect(versions.map(({ version, replaced, difference }) => [version, replaced, difference === null])).toEqual([
    [2, false, true],
    [1, true, false],
  ])
  expect((await proved(onPage)).found).toMatchObject({ replaced: true, since: { entries: 1, debit: 5_00n } })

  // The exported year says the same offline.
  const year = (await ben.call(exportYear, { params: { from: '2026-02' } })).bytes.toString()
  const { checks, books: boundBooks } = proveYear(year)
  expect(checks.find(({ name }) => name === proofNames[6])?.problems).toEqual([])
  expect(boundBooks.pages.get(onPage)).toMatchObject({ page: 1, book: { version: 1, replacedBy: 2, since: 1 } })
  expect(boundBooks.pages.get(sales.code)).toMatchObject({
    page: null,
    book: { name: 'Subsidiary Sales Journal, February 2026' },
  })
  expect(boundBooks.files.get(sha256(first))?.name).toBe('sales-2026-02.pdf')
  expect(boundBooks.files.size).toBe(28)
})

test('a bound book cannot be changed or removed, and verify finds a byte changed outside the application', async () => {
  const [book] = (await ben.call(listBoundBooks)).answer.books
  const [file] = book!.files
  for (const change of [
    sql`update bound_book set pages = 9`,
    sql`delete from bound_book_file`,
    sql`update book_file set name = 'x'`,
    sql`delete from book_file where kept_until is null`,
    sql`update book_file_part set content = content`,
    sql`delete from book_file_part`,
  ])
    await expect(change.execute(portal.db.kysely)).rejects.toThrow()
  await sql`alter table book_file_part disable trigger user`.execute(portal.db.kysely)
  await sql`update book_file_part set content = set_byte(content, 100, (get_byte(content, 100) + 1) % 256)
    where file_id = ${file!.id} and position = 1`.execute(portal.db.kysely)
  expect(await problems()).toEqual([`The bound book ${file!.name} was changed after binding.`])
  await sql`update book_file_part set content = set_byte(content, 100, (get_byte(content, 100) + 255) % 256)
    where file_id = ${file!.id} and position = 1`.execute(portal.db.kysely)
  await sql`alter table book_file_part enable trigger user`.execute(portal.db.kysely)
  expect(await problems()).toEqual([])
})

test('one job runs at a time; a cancelled job leaves nothing behind, and neither does a crashed one', async () => {
  const job = await begun({ from: '2026-01', to: '2026-12' })
  expect((await ben.call(startBooks, { body: asked() })).body).toMatchObject({ code: 'books.jobRunning' })
  await ben.call(cancelBookJob, { params: { jobId: job.id } })
  const left = await ended(job)
  expect(left).toMatchObject({ state: 'cancelled', files: [] })
  const ofJob = await portal.db.kysely.selectFrom('book_file').select('id').where('job_id', '=', job.id).execute()
  expect(ofJob).toEqual([])

  portal.clock.forward(1)

  const now = new Date(portal.clock.now()).toISOString()
  await sql`insert into job (id, name, payload, key, state, run_at, locked_by, locked_until, total, requested_by, created_at)
    select gen_random_uuid(), 'looseleaf.make', ${JSON.stringify({ kind: 'books', asked: asked() })}, 'one', 'running', ${now},
      gen_random_uuid(), ${now}::timestamptz + interval '90 seconds', 1, id, ${now} from users limit 1`.execute(
    portal.db.kysely,
  )
  const { job: alive } = (await ben.call(bookChoices)).answer
  expect(alive).toMatchObject({ state: 'running' })
  portal.clock.forward(91)
  expect(await ended(alive!)).toMatchObject({
    state: 'failed',
    problem: 'The server stopped while the file was being created. Nothing was saved; start again.',
    files: [],
  })
})

test('the audit pack has books, statements, documents and journals, each with its digest in the manifest', async () => {
  const { job } = (await ben.call(startPack, { body: { from: '2026-03' } })).answer
  const done = await ended(job)
  expect(done).toMatchObject({ state: 'done', title: 'Audit pack, January 2026 to December 2026' })
  const zip = new ZipBuffer(await bytesOf(done.files[0]!.id))
  const names = [...zip.keys()]
  for (const name of [
    ...['talaan-2026-01-to-2026-12.jsonl', 'statements/balance-sheet.xlsx', 'journals/journal.beancount'],
    ...['books/sales-2026-01-to-2026-12-draft.pdf', 'books/bound/a4/version-2/sales-2026-02.pdf'],
    'documents/SI-2026-000001.pdf',
  ])
    expect(names).toContain(name)
  const read = async (name: string) => Buffer.from(await zip.get(name).content())
  const { files } = JSON.parse((await read('manifest.json')).toString()) as {
    files: { name: string; sha256: string }[]
  }
  expect(files.map(({ name }) => name)).toEqual(names.filter((name) => !/^(manifest.json|SHA256SUMS)$/.test(name)))
  for (const { name, sha256: digest } of files) expect(sha256(await read(name)), name).toBe(digest)
})

test('the columns of the cash books are a setting that applies from a given month', async () => {
  const layout = {
    ...standardLayout,
    disbursements: [{ title: 'Suppliers', side: 'debit' as const, accounts: ['2010'] }],
  }
  expect((await ben.call(saveBookLayout, { body: { layout, validFrom: '2026-03' } })).status).toBe(200)
  expect((await ben.call(getBookLayout)).answer).toEqual({ layout, validFrom: '2026-03' })
  const job = await ended(await begun({ books: ['cash-disbursements'] }))
  const rows = (await readXlsx(await bytesOf(fileOf(job, 'cash-disbursements-2026-03-draft.xlsx').id))).sheets[0]!.rows
  expect(rows.find((row) => row[0] === 'Date')).toContain('Dr Suppliers')
  expect((await ana.call(getBookLayout)).status).toBe(403)
})

test('entries and lines are read in pages, each once and in order, without those recorded since', async () => {
  for (const day of ['2026-04-02', '2026-04-01', '2026-04-02', '2026-04-30'])
    await post('SJ', day, [debit('1110', 3_00n), credit('4020', 1_00n), credit('4020', 2_00n)])
  const db = portal.db.kysely
  const { last_entry: last } = await db.selectFrom('ledger_head').select('last_entry').executeTakeFirstOrThrow()
  await post('SJ', '2026-04-03', [debit('1110', 3_00n), credit('4020', 3_00n)])
  const readAll = async (source: Source) => {
    const found: string[] = []
    let after: Place | null = null
    do {
      const { rows, next }: Rows = await rowsOf(db, source, { after, last, atOnce: 2 })
      found.push(
        ...('journal' in source ? readEntries(rows) : readLines(rows).map(({ entry: own }) => own)).map(placed),
      )
      after = next
    } while (after !== null)
    return found
  }
  const placed = ({ day, no }: { day: string; no: bigint }) => `${day} ${no - last}`
  const entries = ['2026-04-01 -2', '2026-04-02 -3', '2026-04-02 -1', '2026-04-30 0']
  expect(await readAll({ month: '2026-04', journal: 'SJ' })).toEqual(entries)
  expect(await readAll({ month: '2026-04', account: '4020' })).toEqual(entries.flatMap((one) => [one, one]))
  expect(await readAll({ month: '2026-04', account: '6050' })).toEqual([])
})

test('a sale is read with the descriptions of its lines', async () => {
  const lines = [{ description: 'Bamboo' }, { description: 'Delivery' }]
  await post('SJ', '2026-05-02', [debit('1110', 3_00n), credit('4020', 3_00n)], { lines })
  await post('GJ', '2026-05-02', [debit('6160', 3_00n), credit('1541', 3_00n)], { lines })
  const last = 1_000_000n
  const read = async (journal: JournalCode) => {
    const { rows } = await rowsOf(portal.db.kysely, { month: '2026-05', journal }, { after: null, last, atOnce: 9 })
    return readEntries(rows).map(({ document }) => document.descriptions)
  }
  expect(await read('SJ')).toEqual([['Bamboo', 'Delivery']])
  expect(await read('GJ')).toEqual([[]])
})

async function problems(): Promise<string[]> {
  const { checks } = await verify(portal.db.kysely)
  return checks.find(({ name }) => name === 'bound books are unchanged')!.problems
}

const viewer = async () => {
  const { id } = await portal.db.kysely
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  const ben: Viewer = {
    userId: id,
    clientId: 'ben',
    role: 'accountant',
    sessionId: crypto.randomUUID(),
    company: '',
    firstLogin: false,
  }
  return { viewer: ben, address: '' }
}
async function closed(month: string): Promise<void> {
  const who = await viewer()
  await inBooks(portal.db.kysely, (trx) => close(trx, portal.clock, { month, ...who, findingsOf: async () => [] }))
}
async function reopened(month: string): Promise<void> {
  const who = await viewer()
  await inBooks(portal.db.kysely, (trx) => reopen(trx, portal.clock, { month, reason: 'A bill came late', ...who }))
}
