// The protocol between the printing thread and the portal: the thread asks for rows in chunks, and hands over books
// file by file, in pieces of which only a few are in flight.
import type {
  BookAccount,
  BookEntry,
  BookLine,
  BookName,
  FiscalYear,
  SummedLine,
  TextKey,
} from '@talaan/ledger/looseleaf/book.ts'
import type { LedgerLine } from '@talaan/ledger/looseleaf/general-ledger.ts'
import type { BookLayout } from '@talaan/ledger/looseleaf/layout.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { JournalCode } from '@talaan/ledger/accounts/journal.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { BookPrint, Certificate } from '../../print/book-pdf.ts'

export type PrintPlan = {
  books: { book: BookName; printed: BookToPrint }[]
  print: Omit<BookPrint, 'title' | 'firstPage' | 'proof' | 'isBroad'>
  tin: string
  accounts: BookAccount[]
  year: FiscalYear
  layout: BookLayout
  months: Month[]
  /** The totals of all months of the year. */
  sums: MonthSums[]
  /** Debits less credits of every account before the year. */
  openings: [string, Money][]
  publicUrl: string | null
  seals: Certificate['seals']
  heads: Certificate['heads']
  /** The mark of every page, or empty. */
  mark: string
}

export type BookToPrint = {
  /** Page counts of the year's earlier months, as far as known from bound books. */
  pagesBefore: number
  /** The other earlier months: their pages are counted by laying them out. */
  counted: Month[]
  /** The id of a bound book; a draft has none. */
  id: string | null
}

export type MonthSums = {
  month: Month
  moved: SummedLine[]
  counts: [JournalCode, number][]
  texts: [JournalCode, TextKey[]][]
}

/** The entries of a journal in a month, or the lines of an account in it. */
export type Source = { month: Month; journal: JournalCode } | { month: Month; account: string }

/** The cursor: after this entry, and in an account after this line of it. */
export type Place = { day: string; no: string; position: number }

/** Rows as JSON, and the next cursor; null after the last. */
export type Rows = { rows: string; next: Place | null }

export type ToPrinter =
  | ({ tell: 'rows' } & Rows)
  /** Acknowledges a piece: the next may be made. */
  | { tell: 'more' }

export const bookFormats = ['pdf', 'xlsx', 'csv', 'txt'] as const
export type BookFormat = (typeof bookFormats)[number]

export type PrintedBook = {
  book: BookName
  firstPage: number
  pages: number
  entries: number
  debit: Money
  credit: Money
  figures: string
  /** For each page of a bound book; none for a draft. */
  digests: { page: number; digest: string }[]
}

export type FromPrinter =
  | { tell: 'read'; source: Source; after: Place | null }
  | { tell: 'drawn'; book: BookName; month: Month }
  | { tell: 'file'; format: BookFormat }
  | { tell: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { tell: 'file ends' }
  | { tell: 'book'; printed: PrintedBook }
  | { tell: 'failed'; why: string; tooLarge?: boolean }

type WrittenLine = [string, string, string, string, BookLine['vatClass'], BookLine['category']]
type WrittenEntry = Omit<BookEntry, 'no' | 'lines' | 'document'> & {
  no: string
  lines: WrittenLine[]
  /** With the fields of a sale or purchase. */
  document: Omit<BookEntry['document'], 'descriptions'> & { fields: WithLines | null }
}
type WithLines = { lines?: { description?: string }[] }

/** Entries as the database has written them. */
export const readEntries = (written: string): BookEntry[] =>
  (JSON.parse(written) as WrittenEntry[]).map(({ no, lines, document: { fields, ...document }, ...entry }) => ({
    ...entry,
    document: { ...document, descriptions: (fields?.lines ?? []).flatMap(({ description }) => description ?? []) },
    no: BigInt(no),
    lines: lines.map(([account, debit, credit, memo, vatClass, category]) => ({
      account,
      debit: BigInt(debit),
      credit: BigInt(credit),
      memo,
      vatClass,
      category,
    })),
  }))

type WrittenLedgerLine = [string, string, JournalCode, string, string, string, string, string, string, string]

/** Lines of an account as the database has written them. */
export const readLines = (written: string): LedgerLine[] =>
  (JSON.parse(written) as WrittenLedgerLine[]).map(
    ([no, day, journal, entryMemo, number, documentDay, party, memo, debit, credit]) => ({
      entry: {
        no: BigInt(no),
        day,
        journal,
        memo: entryMemo,
        document: { number, day: documentDay },
        party: { name: party },
      },
      memo,
      debit: BigInt(debit),
      credit: BigInt(credit),
    }),
  )
