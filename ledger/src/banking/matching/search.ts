// Manual search for the match of a bank line: among book lines and other bank lines, by words, amounts, dates and types
// of document.
import { daysBetween } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { DocumentTypeName } from '../../documents/words.ts'
import type { BankLine, BookLine } from './lines.ts'

type Search = {
  words: string
  /** Limits of the amount, ignoring its sign; null for no limit. */
  atLeast: Money | null
  atMost: Money | null
  /** Maximum days before or after the line; null for any. */
  within: number | null
  /** 'bank' for other bank lines; null for everything. */
  kind: DocumentTypeName | 'bank' | null
}

const isEmpty = ({ words, ...more }: Search) =>
  words.trim() === '' && Object.values(more).every((value) => value === null)

type Searched = Pick<BankLine, 'day' | 'amount'>
type SearchedBook = Pick<BookLine, 'day' | 'amount' | 'document' | 'party' | 'memo' | 'chequeNo' | 'references'>
type SearchedBank = Searched & Pick<BankLine, 'description' | 'reference' | 'chequeNo'>

/** Equal amounts first, then the nearest dates; an empty search gives lines in the same direction. */
export function searchBooks<Book extends SearchedBook>(books: readonly Book[], search: Search, line: Searched): Book[] {
  if (search.kind === 'bank') return []
  const fits = fitting(search, line)
  const found = isEmpty(search)
    ? books.filter((book) => book.amount > 0n === line.amount > 0n)
    : books.filter(
        (book) =>
          (search.kind === null || book.document?.kind === search.kind) &&
          fits(book, () => [book.document?.number, book.party, book.memo, book.chequeNo, ...book.references]),
      )
  return nearest(found, line)
}

/** Other bank lines that may belong to this one; only with a search text. */
export function searchBank<Line extends SearchedBank>(others: readonly Line[], search: Search, line: Searched): Line[] {
  if (isEmpty(search) || (search.kind !== null && search.kind !== 'bank')) return []
  const fits = fitting(search, line)
  return nearest(
    others.filter((other) => fits(other, () => [other.description, other.reference, other.chequeNo])),
    line,
  )
}

type Texts = readonly (string | null | undefined)[]

function fitting(search: Search, line: Searched): (one: Searched, texts: () => Texts) => boolean {
  const words = search.words.toLowerCase().replaceAll(',', '').split(/\s+/).filter(Boolean)
  const far = daysFrom(line.day)
  return (one, texts) => {
    const amount = one.amount < 0n ? -one.amount : one.amount
    if (search.atLeast !== null && amount < search.atLeast) return false
    if (search.atMost !== null && amount > search.atMost) return false
    if (search.within !== null && far(one.day) > search.within) return false
    if (words.length === 0) return true
    const text = [...texts(), formatMoney(one.amount)].join(' ').toLowerCase().replaceAll(',', '')
    return words.every((word) => text.includes(word))
  }
}

/** The distances of dates, cached, as there are few dates and many lines. */
function daysFrom(from: Day): (day: Day) => number {
  const known = new Map<Day, number>()
  return (day) => {
    const before = known.get(day)
    if (before !== undefined) return before
    const far = Math.abs(daysBetween(day, from))
    known.set(day, far)
    return far
  }
}

function nearest<One extends Searched>(found: readonly One[], line: Searched): One[] {
  // A distance is computed once per line, not at every comparison.
  const far = daysFrom(line.day)
  return found
    .map((one) => ({ one, far: (one.amount === line.amount ? 0 : 100_000) + far(one.day) }))
    .toSorted((a, b) => a.far - b.far)
    .map(({ one }) => one)
}
