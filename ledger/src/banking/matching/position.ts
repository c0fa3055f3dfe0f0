// The position of bank and books at the end of a month: the unmatched items of each side, and whether they explain the
// difference between the balances.
import { isStale } from '../stale.ts'
import { compare, daysBetween } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'

/** A line of one side, with its texts for the statement. */
export type UnmatchedLine = {
  /** The id of a bank line, the key of a book line. */
  key: string
  day: Day
  amount: Money
  reference: string
  words: string
  /** A leaf of our own cheque books. */
  cheque: boolean
  document: { id: string; kind: string } | null
}

/** A match with parts on both sides of the date: books before and bank after, or the other way around. */
export type Straddling = { bank: readonly UnmatchedLine[]; books: readonly UnmatchedLine[] }

export type BankMonth = {
  asOf: Day
  /** The bank balance and the book balance at the end of the date; in the account's currency. */
  statementBalance: Money
  bookBalance: Money
  /** Unmatched bank lines up to the date; errors of the bank are marked as such. */
  freeBank: readonly (UnmatchedLine & { isBankError: boolean })[]
  /** Unmatched book lines up to the date. */
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
  /** Bank lines that our books have with a later date. */
  adjustments: UnmatchedLine[]
  /** Bank lines that are neither recorded nor matched. */
  unexplained: UnmatchedLine[]
  adjustedBook: Money
  /** Adjusted bank balance less adjusted book balance, without unexplained items. Zero is reconciled. */
  difference: Money
}

/** The adjusted-balance method: both balances are adjusted to the same true balance. */
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

/** If the bank books the fee a day after the payment, only the fee is still outstanding. */
function rest(bank: readonly UnmatchedLine[], books: readonly UnmatchedLine[]): UnmatchedLine[] {
  const [first] = books
  const left = total(books) - total(bank)
  return first === undefined || left === 0n
    ? []
    : [{ ...first, amount: left, words: `Remaining part of ${first.words}` }]
}

const total = (lines: readonly { amount: Money }[]): Money => sum(lines.map(({ amount }) => amount))
