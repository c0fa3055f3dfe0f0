// What is searched for among our books and the bank's other lines: words, amounts, days, kinds of document.
import type { BankLineAnswer, BookLineAnswer } from '@talaan/contract/reconciliation.ts'
import { daysBetween } from '@talaan/ledger/core/date.ts'
import type { KindName } from '@talaan/ledger/documents/type.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'

export type Sought = {
  words: string
  /** Between these, whichever way the money went; null for no end. */
  atLeast: bigint | null
  atMost: bigint | null
  /** At most so many days before or after the line; null for any. */
  within: number | null
  /** 'bank' for other lines of the bank; null for everything. */
  kind: KindName | 'bank' | null
}

export const anything: Sought = { words: '', atLeast: null, atMost: null, within: null, kind: null }

const isAnything = ({ words, ...more }: Sought) =>
  words.trim() === '' && Object.values(more).every((value) => value === null)

/** Equal amounts first, then the nearest days; without anything sought, what moves the way that the line does. */
export function searchBooks(
  books: readonly BookLineAnswer[],
  sought: Sought,
  line: BankLineAnswer,
  wordsOf: WordsOf,
): BookLineAnswer[] {
  if (sought.kind === 'bank') return []
  const fits = isSought(sought, line)
  const all = isAnything(sought)
  return nearest(
    books.filter((book) =>
      all
        ? book.amount > 0n === line.amount > 0n
        : (sought.kind === null || book.document?.kind === sought.kind) && fits(book, () => textOfBook(book, wordsOf)),
    ),
    line,
  )
}

export type WordsOf = (book: BookLineAnswer) => string

/** What a book is found by, made once: thirty thousand of them are looked through with every letter. */
export const textOfBook = (book: BookLineAnswer, wordsOf: WordsOf): string =>
  textOf(book, () => [wordsOf(book), book.reference, book.chequeNo ?? '', book.memo])

const texts = new WeakMap<Either, string>()

function textOf(one: Either, parts: () => readonly string[]): string {
  const made = texts.get(one) ?? [...parts(), formatMoney(one.amount)].join(' ').toLowerCase().replaceAll(',', '')
  texts.set(one, made)
  return made
}

/** Lines of the bank that may go with this one; only when one looks for them. */
export function searchBank(others: readonly BankLineAnswer[], sought: Sought, line: BankLineAnswer): BankLineAnswer[] {
  if (isAnything(sought) || (sought.kind !== null && sought.kind !== 'bank')) return []
  const fits = isSought(sought, line)
  return nearest(
    others.filter((other) =>
      fits(other, () => textOf(other, () => [other.description, other.reference ?? '', other.chequeNo ?? ''])),
    ),
    line,
  )
}

type Either = { amount: bigint; day: string }

function isSought(sought: Sought, line: Either): (one: Either, text: () => string) => boolean {
  const words = sought.words.toLowerCase().replaceAll(',', '').split(/\s+/).filter(Boolean)
  const far = daysFrom(line.day)
  return (one, text) => {
    const amount = one.amount < 0n ? -one.amount : one.amount
    if (sought.atLeast !== null && amount < sought.atLeast) return false
    if (sought.atMost !== null && amount > sought.atMost) return false
    if (sought.within !== null && far(one.day) > sought.within) return false
    if (words.length === 0) return true
    const found = text()
    return words.every((word) => found.includes(word))
  }
}

/** How many days lie between a day and others; there are few days and many lines. */
function daysFrom(from: string): (day: string) => number {
  const known = new Map<string, number>()
  return (day) => {
    const before = known.get(day)
    if (before !== undefined) return before
    const far = Math.abs(daysBetween(day, from))
    known.set(day, far)
    return far
  }
}

function nearest<T extends Either>(found: T[], line: Either): T[] {
  // A distance is computed once for each, not at every comparison.
  const far = daysFrom(line.day)
  return found
    .map((one) => ({ one, far: (one.amount === line.amount ? 0 : 100_000) + far(one.day) }))
    .toSorted((a, b) => a.far - b.far)
    .map(({ one }) => one)
}
