// The postings of a journal to each account.
import { formatMonth } from '../core/date.ts'
import type { JournalCode } from '../accounts/journal.ts'
import type { Money } from '../core/money.ts'
import type { Row, Table } from '../reports/table.ts'
import { bookWords, periodOf } from './book.ts'
import type { BookInput, BookName } from './book.ts'

/** Totals of entries: their number, and their debits and credits, gross and per account, in minor units. */
export type Movement = { entries: number; debit: Money; credit: Money; byAccount: Map<string, BothSides> }
type BothSides = { debit: Money; credit: Money }

/** The movement of a journal in the month. */
export function movementOf({ moved, counts }: Pick<BookInput, 'moved' | 'counts'>, journal: JournalCode): Movement {
  const movement: Movement = { entries: counts.get(journal) ?? 0, debit: 0n, credit: 0n, byAccount: new Map() }
  for (const { account, debit, credit, ...line } of moved) {
    if (line.journal !== journal) continue
    movement.debit += debit
    movement.credit += credit
    const one = movement.byAccount.get(account) ?? { debit: 0n, credit: 0n }
    movement.byAccount.set(account, { debit: one.debit + debit, credit: one.credit + credit })
  }
  return movement
}

/**
 * Debits and credits per account, gross, in minor units. In manual bookkeeping these are posted to the ledger in
 * summary.
 */
export function recapitulation({
  book,
  given: { company, month, accounts },
  moved: { byAccount, debit: debits, credit: credits },
}: {
  book: BookName
  given: Pick<BookInput, 'company' | 'month' | 'accounts'>
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
