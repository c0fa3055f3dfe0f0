// All books of a month from the same entries.
import type { BookInput, BookName, BookOfMonth } from './book.ts'
import { generalJournal } from './general-journal.ts'
import { generalLedger } from './general-ledger.ts'
import type { LedgerInput } from './general-ledger.ts'
import type { BookLayout } from './layout.ts'
import { specialJournal } from './special-journal.ts'

export type BooksInput = BookInput & LedgerInput & { layout: BookLayout }

export function bookOfMonth(name: BookName, given: BooksInput): BookOfMonth {
  if (name === 'general-journal') return generalJournal(given)
  if (name === 'general-ledger') return generalLedger(given)
  return specialJournal(name, given)
}
