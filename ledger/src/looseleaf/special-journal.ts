// The four special journals: one row for each entry, with its amounts in the matching columns and the rest under
// Sundry. A row's debits equal its credits, because every line of the entry is in exactly one place.
import { formatMonth } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import { again, bookWords, particulars, periodOf } from './book.ts'
import type { BookColumn, BookEntry, BookInput, BookLine, BookOfMonth, BookRow, SummedLine } from './book.ts'
import { figureColumns, textColumns } from './layout.ts'
import type { BookLayout, FigureColumn, SpecialBook, TextKey } from './layout.ts'
import { movementOf, recapitulation } from './recapitulation.ts'

type Sundry = { account: string; debit: Money; credit: Money }
type Placed = { figures: Map<string, Money>; sundry: Sundry[] }
/** Totals of many entries; only the sums of Sundry are printed. */
type Totals = { figures: Map<string, Money>; hasSundry: boolean; sundryDebit: Money; sundryCredit: Money }

export function specialJournal(book: SpecialBook, given: BookInput & { layout: BookLayout }): BookOfMonth {
  const { company, year, month, accounts, layout } = given
  const { title, journal } = bookWords[book]
  const figures = figureColumns(book, layout)
  const place = placing(figures, given)
  const movement = movementOf(given, journal)
  const now = totalsOf(given.moved)
  const before = totalsOf(given.before)

  const texts = textColumns[book].filter(({ key }) => !layout.without.includes(`${book}.${key}`))
  // The cash books always have it; in the others it only has unexpected lines.
  const hasSundry = book.startsWith('cash') || now.hasSundry || before.hasSundry
  const columns: BookColumn[] = [
    ...texts.map(({ key, title: words }) => textColumn(key, words)),
    ...figures.map(({ key, title: words, side }) => ({ key, title: words, kind: 'money' as const, side })),
    ...(hasSundry
      ? [
          { key: 'sundry', title: 'Sundry: account', kind: 'text' as const, width: 2 },
          { key: 'sundry-debit', title: 'Sundry Dr', kind: 'money' as const, side: 'debit' as const },
          { key: 'sundry-credit', title: 'Sundry Cr', kind: 'money' as const, side: 'credit' as const },
        ]
      : []),
  ]

  const rowsOf = (entry: BookEntry): BookRow[] => {
    const { figures: found, sundry } = place(entry.lines, entry.isReversal)
    const fund = entry.lines.find(({ account }) => accounts.get(account)?.holdsMoney)?.account
    const text = textOf(entry, fund === undefined ? '' : nameOf(fund))
    const first = sundry[0]
    return [
      {
        entry: entry.no,
        cells: [
          ...texts.map(({ key }) => text[key] || null),
          ...figures.map(({ key }) => shown(found.get(key))),
          ...(hasSundry ? sundryCells(first) : []),
        ],
      },
      ...sundry.slice(1).map((more) => ({
        entry: entry.no,
        continued: true as const,
        cells: [...texts.map(() => null), ...figures.map(() => null), ...sundryCells(more)],
      })),
    ]
  }

  const total = (words: string, of: Totals, emphasis: 'subtotal' | 'total'): BookRow => ({
    emphasis,
    cells: [
      words,
      ...texts.slice(1).map(() => null),
      ...figures.map(({ key }) => of.figures.get(key) ?? 0n),
      ...(hasSundry ? [null, of.sundryDebit, of.sundryCredit] : []),
    ],
  })
  const totals = [
    total(`Total of ${formatMonth(month)}`, now, 'subtotal'),
    ...(month === year.from ? [] : [total(`Before, from ${formatMonth(year.from)}`, before, 'subtotal')]),
    total('Year to date', together(before, now), 'total'),
  ]

  return {
    book,
    month,
    table: {
      name: book,
      title,
      period: periodOf(month),
      company,
      columns,
      rows: again(async function* () {
        for await (const entries of given.entries(journal)) yield entries.flatMap(rowsOf)
        yield totals
      }),
      notes: [],
    },
    recapitulation: recapitulation({ book, given, moved: movement }),
    entries: movement.entries,
    debit: movement.debit,
    credit: movement.credit,
  }

  function totalsOf(lines: readonly SummedLine[]): Totals {
    const totals = noTotals()
    for (const undone of [false, true]) {
      const own = lines.filter((line) => line.journal === journal && line.isReversal === undone)
      addPlaced(totals, place(own, undone))
    }
    return totals
  }

  function nameOf(code: string): string {
    const account = accounts.get(code)
    return account === undefined ? code : `${code} ${account.name}`
  }
  function sundryCells(one: Sundry | undefined) {
    return one === undefined ? [null, null, null] : [nameOf(one.account), shown(one.debit), shown(one.credit)]
  }
}

/** Assigns lines to columns. A reversal uses the columns of its original, with a minus. */
function placing(columns: readonly FigureColumn[], { accounts }: Pick<BookInput, 'accounts'>) {
  const takers = new Map<string, FigureColumn[]>()
  const takersOf = (line: BookLine): FigureColumn[] => {
    const key = `${line.account} ${line.vatClass} ${line.category}`
    const known = takers.get(key)
    if (known !== undefined) return known
    const holdsMoney = accounts.get(line.account)?.holdsMoney ?? false
    const found = columns.filter((column) => column.takes(line, holdsMoney))
    takers.set(key, found)
    return found
  }
  const purchases = columns.some(({ side }) => side === 'memo')

  return (lines: readonly BookLine[], isReversal: boolean): Placed => {
    const figures = new Map<string, Money>()
    const add = (key: string, amount: Money) => figures.set(key, (figures.get(key) ?? 0n) + amount)
    const sundry: Sundry[] = []
    for (const line of lines) {
      const side = (line.debit !== 0n) !== isReversal ? 'debit' : 'credit'
      const column = takersOf(line).find((taker) => taker.signed || taker.side === side)
      if (column === undefined) {
        const amount = side === 'debit' ? line.debit - line.credit : line.credit - line.debit
        const one = { account: line.account, debit: 0n, credit: 0n, [side]: amount }
        const same = sundry.find((other) => other.account === line.account && (other[side] !== 0n || amount === 0n))
        if (same === undefined) sundry.push(one)
        else same[side] += amount
        continue
      }
      const amount = column.side === 'debit' ? line.debit - line.credit : line.credit - line.debit
      add(column.key, amount)
      // The total of the supplier's invoice: purchases with VAT, before any tax withheld.
      if (purchases && column.side === 'debit') add('total', amount)
    }
    return { figures, sundry }
  }
}

const noTotals = (): Totals => ({ figures: new Map(), hasSundry: false, sundryDebit: 0n, sundryCredit: 0n })

function addPlaced(totals: Totals, { figures, sundry }: Placed): void {
  for (const [key, amount] of figures) totals.figures.set(key, (totals.figures.get(key) ?? 0n) + amount)
  for (const { debit, credit } of sundry) {
    totals.hasSundry = true
    totals.sundryDebit += debit
    totals.sundryCredit += credit
  }
}

function together(a: Totals, b: Totals): Totals {
  const figures = new Map(a.figures)
  for (const [key, amount] of b.figures) figures.set(key, (figures.get(key) ?? 0n) + amount)
  return {
    figures,
    hasSundry: a.hasSundry || b.hasSundry,
    sundryDebit: a.sundryDebit + b.sundryDebit,
    sundryCredit: a.sundryCredit + b.sundryCredit,
  }
}

const shown = (amount: Money | undefined): Money | null => (amount === undefined || amount === 0n ? null : amount)

function textColumn(key: TextKey, title: string): BookColumn {
  if (key === 'day') return { key, title, kind: 'day' }
  if (key === 'number' || key === 'tin' || key === 'paper' || key === 'cheque') return { key, title, kind: 'code' }
  return { key, title, kind: 'text', width: key === 'terms' ? 1 : 3 }
}

function textOf(entry: BookEntry, fund: string): Record<TextKey, string> {
  const { document, party, day } = entry
  return {
    day,
    number: document.number,
    paper: document.externalNo === '' ? document.number : document.externalNo,
    cheque: document.cheque === '' ? document.externalNo : document.cheque,
    party: party.name,
    tin: party.tin,
    address: party.address,
    particulars: particulars(entry),
    fund,
    terms: document.terms,
  }
}
