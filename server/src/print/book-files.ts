// A book as machine-readable files: a workbook, CSV, and the plain-text audit file for an examiner's program. Each is
// streamed from rows generated on the fly.
import { writeXlsxStream, type CellValue } from 'hucre/xlsx'
import type { BookOfMonth } from '@talaan/ledger/looseleaf/book.ts'
import { dayMistake, daysBetween } from '@talaan/ledger/core/date.ts'
import { formatMoney, plainMoney } from '@talaan/ledger/core/money.ts'
import type { Cell, Column, ColumnKind, Row, Table } from '@talaan/ledger/reports/table.ts'
import { byteOrderMark, csvOf } from './csv.ts'

/** Spreadsheets keep 15 significant digits; what needs more is written as text. */
const largestNumber = 999_999_999_999_999n

/** All months of a book on one sheet, each with its header row, totals and recapitulation. */
export function bookToXlsx(sections: readonly BookOfMonth[]): AsyncIterable<Uint8Array> {
  const first = sections[0]
  if (first === undefined) throw new RangeError('The book has no months.')
  const widest = sections.reduce(
    (most, { table }) => (table.columns.length > most.length ? table.columns : most),
    first.table.columns as Column[],
  )
  return writeXlsxStream(sheetRows(sections), {
    name: first.table.title.slice(0, 31),
    columns: widest.map((column) => ({
      width: { text: 28, code: 18, day: 12, money: 15, count: 8, percent: 8 }[column.kind],
      ...(column.kind === 'money' && { numFmt: '#,##0.00' }),
      ...(column.kind === 'count' && { numFmt: '#,##0' }),
      ...(column.kind === 'day' && { numFmt: 'yyyy-mm-dd' }),
    })),
    freezePane: { columns: 1 },
  })
}

async function* sheetRows(sections: readonly BookOfMonth[]): AsyncGenerator<CellValue[]> {
  for (const { table, recapitulation } of sections) {
    yield* headRows(table)
    for await (const rows of table.rows)
      for (const { cells } of rows) yield table.columns.map(({ kind }, i) => sheetCell(cells[i] ?? null, kind))
    if (recapitulation === null) continue
    yield []
    yield [recapitulation.title]
    yield recapitulation.columns.map(({ title }) => title)
    for (const { cells } of recapitulation.rows)
      yield recapitulation.columns.map(({ kind }, i) => sheetCell(cells[i] ?? null, kind))
    yield []
  }
}

function* headRows({
  company,
  title,
  period,
  columns,
}: Pick<Table, 'company' | 'title' | 'period' | 'columns'>): Generator<CellValue[]> {
  for (const line of [company.name, company.tinLine, company.address, title, period]) yield [plainText(line)]
  yield []
  yield columns.map((column) => column.title)
}

function sheetCell(cell: Cell, kind: ColumnKind): CellValue {
  if (cell === null) return null
  if (typeof cell === 'bigint') {
    if (kind === 'count') return Number(cell)
    return cell > largestNumber || cell < -largestNumber ? formatMoney(cell) : Number(cell) / 100
  }
  // The day 0 of spreadsheets: a day early, because they include a 29 February 1900.
  return dayMistake(cell) === null ? daysBetween('1899-12-30', cell) : plainText(cell)
}

/** A typed '#N/A' would be read as an error of the sheet. */
const plainText = (text: string): string => (/^#[A-Z0-9/]+[!?]?$/.test(text) ? `'${text}` : text)

/** Each month with its header row, one below the other. */
export async function* bookToCsv(sections: readonly BookOfMonth[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark)
  for (const { table } of sections) {
    for (const text of csvOf(table.columns, [])) yield Buffer.from(text)
    for await (const rows of table.rows)
      for (const text of csvOf(table.columns, rows, { head: false })) yield Buffer.from(text)
  }
}

/**
 * The audit file: one record per line, fields separated by '|'. H header, C columns, D a row of the book, S and T the
 * totals as printed, R the journal's posting to an account, E the numbers of rows and the end. Amounts are plain
 * figures with a point, dates are YYYY-MM-DD, the text is UTF-8 with CRLF line ends.
 */
export async function* bookToText(sections: readonly BookOfMonth[]): AsyncGenerator<Uint8Array> {
  for (const { book, month, table, recapitulation, entries } of sections) {
    yield records([
      ['H', book, table.title, month, table.company.name, table.company.tinLine, table.company.address],
      ['C', ...table.columns.map(({ title }) => title)],
    ])
    let count = 0
    for await (const rows of table.rows) {
      count += rows.length
      yield records(rows.map(({ cells, emphasis }) => [recordKind(emphasis), ...cells.map(auditCell)]))
    }
    yield records([
      ...(recapitulation?.rows ?? []).map(({ cells }) => ['R', ...cells.map(auditCell)]),
      ['E', count.toString(), entries.toString()],
    ])
  }
}

const records = (rows: readonly string[][]): Uint8Array =>
  Buffer.from(rows.map((fields) => `${fields.map(field).join('|')}\r\n`).join(''))

const recordKind = (emphasis: Row['emphasis']): string =>
  emphasis === undefined ? 'D' : { heading: 'A', subtotal: 'S', total: 'T' }[emphasis]

const field = (text: string): string => text.replaceAll('|', '/').replace(/\s+/g, ' ').trim()

const auditCell = (cell: Cell): string => (cell === null ? '' : typeof cell === 'bigint' ? plainMoney(cell) : cell)
