// The position of bank and books at the end of a month: what each has that the other has not yet, and whether that explains
// the difference between their balances.
import { isStale } from '../stale.ts'
import { compare, daysBetween } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'

/** A line of one side with what a statement prints of it. */
export type UnmatchedLine = {
  /** Of a bank line its id, of a book line its key. */
  key: string
  day: Day
  amount: Money
  reference: string
  words: string
  /** A leaf of our own cheque books. */
  cheque: boolean
  document: { id: string; kind: string } | null
}

/** A match with parts on both sides of the day: books here and bank later, or the other way round. */
export type Straddling = { bank: readonly UnmatchedLine[]; books: readonly UnmatchedLine[] }

export type BankMonth = {
  asOf: Day
  /** What the bank says at the end of the day, and what our books say; in the account's currency. */
  statementBalance: Money
  bookBalance: Money
  /** Lines of the bank up to the day that no book line was matched with; errors of the bank are marked as such. */
  freeBank: readonly (UnmatchedLine & { isBankError: boolean })[]
  /** Lines of our books up to the day that no bank line was matched with. */
  freeBooks: readonly UnmatchedLine[]
  straddling: readonly Straddling[]
}

export type OutstandingLine = UnmatchedLine & { age: number; stale: boolean }

export type Position = Pick<BankMonth, 'asOf' | 'statementBalance' | 'bookBalance'> & {
  depositsInTransit: OutstandingLine[]
  outstandingCheques: OutstandingLine[]
  /** Transfers and other payments that the bank has not booked yet. */
  paymentsInTransit: OutstandingLine[]
  bankErrors: UnmatchedLine[]
  adjustedBank: Money
  /** What the bank has and our books get later: recorded with a later day. */
  adjustments: UnmatchedLine[]
  /** What the bank has and nobody has recorded or matched. */
  unexplained: UnmatchedLine[]
  adjustedBook: Money
  /** Adjusted balance of the bank less that of the books, while what is unexplained is left out. Zero is reconciled. */
  difference: Money
}

/** The adjusted-balance method (domain rule: both balances are led to the same true balance). */
export function positionOf({ freeBank, freeBooks, straddling, ...month }: BankMonth): Position {
  const { asOf, statementBalance, bookBalance } = month
  const here = ({ day }: UnmatchedLine) => day <= asOf
  const split = straddling.map(({ bank, books }) => ({ bank: bank.filter(here), books: books.filter(here) }))
  const outstanding = [
    ...freeBooks.filter(here),
    ...split.flatMap(({ bank, books }) => (bank.length === 0 ? books : rest(bank, books))),
  ]
    .toSorted((a, b) => compare(a.day, b.day))
    .map((line) => ({
      ...line,
      age: daysBetween(line.day, asOf),
      stale: line.cheque && isStale(line.day, asOf),
    }))
  const adjustments = split.flatMap(({ bank, books }) => (books.length === 0 ? bank : []))
  const bankErrors = freeBank.filter((line) => line.isBankError && here(line))
  const unexplained = freeBank.filter((line) => !line.isBankError && here(line))
  const adjustedBank = statementBalance + total(outstanding) - total(bankErrors)
  const adjustedBook = bookBalance + total(adjustments)
  return {
    asOf,
    statementBalance,
    bookBalance,
    depositsInTransit: outstanding.filter(({ amount }) => amount > 0n),
    outstandingCheques: outstanding.filter(({ amount, cheque }) => amount < 0n && cheque),
    paymentsInTransit: outstanding.filter(({ amount, cheque }) => amount < 0n && !cheque),
    bankErrors,
    adjustedBank,
    adjustments,
    unexplained,
    adjustedBook,
    difference: adjustedBank - adjustedBook,
  }
}

/** Of a payment whose fee the bank books a day later, the fee alone is still outstanding. */
function rest(bank: readonly UnmatchedLine[], books: readonly UnmatchedLine[]): UnmatchedLine[] {
  const [first] = books
  const left = total(books) - total(bank)
  return first === undefined || left === 0n
    ? []
    : [{ ...first, amount: left, words: `Remaining part of ${first.words}` }]
}

const total = (lines: readonly { amount: Money }[]): Money => sum(lines.map(({ amount }) => amount))
