// The general ledger: a section for each account, its balance brought forward, each line with the balance it leaves.
import { formatMonth, startOfMonth, endOfMonth } from '../day.ts'
import type { Money } from '../money.ts'
import { bookWords, particulars, periodOf } from './book.ts'
import type { BookEntry, BookGiven, BookLine, BookOfMonth, BookRow } from './book.ts'

/** `openings` is debits less credits before the month, in minor units, of every account that ever moved. */
export function generalLedger(given: BookGiven & { openings: ReadonlyMap<string, Money> }): BookOfMonth {
  const { company, year, month, accounts, entries, before, openings } = given
  const book = 'general-ledger'
  const lines = new Map<string, { entry: BookEntry; line: BookLine }[]>()
  for (const entry of entries) {
    for (const line of entry.lines) {
      const known = lines.get(line.account)
      if (known === undefined) lines.set(line.account, [{ entry, line }])
      else known.push({ entry, line })
    }
  }
  const open = [...openings].flatMap(([code, amount]) => (amount === 0n ? [] : [code]))
  const codes = [...new Set([...open, ...lines.keys()])].toSorted()

  const rows: BookRow[] = []
  const all = { debit: 0n, credit: 0n }
  for (const code of codes) {
    const account = accounts.get(code)
    const side = account?.normal ?? 'debit'
    const asShown = (balance: Money) => (side === 'debit' ? balance : -balance)
    let balance = openings.get(code) ?? 0n
    let debit = 0n
    let credit = 0n
    rows.push(
      {
        cells: [`${code} ${account?.name ?? ''} (${side} balance)`, null, null, null, null, null],
        emphasis: 'heading',
      },
      { cells: [startOfMonth(month), null, 'Balance brought forward', null, null, asShown(balance)] },
    )
    for (const { entry, line } of lines.get(code) ?? []) {
      balance += line.debit - line.credit
      debit += line.debit
      credit += line.credit
      rows.push({
        entry: entry.no,
        cells: [
          entry.day,
          `${entry.journal} ${entry.no}`,
          [entry.document.number, entry.party.name, line.memo || particulars(entry)].filter(Boolean).join(', '),
          line.debit === 0n ? null : line.debit,
          line.credit === 0n ? null : line.credit,
          asShown(balance),
        ],
      })
    }
    rows.push({
      cells: [endOfMonth(month), null, `Total and balance of ${code}`, debit, credit, asShown(balance)],
      emphasis: 'subtotal',
    })
    all.debit += debit
    all.credit += credit
  }

  const was = before.reduce((so, line) => ({ debit: so.debit + line.debit, credit: so.credit + line.credit }), {
    debit: 0n,
    credit: 0n,
  })
  const total = (words: string, of: typeof all, emphasis: 'subtotal' | 'total'): BookRow => ({
    cells: [words, null, null, of.debit, of.credit, null],
    emphasis,
  })
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
      rows: [
        ...rows,
        total(`Movement of ${formatMonth(month)}`, all, 'subtotal'),
        ...(month === year.from ? [] : [total(`Before, from ${formatMonth(year.from)}`, was, 'subtotal')]),
        total('Year to date', { debit: was.debit + all.debit, credit: was.credit + all.credit }, 'total'),
      ],
      notes: [
        'Folio: the journal and the number of the entry in it. SJ sales, PJ purchases, CRJ cash receipts, CDJ cash disbursements, GJ general journal.',
      ],
    },
    recapitulation: null,
    entries: entries.length,
    ...all,
  }
}
