// A table as machine-readable CSV: RFC 4180, UTF-8 with a byte order mark, plain numbers, ISO dates, no formulas.
import Papa from 'papaparse'
import { plainMoney } from '@talaan/ledger/core/money.ts'
import { formatPercent } from '@talaan/ledger/reports/table.ts'
import type { Cell, Column, ColumnKind, Row, Table } from '@talaan/ledger/reports/table.ts'

/** The BOM tells spreadsheets that ₱ and ñ are UTF-8. */
export const byteOrderMark = '\uFEFF'

export const tableToCsv = ({ columns, rows }: Table): Uint8Array =>
  new TextEncoder().encode(byteOrderMark + [...csvOf(columns, rows)].join(''))

const rowsAtOnce = 500

/** A table whose rows come in parts with the same columns, streamed. */
export async function* csvOfParts(parts: AsyncIterable<Table>): AsyncGenerator<string> {
  let isFirst = true
  for await (const { columns, rows } of parts) {
    if (isFirst) yield byteOrderMark
    yield* csvOf(columns, rows, { head: isFirst })
    isFirst = false
  }
}

/** The header row and the rows, in chunks. */
export function* csvOf(
  columns: readonly Column[],
  rows: Iterable<Pick<Row, 'cells'>>,
  { head = true } = {},
): Generator<string> {
  let lines = head ? [columns.map((column) => harmless(column.title))] : []
  for (const { cells } of rows) {
    lines.push(columns.map(({ kind }, i) => field(cells[i] ?? null, kind)))
    if (lines.length < rowsAtOnce) continue
    yield written(lines)
    lines = []
  }
  if (lines.length > 0) yield written(lines)
}

const written = (lines: string[][]): string => `${Papa.unparse(lines, { newline: '\r\n' })}\r\n`

function field(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint' && kind === 'percent') return formatPercent(cell).replace('%', '')
  if (typeof cell === 'bigint') return kind === 'money' ? plainMoney(cell) : cell.toString()
  return harmless(cell)
}

/** A text that a spreadsheet would run as a formula gets a leading apostrophe. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
