// A candidate is one possible match of bank lines, before it is compared with the others.
import { numbersOfBook } from './book-index.ts'
import type { IndexedBank, IndexedBook } from './book-index.ts'
import type { Memory, Recording } from './lines.ts'
import { because, delayReason, scoreOf } from './reasons.ts'
import type { Reason } from './reasons.ts'
import type { RuleFields } from './rule.ts'
import { descriptionKey, names } from './text.ts'

export type Candidate = {
  lines: readonly IndexedBank[]
  books: readonly IndexedBook[]
  /** The documents and other lines it would use: no two suggestions use the same. */
  takes: readonly string[]
  record: Recording | null
  reasons: readonly Reason[]
  score: number
  /** Days between the two sides, to sort equal scores. */
  gap: number
  /** The rule behind it, if any. */
  by: RuleFields | null
}

type Made = Pick<Candidate, 'lines' | 'books' | 'reasons'> & Partial<Pick<Candidate, 'takes' | 'record' | 'by'>>

export function candidate({ lines, books, reasons, takes = [], record = null, by = null }: Made): Candidate {
  const [line] = lines
  const [book] = books
  const gap = line === undefined || book === undefined ? 0 : Math.abs(line.day - book.day)
  return { lines, books, takes, record, reasons, score: scoreOf(reasons), gap, by }
}

/** A cheque is paid by its own leaf: if both lines name one, the numbers must agree. */
export const chequesAgree = (line: IndexedBank, book: IndexedBook): boolean =>
  line.cheque === null || book.cheque === null || line.cheque === book.cheque

/** The reasons from dates, numbers, names and earlier decisions for a possible match. */
export function sharedReasons(line: IndexedBank, books: readonly IndexedBook[], memory: Memory): Reason[] {
  const [first] = books
  if (first === undefined) return []
  const last = books.reduce((latest, book) => (book.day > latest.day ? book : latest), first)
  const byCheque = first.cheque !== null && first.cheque === line.cheque
  const found: Reason[] = []
  if (byCheque) found.push(because('cheque', `Same cheque no. ${first.line.chequeNo}`))
  found.push(delayReason(line.day - last.day, { byCheque, bookDay: last.line.day }))
  const number = byCheque ? undefined : numberInCommon(line, first)
  if (number !== undefined) found.push(because('reference', `Same number ${number}`))
  if (names(line.words, first.party)) found.push(because('party', `Names ${first.line.party}`))
  const times = confirmations(memory, line.line.description, `party:${first.line.party}`)
  if (first.line.party !== '' && times >= 2) found.push(because('usual', `Confirmed ${times} times before`))
  const { otherSide } = first.line
  if (books.length === 1 && otherSide !== null)
    found.push(because('otherSide', `The other side of this entry is matched in account ${otherSide.account}`))
  return found
}

export const confirmations = ({ confirmed }: Memory, description: string, what: string): number =>
  confirmed.get(descriptionKey(description))?.get(what) ?? 0

const numberInCommon = (line: IndexedBank, { line: book }: IndexedBook): string | undefined =>
  line.numbers.length === 0
    ? undefined
    : [...book.references, book.document?.number ?? ''].find((no) =>
        numbersOfBook(no).some((part) => line.numbers.includes(part)),
      )
