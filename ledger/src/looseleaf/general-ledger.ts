// The general ledger: a section for each account, its balance brought forward, each line with the balance it leaves.
import { formatMonth, startOfMonth, endOfMonth } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import { again, bookWords, particulars, periodOf } from './book.ts'
import type { BookEntry, BookGiven, BookOfMonth, BookRow } from './book.ts'

/** A line of an entry as the ledger shows it under its account. */
export type LedgerLine = { entry: bigint; day: Day; folio: string; words: string; debit: Money; credit: Money }

/** The lines of a month by their accounts, each in the order of the entries; `entries` is how many these are. */
export type Ledger = { entries: number; lines: ReadonlyMap<string, Iterable<LedgerLine>> }

/** What an entry brings under its accounts. */
export const ledgerLines = (entry: BookEntry): { account: string; line: LedgerLine }[] =>
  entry.lines.map(({ account, debit, credit, memo }) => ({
    account,
    line: {
      ...{ entry: entry.no, day: entry.day, folio: `${entry.journal} ${entry.no}`, debit, credit },
      words: [entry.document.number, entry.party.name, memo || particulars(entry)].filter(Boolean).join(', '),
    },
  }))

export function ledgerOf(entries: Iterable<BookEntry>): Ledger {
  const lines = new Map<string, LedgerLine[]>()
  let count = 0
  for (const entry of entries) {
    count += 1
    for (const { account, line } of ledgerLines(entry)) {
      const known = lines.get(account)
      if (known === undefined) lines.set(account, [line])
      else known.push(line)
    }
  }
  return { entries: count, lines }
}

type LedgerGiven = Omit<BookGiven, 'entries'> & { openings: ReadonlyMap<string, Money>; ledger: Ledger }

/** `openings` is debits less credits before the month, in minor units, of every account that ever moved. */
export function generalLedger(given: LedgerGiven): BookOfMonth {
  const { company, year, month, accounts, ledger, before, openings } = given
  const { lines } = ledger
  const book = 'general-ledger'
  const open = [...openings].flatMap(([code, amount]) => (amount === 0n ? [] : [code]))
  const codes = [...new Set([...open, ...lines.keys()])].toSorted()

  const all = { debit: 0n, credit: 0n }
  for (const some of lines.values()) {
    for (const { debit, credit } of some) {
      all.debit += debit
      all.credit += credit
    }
  }

  function* section(code: string): Generator<BookRow> {
    const account = accounts.get(code)
    const side = account?.normal ?? 'debit'
    const asShown = (balance: Money) => (side === 'debit' ? balance : -balance)
    let balance = openings.get(code) ?? 0n
    let debit = 0n
    let credit = 0n
    const heading = `${code} ${account?.name ?? ''} (${side} balance)`
    yield { cells: [heading, null, null, null, null, null], emphasis: 'heading' }
    yield { cells: [startOfMonth(month), null, 'Balance brought forward', null, null, asShown(balance)] }
    for (const line of lines.get(code) ?? []) {
      balance += line.debit - line.credit
      debit += line.debit
      credit += line.credit
      yield {
        entry: line.entry,
        cells: [
          line.day,
          line.folio,
          line.words,
          line.debit === 0n ? null : line.debit,
          line.credit === 0n ? null : line.credit,
          asShown(balance),
        ],
      }
    }
    const total = [endOfMonth(month), null, `Total and balance of ${code}`, debit, credit, asShown(balance)]
    yield { cells: total, emphasis: 'subtotal' }
  }

  const was = before.reduce((so, line) => ({ debit: so.debit + line.debit, credit: so.credit + line.credit }), {
    debit: 0n,
    credit: 0n,
  })
  const total = (words: string, of: typeof all, emphasis: 'subtotal' | 'total'): BookRow => ({
    cells: [words, null, null, of.debit, of.credit, null],
    emphasis,
  })
  const totals = [
    total(`Movement of ${formatMonth(month)}`, all, 'subtotal'),
    ...(month === year.from ? [] : [total(`Before, from ${formatMonth(year.from)}`, was, 'subtotal')]),
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
      rows: again(function* () {
        for (const code of codes) yield* section(code)
        yield* totals
      }),
      notes: [
        'Folio: the journal and the number of the entry in it. SJ sales, PJ purchases, CRJ cash receipts, CDJ cash disbursements, GJ general journal.',
      ],
    },
    recapitulation: null,
    entries: ledger.entries,
    ...all,
  }
}
