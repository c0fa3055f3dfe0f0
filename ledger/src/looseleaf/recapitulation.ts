// What a journal posts to each account, and the proof that the five journals together are what the ledger moved.
import { formatMonth } from '../core/date.ts'
import type { Month } from '../core/date.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { Row, Table } from '../reports/table.ts'
import { bookNames, bookWords, periodOf } from './book.ts'
import type { BookGiven, BookLine, BookName, BookOfMonth } from './book.ts'

/** What entries come to: how many they are, and their debits and credits, gross and per account, in minor units. */
export type Movement = { entries: number; debit: Money; credit: Money; byAccount: Map<string, BothSides> }
type BothSides = { debit: Money; credit: Money }

export const noMovement = (): Movement => ({ entries: 0, debit: 0n, credit: 0n, byAccount: new Map() })

/** Adds one entry more. */
export function addEntry(movement: Movement, lines: readonly BookLine[]): void {
  movement.entries += 1
  for (const { account, debit, credit } of lines) {
    movement.debit += debit
    movement.credit += credit
    const one = movement.byAccount.get(account)
    if (one === undefined) movement.byAccount.set(account, { debit, credit })
    else {
      one.debit += debit
      one.credit += credit
    }
  }
}

/** Debits and credits per account, gross, in minor units. In the paper world these are posted to the ledger in summary. */
export function recapitulation({
  book,
  given: { company, month, accounts },
  moved: { byAccount, debit: debits, credit: credits },
}: {
  book: BookName
  given: Pick<BookGiven, 'company' | 'month' | 'accounts'>
  moved: Movement
}): Table {
  const codes = [...byAccount.keys()].toSorted()
  return {
    name: `${book}-recapitulation`,
    title: `Recapitulation, ${bookWords[book].title}`,
    period: periodOf(month),
    company,
    columns: [
      { key: 'account', title: 'Account', kind: 'code' },
      { key: 'name', title: 'Account title', kind: 'text' },
      { key: 'debit', title: 'Debit', kind: 'money' },
      { key: 'credit', title: 'Credit', kind: 'money' },
    ],
    rows: [
      ...codes.map((code): Row => {
        const { debit, credit } = byAccount.get(code)!
        return { cells: [code, accounts.get(code)?.name ?? '', debit, credit] }
      }),
      {
        cells: [`Posted to the ledger, ${formatMonth(month)}`, null, debits, credits],
        emphasis: 'total',
      },
    ],
    notes: [],
  }
}

/** The five journals, their sum, the movement of the general ledger and the difference, which is zero or a mistake. */
export function proofOfPosting(
  company: Table['company'],
  month: Month,
  books: readonly Pick<BookOfMonth, 'book' | 'entries' | 'debit' | 'credit'>[],
): Table {
  const byName = new Map(books.map((book) => [book.book, book]))
  const ledger = byName.get('general-ledger')
  const journals = bookNames.flatMap((name) => (name === 'general-ledger' ? [] : (byName.get(name) ?? [])))
  const total = { debit: sum(journals.map(({ debit }) => debit)), credit: sum(journals.map(({ credit }) => credit)) }
  const moved = ledger ?? { debit: 0n, credit: 0n }
  return {
    name: 'proof-of-posting',
    title: 'Proof of Posting',
    period: periodOf(month),
    company,
    columns: [
      { key: 'book', title: 'Book', kind: 'text' },
      { key: 'entries', title: 'Entries', kind: 'count' },
      { key: 'debit', title: 'Debit', kind: 'money' },
      { key: 'credit', title: 'Credit', kind: 'money' },
    ],
    rows: [
      ...journals.map(({ book, entries, debit, credit }): Row => ({
        cells: [bookWords[book].title, BigInt(entries), debit, credit],
      })),
      {
        cells: [
          'Sum of the journals',
          journals.reduce((all, { entries }) => all + BigInt(entries), 0n),
          total.debit,
          total.credit,
        ],
        emphasis: 'subtotal',
      },
      { cells: ['Movement of the general ledger', null, moved.debit, moved.credit], emphasis: 'subtotal' },
      { cells: ['Difference', null, total.debit - moved.debit, total.credit - moved.credit], emphasis: 'total' },
    ],
    notes: [],
  }
}
