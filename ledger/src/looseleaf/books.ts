// All books of a month from the same entries.
import type { Money } from '../core/money.ts'
import { bookNames } from './book.ts'
import type { BookGiven, BookName, BookOfMonth } from './book.ts'
import { generalJournal } from './general-journal.ts'
import { generalLedger, ledgerOf } from './general-ledger.ts'
import type { Ledger } from './general-ledger.ts'
import type { BookLayout } from './layout.ts'
import { specialJournal } from './special-journal.ts'

/** `ledger` is the same entries by account, for whoever has them so already. */
export type BooksGiven = BookGiven & { openings: ReadonlyMap<string, Money>; layout: BookLayout; ledger?: Ledger }

export function bookOfMonth(name: BookName, given: BooksGiven): BookOfMonth {
  if (name === 'general-journal') return generalJournal(given)
  if (name === 'general-ledger') return generalLedger({ ...given, ledger: given.ledger ?? ledgerOf(given.entries) })
  return specialJournal(name, given)
}

export const booksOfMonth = (given: BooksGiven): BookOfMonth[] => bookNames.map((name) => bookOfMonth(name, given))
