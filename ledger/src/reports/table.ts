// A report is a typed table. Screen, XLSX, PDF and CSV print this value, so what is downloaded cannot differ from what was seen.
import type { Day } from '../day.ts'
import type { Money } from '../money.ts'

export type ColumnKind = 'text' | 'code' | 'day' | 'money' | 'count'

export type Column = {
  key: string
  title: string
  kind: ColumnKind
  /** Relative width on paper; text columns default to 3, others to 1. */
  width?: number
}

/** Text and codes are strings, days 'YYYY-MM-DD', money and counts bigint; null is an empty cell. */
export type Cell = string | Money | Day | null

export type Row = {
  cells: Cell[]
  emphasis?: 'heading' | 'subtotal' | 'total'
  /** Where the row leads: an account's entries, or a document. */
  link?: { to: 'account'; code: string } | { to: 'document'; id: string }
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
