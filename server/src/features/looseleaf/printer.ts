// What the printing thread is told and tells: months come in with their entries, books go out file by file, each in pieces
// that are asked for one by one, so that never more of a book is in memory than what is just written.
import type {
  BookAccount,
  BookEntry,
  BookLine,
  BookName,
  FiscalYear,
  SummedLine,
} from '@talaan/ledger/looseleaf/book.ts'
import type { BookLayout } from '@talaan/ledger/looseleaf/layout.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { BookPrint, Certificate } from '../../print/book-pdf.ts'

export type PrintBegun = {
  books: BookName[]
  print: Omit<BookPrint, 'title' | 'firstPage' | 'proof' | 'broad'>
  tin: string
  accounts: BookAccount[]
  year: FiscalYear
  layout: BookLayout
  /** Pages of the year's months before, as far as they are known from bound books. */
  pagesBefore: Partial<Record<BookName, number>>
  /** The id of each book that is bound; a draft has none. */
  ids: Partial<Record<BookName, string>>
  publicUrl: string | null
  seals: Certificate['seals']
}

type WrittenLine = [string, string, string, string, BookLine['vatClass'], BookLine['category']]
type WrittenEntry = Omit<BookEntry, 'no' | 'lines'> & { no: string; lines: WrittenLine[] }

/** Entries as the database has written them. */
export const readEntries = (written: string): BookEntry[] =>
  (JSON.parse(written) as WrittenEntry[]).map(({ no, lines, ...entry }) => ({
    ...entry,
    no: BigInt(no),
    lines: lines.map(([account, debit, credit, memo, vatClass, category]) => ({
      ...{ account, debit: BigInt(debit), credit: BigInt(credit), memo, vatClass, category },
    })),
  }))

export type ToPrinter =
  | { tell: 'begin'; print: PrintBegun }
  | {
      tell: 'month'
      month: Month
      before: SummedLine[]
      openings: [string, Money][]
      /** Books whose pages of this month are only counted, because an earlier month tells where a later one begins. */
      counted: BookName[]
      printed: BookName[]
      /** The last month of the volume: each book is finished as soon as this month of it is drawn, and let go. */
      last: boolean
    }
  | { tell: 'entries'; entries: string }
  | { tell: 'month ends' }
  /** The piece has been put away: the next may be made. */
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
  /** Of each page of a bound book; none of a draft. */
  digests: { page: number; digest: string }[]
}

export type FromPrinter =
  | { tell: 'drawn'; book: BookName; month: Month }
  | { tell: 'file'; format: BookFormat }
  | { tell: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { tell: 'file ends' }
  | { tell: 'book'; printed: PrintedBook }
  | { tell: 'failed'; why: string; tooLarge?: boolean }
