// Several lines against one: a deposit of several receipts, a slip credited cheque by cheque, a payment and its fee.
import { sum } from '../../core/money.ts'
import { between, nearest } from './book-index.ts'
import type { Index, IndexedBank, IndexedBook } from './book-index.ts'
import { candidate, chequesAgree, sharedReasons } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import type { Memory } from './lines.ts'
import { absolute } from './pairs.ts'
import { because } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { choicesOf, largestPile } from './sums.ts'
import { transactionTypeOf } from './text.ts'

/** The maximum bank fee on a line of its own. */
const largestFee = 100_000n

/** A bank line and its separate fee, which are one line in our books. */
export function withFee(line: IndexedBank, fees: readonly IndexedBank[], index: Index, memory: Memory): Candidate[] {
  return fees.flatMap((fee) => {
    if (fee === line) return []
    const books = nearest(index.booksByAmount.get(line.line.amount + fee.line.amount) ?? [], line.day, 3)
    return books.flatMap((book): Candidate[] => {
      if (!chequesAgree(line, book) || Math.abs(line.day - book.day) > 10) return []
      const reasons = [because('fee', 'Same amount including the bank fee'), ...sharedReasons(line, [book], memory)]
      return [candidate({ lines: [line, fee], books: [book], reasons })]
    })
  })
}

/** Fees by date, so that a line only considers near ones. */
export function feesByDay(bank: readonly IndexedBank[]): ReadonlyMap<number, IndexedBank[]> {
  return Map.groupBy(
    bank.filter(({ line }) => line.amount < 0n && -line.amount <= largestFee && transactionTypeOf(line) === 'charge'),
    ({ day }) => day,
  )
}

/** Several book lines that are one bank line. */
export function booksTogether(line: IndexedBank, index: Index, memory: Memory): Candidate[] {
  const { amount } = line.line
  const pile = between(amount > 0n ? index.booksIn : index.booksOut, line.day - 6, line.day + 1).filter(
    (book) => absolute(book.line.amount) < absolute(amount) && chequesAgree(line, book),
  )
  if (pile.length < 2) return []
  const groups = [...sameDays(pile), ...sameNumbers(pile)].filter(
    (books) => books.length >= 2 && sum(books.map((book) => book.line.amount)) === amount,
  )
  const near = nearest(pile, line.day, largestPile)
  const choices =
    groups.length > 0
      ? []
      : choicesOf(
          amount,
          near.map((book) => book.line.amount),
        ).map((places) => places.flatMap((at) => near[at] ?? []))
  const [group] = groups
  const only = choices.length === 1
  const found = group === undefined ? choices : [group]
  return found.map((books) => {
    const reasons: Reason[] = [
      because('together', `${books.length} book lines add up to this amount`),
      ...sharedReasons(line, books, memory),
    ]
    if (group !== undefined) reasons.push(because('wholeDay', 'Same date or deposit slip'))
    else if (!only) reasons.push(because('notOnly', 'Other lines add up to the same amount'))
    return candidate({ lines: [line], books, reasons })
  })
}

const sameDays = (pile: readonly IndexedBook[]): IndexedBook[][] => [...Map.groupBy(pile, ({ day }) => day).values()]

function sameNumbers(pile: readonly IndexedBook[]): IndexedBook[][] {
  const named = pile.filter(({ line }) => line.references.length > 0)
  return [...Map.groupBy(named, ({ line }) => line.references[0] ?? '').values()]
}

/** Several bank lines that are one book line: `free` are those without another good match. */
export function bankTogether(book: IndexedBook, free: readonly IndexedBank[], memory: Memory): Candidate[] {
  const { amount } = book.line
  const pile = between(free, book.day - 1, book.day + 6).filter(
    ({ line }) => line.amount > 0n === amount > 0n && absolute(line.amount) < absolute(amount),
  )
  const near = nearest(pile, book.day, largestPile)
  const choices = choicesOf(
    amount,
    near.map(({ line }) => line.amount),
  )
  return choices.map((places) => {
    const lines = places.flatMap((at) => near[at] ?? [])
    const [first] = lines
    const reasons: Reason[] = [because('together', `${lines.length} bank lines add up to this amount`)]
    if (first !== undefined) reasons.push(...sharedReasons(first, [book], memory))
    if (choices.length > 1) reasons.push(because('notOnly', 'Other lines add up to the same amount'))
    return candidate({ lines, books: [book], reasons })
  })
}
