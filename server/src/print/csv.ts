// A table as CSV is for machines: RFC 4180, UTF-8 with a byte order mark, plain numbers, ISO days, nothing that runs.
import Papa from 'papaparse'
import { formatMoney } from '@talaan/ledger/money.ts'
import { formatPercent } from '@talaan/ledger/reports/table.ts'
import type { Cell, ColumnKind, Table } from '@talaan/ledger/reports/table.ts'

/** The mark tells spreadsheets that ₱ and ñ are UTF-8. */
const byteOrderMark = '\uFEFF'

export function tableToCsv(table: Table): Uint8Array {
  const kinds = table.columns.map((column) => column.kind)
  const head = table.columns.map((column) => harmless(column.title))
  const rows = table.rows.map((row) => kinds.map((kind, i) => field(row.cells[i] ?? null, kind)))
  const text = Papa.unparse([head, ...rows], { newline: '\r\n' })
  return new TextEncoder().encode(`${byteOrderMark}${text}\r\n`)
}

function field(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint' && kind === 'percent') return formatPercent(cell).replace('%', '')
  if (typeof cell === 'bigint') return kind === 'money' ? formatMoney(cell).replaceAll(',', '') : cell.toString()
  return harmless(cell)
}

/** A text that a spreadsheet would run as a formula gets an apostrophe, which it shows as text instead. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
