// The general journal: each line of an entry on a row of its own, debits and credits as they were posted.
import { formatMonth } from '../core/date.ts'
import { sum } from '../core/money.ts'
import { again, bookWords, particulars, periodOf } from './book.ts'
import type { BookEntry, BookInput, BookOfMonth, BookRow } from './book.ts'
import { movementOf, recapitulation } from './recapitulation.ts'

export function generalJournal(given: BookInput): BookOfMonth {
  const { company, year, month, accounts, before } = given
  const book = 'general-journal'
  const now = movementOf(given, 'GJ')
  const rowsOf = (entry: BookEntry) =>
    entry.lines.map((line, i): BookRow => {
      const first = i === 0
      return {
        entry: entry.no,
        ...(!first && { continued: true as const }),
        cells: [
          first ? entry.day : null,
          first ? entry.document.number : null,
          line.account,
          accounts.get(line.account)?.name ?? '',
          (first ? particulars(entry) : line.memo) || null,
          (first && entry.document.externalNo) || null,
          line.debit === 0n ? null : line.debit,
          line.credit === 0n ? null : line.credit,
        ],
      }
    })
  const earlier = before.filter(({ journal }) => journal === 'GJ')
  const was = { debit: sum(earlier.map((line) => line.debit)), credit: sum(earlier.map((line) => line.credit)) }
  const total = (words: string, of: typeof was, emphasis: 'subtotal' | 'total'): BookRow => ({
    cells: [words, null, null, null, null, null, of.debit, of.credit],
    emphasis,
  })
  const totals = [
    total(`Total for ${formatMonth(month)}`, now, 'subtotal'),
    ...(month === year.from ? [] : [total(`Earlier months, from ${formatMonth(year.from)}`, was, 'subtotal')]),
    total('Year to date', { debit: was.debit + now.debit, credit: was.credit + now.credit }, 'total'),
  ]
  return {
    book,
    month,
    table: {
      name: book,
      title: bookWords[book].title,
      period: periodOf(month),
      company,
      columns: [
        { key: 'day', title: 'Date', kind: 'day' },
        { key: 'number', title: 'JV no.', kind: 'code' },
        { key: 'account', title: 'Account', kind: 'code' },
        { key: 'name', title: 'Account title', kind: 'text', width: 3 },
        { key: 'particulars', title: 'Particulars', kind: 'text', width: 4 },
        { key: 'reference', title: 'Reference', kind: 'text', width: 1 },
        { key: 'debit', title: 'Debit', kind: 'money', side: 'debit' },
        { key: 'credit', title: 'Credit', kind: 'money', side: 'credit' },
      ],
      rows: again(async function* () {
        for await (const entries of given.entries('GJ')) yield entries.flatMap(rowsOf)
        yield totals
      }),
      notes: [],
    },
    recapitulation: recapitulation({ book, given, moved: now }),
    entries: now.entries,
    debit: now.debit,
    credit: now.credit,
  }
}
