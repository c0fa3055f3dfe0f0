// What the printing thread is told and tells: months come in with their entries, books go out with their files.
import type { BookAccount, BookEntry, BookName, FiscalYear, SummedLine } from '@talaan/ledger/books/book.ts'
import type { BookLayout } from '@talaan/ledger/books/layout.ts'
import type { Month } from '@talaan/ledger/day.ts'
import type { Money } from '@talaan/ledger/money.ts'
import type { BookPrint, Certificate } from '../print/book-pdf.ts'

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
  | { tell: 'entries'; entries: BookEntry[] }
  | { tell: 'month ends' }

export type BookFormat = 'pdf' | 'xlsx' | 'csv' | 'txt'

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
  files: { format: BookFormat; bytes: Uint8Array<ArrayBuffer> }[]
}

export type FromPrinter =
  | { tell: 'drawn'; book: BookName; month: Month }
  | { tell: 'book'; printed: PrintedBook }
  | { tell: 'failed'; why: string }
