// The general ledger: a section for each account, its balance brought forward, each line with the balance it leaves.
import { formatMonth, startOfMonth, endOfMonth } from '../core/date.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { again, bookWords, particulars, periodOf } from './book.ts'
import type { BookEntry, BookInput, BookLine, BookOfMonth, BookRow, SummedLine } from './book.ts'

/** A line under its account, with the entry fields that the ledger shows. */
export type LedgerLine = Pick<BookLine, 'memo' | 'debit' | 'credit'> & {
  entry: Pick<BookEntry, 'no' | 'day' | 'journal' | 'memo'> & {
    document: Pick<BookEntry['document'], 'number' | 'day'>
    party: Pick<BookEntry['party'], 'name'>
  }
}

export type LedgerInput = Omit<BookInput, 'entries'> & {
  /** The lines of an account in the order of the entries, in chunks; can be iterated repeatedly. */
  lines: (account: string) => AsyncIterable<readonly LedgerLine[]>
  /** Debits less credits before the month, in minor units, of every account with movements. */
  openings: ReadonlyMap<string, Money>
}

export function generalLedger(given: LedgerInput): BookOfMonth {
  const { company, year, month, accounts, moved, before, openings } = given
  const book = 'general-ledger'
  const withLines = new Set(moved.map(({ account }) => account))
  const open = [...openings].flatMap(([code, amount]) => (amount === 0n ? [] : [code]))
  const codes = [...new Set([...open, ...withLines])].toSorted()
  const all = sumsOf(moved)
  const was = sumsOf(before)

  async function* section(code: string): AsyncGenerator<BookRow[]> {
    const account = accounts.get(code)
    const side = account?.normal ?? 'debit'
    const asShown = (balance: Money) => (side === 'debit' ? balance : -balance)
    let balance = openings.get(code) ?? 0n
    let debit = 0n
    let credit = 0n
    const heading = `${code} ${account?.name ?? ''} (${side} balance)`
    yield [
      { cells: [heading, null, null, null, null, null], emphasis: 'heading' },
      { cells: [startOfMonth(month), null, 'Balance brought forward', null, null, asShown(balance)] },
    ]
    if (withLines.has(code))
      for await (const lines of given.lines(code))
        yield lines.map((line): BookRow => {
          balance += line.debit - line.credit
          debit += line.debit
          credit += line.credit
          const { entry } = line
          return {
            entry: entry.no,
            cells: [
              entry.day,
              `${entry.journal} ${entry.no}`,
              [entry.document.number, entry.party.name, line.memo || particulars(entry)].filter(Boolean).join(', '),
              line.debit === 0n ? null : line.debit,
              line.credit === 0n ? null : line.credit,
              asShown(balance),
            ],
          }
        })
    const total = [endOfMonth(month), null, `Total and balance of ${code}`, debit, credit, asShown(balance)]
    yield [{ cells: total, emphasis: 'subtotal' }]
  }

  const total = (words: string, of: typeof all, emphasis: 'subtotal' | 'total'): BookRow => ({
    cells: [words, null, null, of.debit, of.credit, null],
    emphasis,
  })
  const totals = [
    total(`Movement for ${formatMonth(month)}`, all, 'subtotal'),
    ...(month === year.from ? [] : [total(`Earlier months, from ${formatMonth(year.from)}`, was, 'subtotal')]),
    total('Year to date', { debit: was.debit + all.debit, credit: was.credit + all.credit }, 'total'),
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
        { key: 'folio', title: 'Folio', kind: 'code' },
        { key: 'particulars', title: 'Particulars', kind: 'text', width: 4 },
        { key: 'debit', title: 'Debit', kind: 'money', side: 'debit' },
        { key: 'credit', title: 'Credit', kind: 'money', side: 'credit' },
        { key: 'balance', title: 'Balance', kind: 'money' },
      ],
      rows: again(async function* () {
        for (const code of codes) yield* section(code)
        yield totals
      }),
      notes: [
        'Folio: journal and entry number. SJ sales, PJ purchases, CRJ cash receipts, CDJ cash disbursements, GJ general journal.',
      ],
    },
    recapitulation: null,
    entries: [...given.counts.values()].reduce((entries, count) => entries + count, 0),
    ...all,
  }
}

function sumsOf(lines: readonly SummedLine[]): { debit: Money; credit: Money } {
  return { debit: sum(lines.map(({ debit }) => debit)), credit: sum(lines.map(({ credit }) => credit)) }
}
