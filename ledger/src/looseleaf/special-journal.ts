// The four special journals: one row for each entry, with its amounts in the matching columns and the rest under
// Sundry. A row's debits equal its credits, because every line of the entry is in exactly one place.
import { formatMonth } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import { again, bookWords, description, particulars, periodOf } from './book.ts'
import type { BookColumn, BookEntry, BookInput, BookLine, BookOfMonth, BookRow, SummedLine, TextKey } from './book.ts'
import { figureColumns, textColumns } from './layout.ts'
import type { BookLayout, FigureColumn, SpecialBook } from './layout.ts'
import { movementOf, recapitulation } from './recapitulation.ts'

type Sundry = { account: string; debit: Money; credit: Money }
type Placed = { figures: Map<string, Money>; sundry: Sundry[] }
/** Totals of many entries; only the sums of Sundry are printed. */
type Totals = { figures: Map<string, Money>; sundry: Map<SundrySide, Money> }
type SundrySide = 'debit' | 'credit'

export function specialJournal(book: SpecialBook, given: BookInput & { layout: BookLayout }): BookOfMonth {
  const { company, year, month, accounts, layout } = given
  const { title, journal } = bookWords[book]
  const place = placing(figureColumns(book, layout), given)
  const movement = movementOf(given, journal)
  const now = totalsOf(given.moved)
  const before = totalsOf(given.before)
  const used = usedColumns(totalsOf(given.inYear.moved), given.inYear.texts.get(journal))

  const texts = textColumns[book].filter(({ key }, i) => i < 2 || used.hasText(key)).filter(isIncluded)
  const figures = figureColumns(book, layout).filter(({ key }) => used.hasFigure(key))
  const sundrySides = used.sundrySides
  const columns: BookColumn[] = [
    ...texts.map(({ key, title: words }) => textColumn(key, words)),
    ...figures.map(({ key, title: words, side }) => ({ key, title: words, kind: 'money' as const, side })),
    ...sundryColumns(sundrySides),
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
          ...sundryCells(first),
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
      ...(sundrySides.length === 0 ? [] : [null, ...sundrySides.map((side) => of.sundry.get(side) ?? 0n)]),
    ],
  })
  const totals = [
    total(`Total for ${formatMonth(month)}`, now, 'subtotal'),
    ...(month === year.from ? [] : [total(`Earlier months, from ${formatMonth(year.from)}`, before, 'subtotal')]),
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
    if (sundrySides.length === 0) return []
    return [one === undefined ? null : nameOf(one.account), ...sundrySides.map((side) => shown(one?.[side]))]
  }
  function isIncluded({ key }: { key: TextKey }): boolean {
    return !layout.without.includes(`${book}.${key}`)
  }
}

/** The columns with content somewhere in the fiscal year; without entries, all but Sundry. */
function usedColumns({ figures, sundry }: Totals, texts: ReadonlySet<TextKey> | undefined) {
  return {
    hasText: (key: TextKey) => texts?.has(key) ?? true,
    hasFigure: (key: string) => texts === undefined || figures.has(key),
    sundrySides: (['debit', 'credit'] as const).filter((side) => sundry.has(side)),
  }
}

function sundryColumns(sides: readonly SundrySide[]): BookColumn[] {
  if (sides.length === 0) return []
  const titles = { debit: 'Sundry Dr', credit: 'Sundry Cr' }
  return [
    { key: 'sundry', title: 'Sundry: account', kind: 'text', width: 2 },
    ...sides.map((side): BookColumn => ({ key: `sundry-${side}`, title: titles[side], kind: 'money', side })),
  ]
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

const noTotals = (): Totals => ({ figures: new Map(), sundry: new Map() })

function addPlaced(totals: Totals, { figures, sundry }: Placed): void {
  addTo(totals.figures, figures)
  for (const { debit, credit } of sundry) {
    if (debit !== 0n) addTo(totals.sundry, [['debit', debit]])
    if (credit !== 0n) addTo(totals.sundry, [['credit', credit]])
  }
}

function together(a: Totals, b: Totals): Totals {
  const both = noTotals()
  for (const { figures, sundry } of [a, b]) {
    addTo(both.figures, figures)
    addTo(both.sundry, sundry)
  }
  return both
}

function addTo<Key>(totals: Map<Key, Money>, amounts: Iterable<readonly [Key, Money]>): void {
  for (const [key, amount] of amounts) totals.set(key, (totals.get(key) ?? 0n) + amount)
}

const shown = (amount: Money | undefined): Money | null => (amount === undefined || amount === 0n ? null : amount)

function textColumn(key: TextKey, title: string): BookColumn {
  if (key === 'day') return { key, title, kind: 'day' }
  if (key === 'number' || key === 'tin' || key === 'paper' || key === 'receipt' || key === 'cheque')
    return { key, title, kind: 'code' }
  return { key, title, kind: 'text', width: key === 'terms' ? 1 : 3 }
}

function textOf(entry: BookEntry, fund: string): Record<TextKey, string> {
  const { document, party, day } = entry
  return {
    day,
    number: document.number,
    paper: document.externalNo === '' ? document.number : document.externalNo,
    receipt: document.receiptNo,
    cheque: document.cheque === '' ? document.externalNo : document.cheque,
    party: party.name,
    tin: party.tin,
    address: party.address,
    particulars: entry.journal === 'SJ' || entry.journal === 'PJ' ? description(entry) : particulars(entry),
    fund,
    terms: document.terms,
  }
}
