// The loose-leaf books: the available months, the job that creates books, with its progress, and the bound books.
import { bookNames, bookWords } from '@talaan/ledger/looseleaf/book.ts'
import { bookLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { month, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const paperSizes = ['a4', 'folio'] as const
export const paperSizeWords = { a4: 'A4', folio: 'Folio (8.5 × 13 in)' } as const
export const bookFormats = ['pdf', 'xlsx', 'csv', 'txt'] as const
export const bookFormatWords = { pdf: 'PDF', xlsx: 'XLSX', csv: 'CSV', txt: 'Audit text' } as const

export const bookProblems = {
  jobRunning: {
    code: 'books.jobRunning',
    status: 409,
    sentence: 'Books are already being printed. Wait until they are ready, or cancel printing.',
  },
  monthOpen: {
    code: 'books.monthOpen',
    status: 409,
    sentence: 'You can bind only closed months. Close the month first, or print a draft.',
  },
  notAYear: {
    code: 'books.notAYear',
    status: 422,
    sentence: 'Choose either one month or a whole fiscal year.',
  },
  notThere: {
    code: 'books.notThere',
    status: 404,
    sentence: 'This file has expired, because drafts and audit packs are deleted after one day. Create the file again.',
  },
  noVerifier: {
    code: 'books.noVerifier',
    status: 404,
    sentence:
      'The verifier page is not installed on this server. Ask your system administrator to build the web pages.',
  },
} satisfies Record<string, Problem>

export const jobStates = ['running', 'cancelling', 'done', 'cancelled', 'failed'] as const
export const jobStateWords = {
  running: 'In progress',
  cancelling: 'Cancelling',
  done: 'Ready',
  cancelled: 'Cancelled',
  failed: 'Failed',
} as const

const bookName = z.enum(bookNames, 'Choose a book.')

export const booksRequest = z
  .strictObject({
    books: z.array(bookName).check(z.minLength(1, 'Choose at least one book.'), z.maxLength(bookNames.length)),
    /** One month, or the first and last month of a fiscal year. */
    from: month,
    to: month,
    paper: z.enum(paperSizes, 'Choose the paper size.'),
    /** Whether the books are stored permanently. */
    bind: z.boolean(),
  })
  .check(
    z.refine(({ books }) => new Set(books).size === books.length, {
      path: ['books'],
      error: 'Choose each book only once.',
    }),
    z.refine(({ from, to }) => from <= to, {
      path: ['to'],
      error: 'The first month is after the last month. Swap them.',
    }),
  )
export type BooksRequest = z.output<typeof booksRequest>

const file = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})
export type BookFile = z.output<typeof file>

export const bookJob = z.object({
  id: z.uuid(),
  kind: z.enum(['books', 'pack']),
  state: z.enum(jobStates),
  /** The completed steps, the number of all steps, and the current step. */
  done: z.int(),
  total: z.int(),
  doing: z.string(),
  problem: z.nullable(z.string()),
  startedBy: z.string(),
  startedAt: z.string(),
  title: z.string(),
  files: z.array(file),
})
export type BookJob = z.output<typeof bookJob>

/** The months with entries, the months that follow, and the print settings. */
export const bookChoices = endpoint({
  name: 'books.choices',
  method: 'GET',
  path: '/api/books/choices',
  access: accountants,
  frame: true,
  answer: z.object({
    /** Newest first. */
    months: z.array(z.object({ month, closed: z.boolean(), entries: z.int() })),
    years: z.array(z.object({ from: month, to: month, label: z.string(), closed: z.boolean() })),
    permit: z.string(),
    /** The running job, or the last one that ended. */
    job: z.nullable(bookJob),
  }),
  failure: 'The months could not be loaded. Try again.',
})

export const startBooks = endpoint({
  name: 'books.start',
  method: 'POST',
  path: '/api/books/jobs',
  access: accountants,
  frame: true,
  body: booksRequest,
  answer: z.object({ job: bookJob }),
  failure: 'Talaan may not have started to print the books. Check the list of loose-leaf books.',
})

/** The audit pack: everything about a year in one archive. */
export const startPack = endpoint({
  name: 'books.startPack',
  method: 'POST',
  path: '/api/books/packs',
  access: accountants,
  body: z.strictObject({ from: month }),
  answer: z.object({ job: bookJob }),
  failure: 'Talaan may not have started to create the audit pack. Reload the page and check.',
})

export const getBookJob = endpoint({
  name: 'books.job',
  method: 'GET',
  path: '/api/books/jobs/:jobId',
  access: accountants,
  frame: true,
  activity: false,
  params: z.strictObject({ jobId: z.uuid() }),
  answer: z.object({ job: bookJob }),
  failure: 'The progress of the books could not be loaded. Try again.',
})

export const cancelBookJob = endpoint({
  name: 'books.cancel',
  method: 'POST',
  path: '/api/books/jobs/:jobId/cancel',
  access: accountants,
  frame: true,
  params: z.strictObject({ jobId: z.uuid() }),
  answer: z.object({ job: bookJob }),
  failure: 'Printing may not have been cancelled. Reload the page and check.',
})

export const getBookFile = endpoint({
  name: 'books.file',
  method: 'GET',
  path: '/api/books/files/:fileId',
  access: accountants,
  frame: true,
  params: z.strictObject({ fileId: z.uuid() }),
  bytesOut: true,
  failure: 'The file could not be loaded. Try again.',
})

export const boundBook = z.object({
  id: z.uuid(),
  code: z.string(),
  book: bookName,
  paper: z.enum(paperSizes),
  firstMonth: month,
  lastMonth: month,
  version: z.int(),
  firstPage: z.int(),
  pages: z.int(),
  entries: z.int(),
  debit: money,
  boundBy: z.string(),
  boundAt: z.string(),
  files: z.array(z.extend(file, { format: z.enum(bookFormats) })),
  /** Differences between the bound book and the books today; null if they agree. */
  difference: z.nullable(z.object({ entries: z.int(), debit: money, credit: money })),
  /** Whether a later version replaced it. */
  replaced: z.boolean(),
})
export type BoundBook = z.output<typeof boundBook>

export const listBoundBooks = endpoint({
  name: 'books.list',
  method: 'GET',
  path: '/api/books',
  access: accountants,
  answer: z.object({ books: z.array(boundBook) }),
  failure: 'The bound books could not be loaded. Try again.',
})

export const getBookLayout = endpoint({
  name: 'books.layout',
  method: 'GET',
  path: '/api/books/layout',
  access: accountants,
  answer: z.object({ layout: bookLayout, validFrom: z.nullable(month) }),
  failure: 'The columns of the books could not be loaded. Try again.',
})

/** Changed columns apply from a given month; books that were bound earlier keep their columns. */
export const saveBookLayout = endpoint({
  name: 'books.saveLayout',
  method: 'PUT',
  path: '/api/books/layout',
  access: accountants,
  body: z.strictObject({ layout: bookLayout, validFrom: month }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'Talaan could not confirm that your change was saved. Reload the page and check.',
})

/** The entries of a fiscal year with everything that the hash chain seals, for the verifier page. */
export const exportYear = endpoint({
  name: 'books.exportYear',
  method: 'GET',
  path: '/api/books/years/:from',
  access: accountants,
  params: z.strictObject({ from: month }),
  bytesOut: true,
  failure: 'The year could not be exported. Try again.',
})

/** A page that checks an exported year offline. */
export const getVerifier = endpoint({
  name: 'books.verifier',
  logsRead: true,
  method: 'GET',
  path: '/api/books/verifier',
  access: accountants,
  bytesOut: true,
  failure: 'The verifier page could not be loaded. Try again.',
})

export const bookWordsOf = {
  none: 'No books have been bound yet.',
  first: 'Create books',
  draftNote: 'A draft is for checking only. Each page is marked as a draft, and the file is deleted after one day.',
  boundNote: 'A bound book is stored permanently and always prints exactly the same.',
} as const

type Months = { months: readonly { month: string; closed: boolean; entries: number }[] }

/** The default month: the last closed month, or else the last month with entries that has ended. */
export function usualMonth({ months }: Months, today: Day): Month {
  const ended = months.filter(({ month, entries }) => entries > 0 && month < monthOf(today))
  const usual = ended.find(({ closed }) => closed) ?? ended[0] ?? months.find(({ month }) => month === monthOf(today))
  return (usual ?? months[0])?.month ?? ''
}

/** The latest fiscal year that has ended, or the first one. */
export const usualYear = ({ years }: { years: readonly { from: Month; to: Month }[] }, today: Day): Month =>
  (years.find(({ to }) => to < monthOf(today)) ?? years.find(({ from }) => from <= monthOf(today)) ?? years[0])?.from ??
  ''

/** 'Cash Receipts Journal' */
export const bookTitle = (book: BoundBook['book']): string => bookWords[book].title
