// The input of the books, from given entries: in chunks, and summed as the database does.
import type { JournalCode } from '../src/accounts/journal.ts'
import { sum } from '../src/core/money.ts'
import type { BookEntry, BookInput, BookOfMonth, BookRow, SummedLine, TextKey } from '../src/looseleaf/book.ts'
import type { BooksInput } from '../src/looseleaf/books.ts'
import type { LedgerLine } from '../src/looseleaf/general-ledger.ts'

const atOnce = 3

export function fromEntries(
  entries: readonly BookEntry[],
): Pick<BooksInput, 'entries' | 'counts' | 'moved' | 'lines' | 'inYear'> {
  return {
    entries: (journal) => inParts(entries.filter((entry) => entry.journal === journal)),
    lines: (account) => inParts(entries.flatMap((entry) => linesOf(entry, account))),
    counts: countsOf(entries),
    moved: summed(entries),
    inYear: yearOf(entries),
  }
}

export const yearOf = (entries: readonly BookEntry[]): BookInput['inYear'] => ({
  moved: summed(entries),
  texts: new Map([...Map.groupBy(entries, ({ journal }) => journal)].map(([code, some]) => [code, textsOf(some)])),
})

function textsOf(entries: readonly BookEntry[]): ReadonlySet<TextKey> {
  const has = (key: TextKey, text: (entry: BookEntry) => string): TextKey[] =>
    entries.some((entry) => text(entry) !== '') ? [key] : []
  return new Set<TextKey>([
    'day',
    'number',
    'paper',
    'particulars',
    'fund',
    ...has('cheque', ({ document }) => document.cheque + document.externalNo),
    ...has('receipt', ({ document }) => document.receiptNo),
    ...has('party', ({ party }) => party.name),
    ...has('tin', ({ party }) => party.tin),
    ...has('address', ({ party }) => party.address),
    ...has('terms', ({ document }) => document.terms),
  ])
}

const linesOf = (entry: BookEntry, account: string): LedgerLine[] =>
  entry.lines.flatMap((line) => (line.account === account ? [{ ...line, entry }] : []))

const countsOf = (entries: readonly BookEntry[]): BookInput['counts'] =>
  new Map([...Map.groupBy(entries, ({ journal }): JournalCode => journal)].map(([code, some]) => [code, some.length]))

export function summed(entries: readonly BookEntry[]): SummedLine[] {
  const groups = Map.groupBy(
    entries.flatMap(({ journal, isReversal, lines }) => lines.map((one) => ({ ...one, journal, isReversal }))),
    (one) => [one.journal, one.isReversal, one.account, one.debit > 0n, one.vatClass, one.category].join(' '),
  )
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    debit: sum(group.map(({ debit }) => debit)),
    credit: sum(group.map(({ credit }) => credit)),
  }))
}

async function* inParts<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce)
}

/** All rows of a book. */
export async function rowsOfBook({ table }: BookOfMonth): Promise<BookRow[]> {
  const all: BookRow[] = []
  for await (const rows of table.rows) all.push(...rows)
  return all
}
