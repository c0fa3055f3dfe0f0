// What is searched for among our books and the bank's other lines: words, amounts, days, kinds of document.
import type { BankLineAnswer, BookLineAnswer } from '@talaan/contract/reconciliation.ts'
import { daysBetween } from '@talaan/ledger/day.ts'
import type { KindName } from '@talaan/ledger/documents/kind.ts'

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
  wordsOf: (book: BookLineAnswer) => string,
): BookLineAnswer[] {
  if (sought.kind === 'bank') return []
  const fits = isSought(sought, line)
  const all = isAnything(sought)
  return nearest(
    books.filter((book) =>
      all
        ? book.amount > 0n === line.amount > 0n
        : (sought.kind === null || book.document?.kind === sought.kind) &&
          fits(book, () => [wordsOf(book), book.reference, book.chequeNo ?? '', book.memo]),
    ),
    line,
  )
}

/** Lines of the bank that may go with this one; only when one looks for them. */
export function searchBank(others: readonly BankLineAnswer[], sought: Sought, line: BankLineAnswer): BankLineAnswer[] {
  if (isAnything(sought) || (sought.kind !== null && sought.kind !== 'bank')) return []
  const fits = isSought(sought, line)
  return nearest(
    others.filter((other) => fits(other, () => [other.description, other.reference ?? '', other.chequeNo ?? ''])),
    line,
  )
}

type Either = { amount: bigint; day: string }

/** What is written of a line, put together once: with every letter that is typed all of them are looked through again. */
const written = new WeakMap<Either, string>()

function textOf(one: Either, texts: () => readonly string[]): string {
  let text = written.get(one)
  if (text === undefined) {
    text = plain(texts().join(' '))
    written.set(one, text)
  }
  return text
}

/** '-1234.50', as it is sought without commas; thirty thousand amounts in the words of their currency take a while. */
function figureOf({ amount }: Either): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const plain = (text: string): string => text.toLowerCase().replaceAll(',', '')

function isSought(sought: Sought, line: Either): (one: Either, texts: () => readonly string[]) => boolean {
  const words = plain(sought.words).split(/\s+/).filter(Boolean)
  const far = distances(line)
  return (one, texts) => {
    const amount = one.amount < 0n ? -one.amount : one.amount
    if (sought.atLeast !== null && amount < sought.atLeast) return false
    if (sought.atMost !== null && amount > sought.atMost) return false
    if (sought.within !== null && far(one.day) > sought.within) return false
    if (words.length === 0) return true
    const text = textOf(one, texts)
    return words.every((word) => text.includes(word) || (/\d/.test(word) && figureOf(one).includes(word)))
  }
}

/** How many days lie between; there are many lines and few days. */
function distances(line: Either): (day: string) => number {
  const known = new Map<string, number>()
  return (day) => {
    const far = known.get(day) ?? Math.abs(daysBetween(day, line.day))
    known.set(day, far)
    return far
  }
}

/** There are few distances and many lines of each: they are put in order, and not the lines. */
function nearest<T extends Either>(found: T[], line: Either): T[] {
  const far = distances(line)
  const byDistance = Map.groupBy(found, (one) => (one.amount === line.amount ? 0 : 100_000) + far(one.day))
  return [...byDistance].toSorted(([a], [b]) => a - b).flatMap(([, lines]) => lines)
}
