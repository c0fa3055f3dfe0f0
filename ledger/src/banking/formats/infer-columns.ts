// The meaning of columns from their values, where their titles are unknown: a column of debit and credit words, and amounts
// that lead from one balance to the next.
import type { Money } from '../../core/money.ts'
import { dateOrders, directionOf, readAmount, readDay } from './figures.ts'
import type { DecimalMark } from './figures.ts'
import { maxColumns } from './layout.ts'
import type { Table, TableLayout } from './layout.ts'

/** Enough rows to tell; a statement has up to 20,000. */
const comparedRows = 500
/** Fewer balances agree by chance. */
const minBalances = 3

export const cellsIn = (rows: Table, column: number): string[] =>
  rows.map((cells) => (cells[column] ?? '').trim()).filter((cell) => cell !== '')

export const widthOf = (rows: Table): number =>
  Math.min(maxColumns, Math.max(0, ...rows.slice(0, 200).map((cells) => cells.length)))

/** Whether a cell is a date in any order; the serial date of a workbook could also be a number. */
export const isDay = (cell: string) =>
  !/^\d{5}(\.|$)/.test(cell) && dateOrders.some((order) => readDay(cell, order, 2000).ok)

/** The first column that mostly has dates. */
export function dayColumn(rows: Table): number | undefined {
  return Array.from({ length: widthOf(rows) }, (_, at) => at).find((at) => {
    const cells = cellsIn(rows, at)
    return cells.length > 0 && cells.filter(isDay).length > cells.length / 2
  })
}

/** The rows with a date in this column. */
const datedRows = (rows: Table, day: number): Table => rows.filter((cells) => isDay((cells[day] ?? '').trim()))

/** Whether each row says debit or credit here, in words. */
export const isDirections = (rows: Table, day: number, column: number): boolean => {
  const dated = datedRows(rows, day)
  return dated.length > 0 && dated.every((cells) => directionOf(cells[column] ?? '') !== undefined)
}

/** The column that says debit or credit for amounts without a sign; undefined if there is none, or several. */
export function directionColumn(rows: Table, day: number, amount: number, decimal: DecimalMark): number | undefined {
  const isUnsigned = datedRows(rows, day).every((cells) => {
    const read = readAmount(cells[amount] ?? '', decimal)
    return !read.ok || read.value === null || (read.value.amount >= 0n && read.value.side === undefined)
  })
  if (!isUnsigned) return undefined
  const found = columnsExcept(rows, [day, amount]).filter((column) => isDirections(rows, day, column))
  return found.length === 1 ? found[0] : undefined
}

export type BalancedColumns = { amount: TableLayout['amount']; balance: number }

/** The only reading of the columns in which every amount leads from one balance to the next; undefined if there is none, or several. */
export function columnsByBalance(rows: Table, day: number, decimal: DecimalMark): BalancedColumns | undefined {
  const dated = datedRows(rows, day).slice(0, comparedRows)
  const free = columnsExcept(rows, [day])
  const figures = new Map(
    free.flatMap((column) => {
      const read = figuresOf(dated, column, decimal)
      return read === undefined ? [] : [[column, read] as const]
    }),
  )
  const marks = free.filter((column) => isDirections(rows, day, column))
  const found: BalancedColumns[] = []
  for (const [balance, balances] of figures) {
    if (balances.some((value) => value === null)) continue
    const held = balances.map((value) => value ?? 0n)
    for (const amount of readingsOf(
      [...figures.keys()].filter((column) => column !== balance),
      marks,
    ))
      if (agrees(movesOf(amount, figures, dated), held)) found.push({ amount, balance })
  }
  // An available and a ledger balance may be equal in every row.
  const [first] = found
  return found.every(({ amount }) => JSON.stringify(amount) === JSON.stringify(first?.amount)) ? first : undefined
}

/** The columns of words that are left, in their order: together they are the description. */
export function textColumns(rows: Table, day: number, taken: readonly (number | null)[]): number[] {
  const dated = datedRows(rows, day)
  return columnsExcept(rows, [day, ...taken.filter((column) => column !== null)])
    .filter((column) => {
      const cells = cellsIn(dated, column)
      const words = cells.filter((cell) => /\p{L}{3}/u.test(cell) && !isDay(cell) && directionOf(cell) === undefined)
      const isCurrency = cells.every((cell) => /^[A-Z]{3}$/.test(cell))
      return words.length > cells.length / 2 && !isCurrency
    })
    .slice(0, 6)
}

const columnsExcept = (rows: Table, taken: readonly number[]): number[] =>
  Array.from({ length: widthOf(rows) }, (_, at) => at).filter((at) => !taken.includes(at))

/** The amounts of a column; undefined if it has other text, or nothing. */
function figuresOf(dated: Table, column: number, decimal: DecimalMark): (Money | null)[] | undefined {
  const read = dated.map((cells) => readAmount(cells[column] ?? '', decimal))
  if (!read.every((each) => each.ok) || read.every(({ value }) => value === null)) return undefined
  return read.map(({ value }) =>
    value === null ? null : value.side === 'out' && value.amount > 0n ? -value.amount : value.amount,
  )
}

function readingsOf(columns: readonly number[], marks: readonly number[]): TableLayout['amount'][] {
  return columns.flatMap((column): TableLayout['amount'][] => [
    { kind: 'signed', column, outIsPositive: false },
    { kind: 'signed', column, outIsPositive: true },
    ...marks.map((mark) => ({ kind: 'marked' as const, column, mark })),
    ...columns
      .filter((other) => other !== column)
      .map((other) => ({ kind: 'columns' as const, out: column, in: other })),
  ])
}

/** The amount each row adds to the balance; undefined if a row has money in and out. */
function movesOf(
  by: TableLayout['amount'],
  figures: ReadonlyMap<number, readonly (Money | null)[]>,
  dated: Table,
): Money[] | undefined {
  const at = (column: number) => (figures.get(column) ?? []).map((value) => value ?? 0n)
  if (by.kind === 'signed') return at(by.column).map((value) => (by.outIsPositive ? -value : value))
  if (by.kind === 'marked')
    return at(by.column).map((value, row) => (directionOf(dated[row]?.[by.mark] ?? '') === 'in' ? value : -value))
  const [out, into] = [at(by.out), at(by.in)]
  if (out.some((value, row) => value !== 0n && into[row] !== 0n)) return undefined
  // Some banks print debits with a minus.
  const isNegative = out.every((value) => value <= 0n)
  return into.map((value, row) => value + (isNegative ? (out[row] ?? 0n) : -(out[row] ?? 0n)))
}

/** Whether each balance is the one before, or the one after in files with the newest line first, and the row's own amount. */
function agrees(moves: readonly Money[] | undefined, balances: readonly Money[]): boolean {
  if (moves === undefined || balances.length < minBalances || !moves.some((move) => move !== 0n)) return false
  const forwards = balances.every((held, row) => row === 0 || (balances[row - 1] ?? 0n) + (moves[row] ?? 0n) === held)
  const backwards = balances.every(
    (held, row) => row === balances.length - 1 || (balances[row + 1] ?? 0n) + (moves[row] ?? 0n) === held,
  )
  return forwards || backwards
}
