// Outstanding book lines: as a list, and in the manual search for a match.
import type { Kysely } from 'kysely'
import type { AnswerOf, QueryOf } from '@talaan/contract/endpoint.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import type { listOutstanding, searchForLine } from '@talaan/contract/reconciliation.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { searchBank, searchBooks } from '@talaan/ledger/banking/matching/search.ts'
import { dayMistake, endOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { freeBooks, freeBooksPage } from '../../books/bank-positions.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { bookAnswer } from './month.ts'
import { bookLineOf, freeBankLines, lastBookDay } from './sides.ts'

type Db = Kysely<Tables>
type OfMonth = { account: string; month: Month }

/** The page size of book lines and search results. */
const pageLength = 100
const foundLength = 40

export async function outstandingBooks(
  db: Db,
  { account, month, after }: OfMonth & QueryOf<typeof listOutstanding>,
): Promise<AnswerOf<typeof listOutstanding>> {
  const [day = '', key = ''] = (after ?? '').split('|')
  const found = await freeBooksPage(db, account, {
    until: lastBookDay(month),
    asOf: endOfMonth(month),
    after: dayMistake(day) === null ? { day, key } : undefined,
    atMost: pageLength + 1,
  })
  const books = found.slice(0, pageLength)
  const last = found.length > pageLength ? books.at(-1) : undefined
  return {
    books: books.map((book) => bookAnswer(bookLineOf(book))),
    next: last === undefined ? null : `${last.day}|${last.key}`,
  }
}

export async function searchFor(
  db: Db,
  { account, month, lineId, ...query }: OfMonth & { lineId: string } & QueryOf<typeof searchForLine>,
): Promise<AnswerOf<typeof searchForLine>> {
  const open = await freeBankLines(db, account, endOfMonth(month))
  const line = open.find(({ id }) => id === lineId)
  if (line === undefined) throw new Refusal(reconciliationProblems.noSuchLine)
  const search = {
    words: query.words,
    atLeast: query.atLeast ?? null,
    atMost: query.atMost ?? null,
    within: query.within === undefined ? null : Number(query.within),
    kind: query.kind ?? null,
  }
  const books = (await freeBooks(db, account, lastBookDay(month))).map(bookLineOf)
  const foundBooks = searchBooks(books, search, line)
  const foundLines = searchBank(
    open.filter(({ id }) => id !== lineId),
    search,
    line,
  )
  const keys = [...foundBooks.map(({ key }) => key), ...foundLines.map(({ id }) => id)]
  const from = query.after === undefined ? 0 : keys.indexOf(query.after) + 1
  const upTo = from + foundLength
  return {
    books: foundBooks.slice(from, upTo).map(bookAnswer),
    lines: foundLines.slice(Math.max(0, from - foundBooks.length), Math.max(0, upTo - foundBooks.length)),
    left: Math.max(0, keys.length - upTo),
    kinds: [...new Set(books.flatMap(({ document }) => document?.kind ?? []))].toSorted(),
  }
}
