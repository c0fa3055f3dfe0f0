// A suggested layout for files that do not describe themselves: from their titles and the values below. Ambiguous
// points stay open, and a person decides them once.
import { dateOrders, directionOf, readAmount, readDay } from './figures.ts'
import type { DateOrder, DecimalMark } from './figures.ts'
import {
  cellsIn,
  columnsByBalance,
  dayColumn,
  directionColumn,
  isDay,
  isDirections,
  textColumns,
} from './infer-columns.ts'
import { maxColumns, plainTitle } from './layout.ts'
import type { Table, TableDraft, TableLayout } from './layout.ts'
import { readyLayoutFor } from './ready-layouts.ts'

type Column =
  | 'day'
  | 'valueDay'
  | 'description'
  | 'reference'
  | 'chequeNo'
  | 'currency'
  | 'out'
  | 'in'
  | 'amount'
  | 'mark'
  | 'balance'

/** A layout with null for open choices, and its bank, if known. */
export type LayoutSuggestion = { layout: TableDraft; ready: string | null }

const words: Record<Column, RegExp> = {
  day: /^((posting|posted|book|booking|transaction|trans|txn|tran|entry|processed) ?date|date( posted| and time| time)?|date\/time)$/,
  valueDay: /^(value|effective|val) ?(date|day)$/,
  description:
    /^((transaction )?(description|particulars?|details?|remarks?|narrative|narration|memo|payee|transaction|activity|label|purpose)|transaction type|description\/remarks|(partner|beneficiary|counterparty|merchant|payee|payer)( name)?)$/,
  reference: /^((bank )?(reference|ref|trace|transaction|txn|confirmation)( ?(no|number|id|#|code))?|utr)$/,
  chequeNo: /^(check|cheque|chk|chq)( ?(no|number|num|#))?$/,
  currency: /^(currency|ccy|cur)$/,
  out: /^(debits?|withdrawals?|dr|money out|paid out|out|payments?|disbursements?)( amount| amt)?( dr)?$|^amount (debited|out|withdrawn)$/,
  in: /^(credits?|deposits?|cr|money in|paid in|in|receipts?)( amount| amt)?( cr)?$|^amount (credited|in|deposited)$/,
  amount: /^((transaction|txn) )?(amount|amt)( php)?$/,
  mark: /^(credit\/debit|debit\/credit|dr\/cr|cr\/dr|d\/c|c\/d)( indicator)?$|^(indicator|sign|type|transaction sign)$/,
  balance: /^((running|available|ledger|outstanding|ending|account|end) )?(balance|bal)( amount| after transaction)?$/,
}

/** The most likely table, title row and columns. */
export function suggestLayout(tables: readonly Table[]): LayoutSuggestion {
  let best: { table: number; row: number; columns: Map<Column, number> } | undefined
  for (const [table, rows] of tables.entries()) {
    for (const [row, cells] of rows.slice(0, 60).entries()) {
      const columns = columnsOf(cells)
      const usable = columns.has('day') && (columns.has('amount') || (columns.has('out') && columns.has('in')))
      if (usable && columns.size > (best?.columns.size ?? 2)) best = { table, row, columns }
    }
  }
  if (best === undefined) return untitled(tables)
  const rows = tables[best.table] ?? []
  const titles = (rows[best.row] ?? []).slice(0, maxColumns).map(plainTitle)
  const ready = readyLayoutFor(titles)
  const at = (column: Column) => best.columns.get(column) ?? null
  const below = rows.slice(best.row + 1)
  const day = at('day')
  const dateOrder = ready?.dateOrder ?? (day === null ? undefined : orderOf(cellsIn(below, day)))
  const figures = [at('out'), at('in'), at('amount'), at('balance')].filter((column) => column !== null)
  const decimal = markOf(figures.flatMap((column) => cellsIn(below, column)))
  const amount = directed(amountBy(at), at('mark'), { below, day, decimal })
  const chosen = at('description')
  const others = [at('valueDay'), at('reference'), at('chequeNo'), at('currency'), at('mark'), ...figures]
  const description =
    chosen !== null
      ? [chosen]
      : day !== null && balancesAgree(below, { day, decimal, amount })
        ? textColumns(below, day, others)
        : []
  return {
    layout: {
      kind: 'table',
      table: best.table,
      titles,
      day,
      valueDay: at('valueDay'),
      description,
      reference: at('reference'),
      chequeNo: at('chequeNo'),
      currency: at('currency'),
      amount,
      balance: at('balance'),
      dateOrder: dateOrder ?? null,
      decimal,
      skip: [],
      end: ready?.end ?? endMarker(below),
    },
    ready: ready?.name ?? null,
  }
}

function columnsOf(cells: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>()
  for (const [at, cell] of cells.slice(0, maxColumns).entries()) {
    const title = plainTitle(cell)
    for (const column of Object.keys(words) as Column[]) {
      if (!found.has(column) && words[column].test(title)) {
        found.set(column, at)
        break
      }
    }
  }
  return found
}

function amountBy(at: (column: Column) => number | null): TableLayout['amount'] | null {
  const [out, into, column, mark] = [at('out'), at('in'), at('amount'), at('mark')]
  if (out !== null && into !== null) return { kind: 'columns', out, in: into }
  if (column !== null && mark !== null) return { kind: 'marked', column, mark }
  return column === null ? null : { kind: 'signed', column, outIsPositive: false }
}

type Below = { below: Table; day: number | null; decimal: DecimalMark }

/** Amounts without a sign have a column with debit or credit in words, whatever its title; a title alone, such as Type, is not enough. */
function directed(by: TableLayout['amount'] | null, mark: number | null, { below, day, decimal }: Below) {
  if (by === null || by.kind === 'columns' || day === null) return by
  if (mark !== null && isDirections(below, day, mark)) return by
  const found = directionColumn(below, day, by.column, decimal)
  if (found !== undefined) return { kind: 'marked' as const, column: by.column, mark: found }
  return mark === null || cellsIn(below, mark).some((cell) => directionOf(cell) !== undefined)
    ? by
    : { kind: 'signed' as const, column: by.column, outIsPositive: false }
}

function balancesAgree(
  rows: Table,
  { day, decimal, amount }: { day: number; decimal: DecimalMark; amount: TableLayout['amount'] | null },
) {
  return amount !== null && JSON.stringify(columnsByBalance(rows, day, decimal)?.amount) === JSON.stringify(amount)
}

/**
 * For a table without known titles: the only reading of the columns in which the balances agree. If there is none, or several, the
 * first date column is a start, and a person chooses the rest.
 */
function untitled(tables: readonly Table[]): LayoutSuggestion {
  const table = Math.max(
    0,
    tables.findIndex((rows) => rows.some((cells) => cells.filter((cell) => cell.trim() !== '').length > 2)),
  )
  const rows = tables[table] ?? []
  const day = dayColumn(rows)
  const marks: readonly DecimalMark[] = ['point', 'comma']
  const readings = marks.flatMap((decimal) => {
    const columns = day === undefined ? undefined : columnsByBalance(rows, day, decimal)
    return columns === undefined ? [] : [{ ...columns, decimal }]
  })
  const [balanced] = readings
  const figures = balanced === undefined ? [] : [balanced.balance, ...columnsOfAmount(balanced.amount)]
  return {
    layout: {
      kind: 'table',
      table,
      titles: balanced === undefined || day === undefined ? [] : titlesAbove(rows, day),
      day: day ?? null,
      valueDay: null,
      description: balanced === undefined || day === undefined ? [] : textColumns(rows, day, figures),
      reference: null,
      chequeNo: null,
      currency: null,
      amount: balanced?.amount ?? null,
      balance: balanced?.balance ?? null,
      dateOrder: (day === undefined ? undefined : orderOf(cellsIn(rows, day))) ?? null,
      decimal: balanced?.decimal ?? 'point',
      skip: [],
      end: '',
    },
    ready: null,
  }
}

const columnsOfAmount = (by: TableLayout['amount']): number[] =>
  by.kind === 'columns' ? [by.out, by.in] : by.kind === 'marked' ? [by.column, by.mark] : [by.column]

/** The row above the first date, if it has a word in each column that has one. */
function titlesAbove(rows: Table, day: number): string[] {
  const first = rows.findIndex((cells) => isDay((cells[day] ?? '').trim()))
  const above = (rows[first - 1] ?? []).slice(0, maxColumns).map(plainTitle)
  const named = above.filter((title) => title !== '')
  return named.length > 2 && named.every((title) => /\p{L}{2}/u.test(title)) ? above : []
}

/**
 * The only order in which every date of the file is valid; undefined if several are, because no majority decides what
 * 03/04 means. Cells that are no date in any order, such as notes below the movements, are ignored.
 */
export function orderOf(days: readonly string[]): DateOrder | undefined {
  const readable = days.filter((text) => dateOrders.some((order) => readDay(text, order, 2000).ok))
  if (readable.length === 0) return undefined
  const fitting = dateOrders.filter((order) => readable.every((text) => readDay(text, order, 2000).ok))
  const [first] = fitting
  const same =
    first !== undefined &&
    readable.every((text) =>
      fitting.every(
        (order) => JSON.stringify(readDay(text, order, 2000)) === JSON.stringify(readDay(text, first, 2000)),
      ),
    )
  return same ? first : undefined
}

/** The decimal mark that reads all figures; the point if both do. */
function markOf(figures: readonly string[]): DecimalMark {
  const unread = (mark: DecimalMark) => figures.filter((text) => !readAmount(text, mark).ok).length
  return unread('comma') < unread('point') ? 'comma' : 'point'
}

/** A line between asterisks at the end of the file: '** End of Report **'. */
function endMarker(rows: Table): string {
  const last = rows
    .slice(-12)
    .flatMap((cells) =>
      cells.filter((cell) => /^\W*end of (report|statement|transactions?|document)\W*$/i.test(cell.trim())),
    )
  return last[0]?.trim().slice(0, 60) ?? ''
}
