// A report is a typed table. Screen, XLSX, PDF and CSV all render this value, so downloads match the screen.
import type { Day } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import type { Money } from '../core/money.ts'
import type { Period } from '../core/periods.ts'

export type ColumnKind = 'text' | 'code' | 'day' | 'money' | 'count' | 'percent'

/** How a column is computed from the figures of a statement, by their positions: only `figure` is one itself. */
export type ColumnMade =
  | { kind: 'figure'; at: number }
  | { kind: 'difference' | 'ratio'; at: number; of: number }
  | { kind: 'share'; at: number }

export type Column = {
  key: string
  /** Neither shown nor printed. */
  made?: ColumnMade
  title: string
  kind: ColumnKind
  /** Relative width on paper; text columns default to 3, others to 1. */
  width?: number
}

/**
 * Text and codes are strings, dates 'YYYY-MM-DD', money and counts bigint, percents bigint in tenths; null is an empty
 * cell.
 */
export type Cell = string | Money | Day | null

/** A movement of an account, debits less credits, that a figure adds or subtracts. */
export type Share = {
  account: string
  sign: 1 | -1
  /** Everything before the period, or up to its end, instead of the movement in it. */
  span?: 'before' | 'until'
  /** Only the part moved by entries that move cash, or by others. */
  cash?: 'with' | 'without'
  /** Without the closing entries of years. */
  beforeClosing?: true
}

export type Row = {
  cells: Cell[]
  /** What its figures consist of, in each column or by the key of the column; neither shown nor printed. */
  made?: readonly Share[] | { period?: Period; byColumn: Readonly<Record<string, readonly Share[]>> }
  emphasis?: 'heading' | 'subtotal' | 'total'
  /** The link of a row: an account's entries, a document, or a party's statement of account. */
  link?:
    | { to: 'account'; code: string }
    | { to: 'document'; id: string; kind: DocumentTypeName }
    | { to: 'statement'; side: 'receivable' | 'payable'; party: string }
    | { to: 'salesList'; month: string }
}

export type Table = {
  /** Stable name, used in file names: 'trial-balance'. */
  name: string
  title: string
  /** 'As of 30 June 2026' */
  period: string
  company: { name: string; tinLine: string; address: string }
  columns: Column[]
  rows: Row[]
  /** Sentences printed below the table. */
  notes: string[]
}

/** Figures are right-aligned; the kind defines their meaning. */
export const isFigure = (kind: ColumnKind): boolean => kind === 'money' || kind === 'count' || kind === 'percent'

/** '104.5%' of 1045 tenths. */
export const formatPercent = (tenths: bigint): string => {
  const size = tenths < 0n ? -tenths : tenths
  return `${tenths < 0n ? '-' : ''}${size / 10n}.${size % 10n}%`
}

/** The sum of a money or count column over its ordinary rows, without headings, subtotals and totals. */
export function sumColumn(table: Pick<Table, 'columns' | 'rows'>, key: string): Money {
  const index = table.columns.findIndex((column) => column.key === key)
  if (index < 0) throw new RangeError(`The table has no column '${key}'.`)
  return table.rows.reduce((total, row) => {
    const cell = row.emphasis === undefined ? row.cells[index] : null
    return typeof cell === 'bigint' ? total + cell : total
  }, 0n)
}
