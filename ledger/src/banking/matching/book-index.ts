// The book lines of an account, indexed so that matching a bank line never scans all of them.
import { daysBetween } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import type { BankLine, BookLine } from './lines.ts'
import { numbersIn, numbersOf, plainNumber, wordsOf } from './text.ts'

/** The whole number as written, and its parts. */
export const numbersOfBook = (no: string): string[] =>
  no.length < 4 ? [] : [...new Set([plainNumber(no), ...numbersIn(no)])]

/** Dates as numbers, for distances. */
export const dayNumber = (day: Day): number => daysBetween('1990-01-01', day)

export type IndexedBook = { at: number; line: BookLine; day: number; cheque: string | null; party: readonly string[] }
export type IndexedBank = {
  at: number
  line: BankLine
  day: number
  cheque: string | null
  numbers: readonly string[]
  words: ReadonlySet<string>
}

/** Book lines of one kind, sorted by date. */
export type Pile<T extends { day: number }> = readonly T[]

export type Index = {
  bank: readonly IndexedBank[]
  books: readonly IndexedBook[]
  booksByAmount: ReadonlyMap<Money, Pile<IndexedBook>>
  booksByCheque: ReadonlyMap<string, Pile<IndexedBook>>
  booksByNumber: ReadonlyMap<string, Pile<IndexedBook>>
  /** Separate indexes for money in and money out. */
  booksIn: Pile<IndexedBook>
  booksOut: Pile<IndexedBook>
  bankByAmount: ReadonlyMap<Money, Pile<IndexedBank>>
  bankByDay: Pile<IndexedBank>
}

export function indexed(bankLines: readonly BankLine[], bookLines: readonly BookLine[]): Index {
  const books = bookLines.map((line, at): IndexedBook => ({
    at,
    line,
    day: dayNumber(line.day),
    cheque: line.chequeNo === null ? null : plainNumber(line.chequeNo),
    party: wordsOf(line.party),
  }))
  const bank = bankLines.map((line, at): IndexedBank => ({
    at,
    line,
    day: dayNumber(line.day),
    cheque: line.chequeNo === null ? null : plainNumber(line.chequeNo),
    numbers: numbersOf(line),
    words: new Set(wordsOf(line.description)),
  }))
  const byDay = books.toSorted((a, b) => a.day - b.day || a.at - b.at)
  const bankByDay = bank.toSorted((a, b) => a.day - b.day || a.line.position - b.line.position)
  return {
    bank,
    books,
    booksByAmount: Map.groupBy(byDay, ({ line }) => line.amount),
    booksByCheque: manyToMany(byDay, ({ cheque }) => (cheque === null ? [] : [cheque])),
    booksByNumber: manyToMany(byDay, ({ line }) => [
      ...new Set([...line.references, line.document?.number ?? ''].flatMap(numbersOfBook)),
    ]),
    booksIn: byDay.filter(({ line }) => line.amount > 0n),
    booksOut: byDay.filter(({ line }) => line.amount < 0n),
    bankByAmount: Map.groupBy(bankByDay, ({ line }) => line.amount),
    bankByDay,
  }
}

function manyToMany<T>(all: readonly T[], keysOf: (one: T) => readonly string[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of all) {
    for (const key of keysOf(one)) {
      const same = found.get(key)
      if (same === undefined) found.set(key, [one])
      else same.push(one)
    }
  }
  return found
}

/** The lines between two dates, inclusive. */
export function between<T extends { day: number }>(pile: Pile<T>, from: number, to: number): Pile<T> {
  return pile.slice(placeOf(pile, from), placeOf(pile, to + 1))
}

/** The nearest lines to a date, nearest first. */
export function nearest<T extends { day: number }>(pile: Pile<T>, day: number, atMost: number): T[] {
  if (pile.length <= atMost) return pile.toSorted((a, b) => Math.abs(a.day - day) - Math.abs(b.day - day))
  const middle = placeOf(pile, day)
  const around = pile.slice(Math.max(0, middle - atMost), middle + atMost)
  return around.toSorted((a, b) => Math.abs(a.day - day) - Math.abs(b.day - day)).slice(0, atMost)
}

/** The index of the first line not before a date. */
function placeOf<T extends { day: number }>(pile: Pile<T>, day: number): number {
  let [low, high] = [0, pile.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pile[middle]?.day ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}
