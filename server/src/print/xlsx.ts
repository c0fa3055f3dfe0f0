// A table as a workbook: amounts are real numbers, days are real dates, and no amount is ever rounded to fit.
import { writeXlsx, type Cell as SheetCell, type CellStyle } from 'hucre/xlsx'
import { daysBetween, type Day } from '@talaan/ledger/day.ts'
import { formatMoney, type Money } from '@talaan/ledger/money.ts'
import type { Cell, ColumnKind, Row, Table } from '@talaan/ledger/reports/table.ts'

/** Spreadsheets keep 15 significant digits; what needs more is written as text. */
const largestNumber = 999_999_999_999_999n

const tooLarge = 'Amounts of more than 15 digits are written as text, because a spreadsheet would round them.'

/** The most a cell holds; a longer text would make the file unreadable. */
const longestText = 32_767

const widest = 60

type Style = { bold?: boolean; size?: number; numFmt?: string; align?: 'left' | 'right'; wrap?: boolean; border?: CellStyle['border'] }

export async function tableToXlsx(table: Table): Promise<Uint8Array> {
  const head = [table.company.name, table.company.tinLine, table.company.address, '', table.title, table.period, '']
  const body = table.rows.map((row) => table.columns.map((column, i) => bodyCell(row.cells[i] ?? null, column.kind, row)))
  const rounded = body.some((cells) => cells.some((cell) => cell.value !== null && cell.unrounded))
  const notes = rounded ? [...table.notes, tooLarge] : table.notes

  const sheet = new Map<string, Partial<SheetCell>>()
  head.forEach((line, row) => put(sheet, row, 0, text(line, headStyle(row))))
  table.columns.forEach((column, i) => put(sheet, head.length, i, text(column.title, columnHead(column.kind))))
  body.forEach((cells, row) => cells.forEach((cell, i) => put(sheet, head.length + 1 + row, i, cell)))
  notes.forEach((note, row) => put(sheet, head.length + 2 + body.length + row, 0, text(note, {})))

  return writeXlsx({
    sheets: [
      {
        name: sheetName(table.title),
        columns: table.columns.map((column, i) => ({ width: columnWidth(column.title, column.kind, body.map((cells) => cells[i]!)) })),
        rows: [],
        cells: sheet,
        freezePane: { rows: head.length + 1 },
        pageSetup: {
          paperSize: 'a4',
          orientation: table.columns.length > 6 ? 'landscape' : 'portrait',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: `$${head.length + 1}:$${head.length + 1}`,
        },
        headerFooter: { oddFooter: '&RPage &P of &N' },
      },
    ],
    properties: { title: oneLine(`${table.title} ${table.period}`), company: oneLine(table.company.name) },
    defaultFont: { name: 'Calibri', size: 11 },
  })
}

type Filled = Partial<SheetCell> & { value: SheetCell['value']; shown: string; unrounded?: boolean }

function bodyCell(cell: Cell, kind: ColumnKind, row: Row): Filled {
  const style = { bold: row.emphasis !== undefined, border: borders(row.emphasis, kind) }
  if (typeof cell === 'bigint') return figure(cell, kind, style)
  if (cell !== null && kind === 'day') {
    return { value: serial(cell), type: 'number', shown: cell, style: look({ ...style, numFmt: 'yyyy-mm-dd', align: 'left' }) }
  }
  return text(cell ?? '', { ...style, align: isFigure(kind) ? 'right' : 'left', wrap: (cell ?? '').length > widest })
}

function figure(amount: Money, kind: ColumnKind, style: Style): Filled {
  const shown = kind === 'money' ? formatMoney(amount) : amount.toString()
  if (amount > largestNumber || amount < -largestNumber) {
    return { ...text(shown, { ...style, align: 'right' }), unrounded: true }
  }
  const numFmt = kind === 'money' ? '#,##0.00' : '#,##0'
  return { value: Number(shown.replaceAll(',', '')), type: 'number', shown, style: look({ ...style, numFmt, align: 'right' }) }
}

/** Text stays text, whatever it begins with: only a cell with a formula of its own computes. */
function text(value: string, style: Style): Filled {
  const shown = value.length > longestText ? `${value.slice(0, longestText - 1)}…` : value
  if (shown === '') return { value: null, type: 'empty', shown, style: look(style) }
  // A text such as '#N/A' would be written as an error; as a run of formatted text it stays what was typed.
  if (shown.startsWith('#')) return { value: shown, type: 'richText', richText: [{ text: shown, font: look(style).font }], shown, style: look(style) }
  return { value: shown, type: 'string', shown, style: look(style) }
}

function put(sheet: Map<string, Partial<SheetCell>>, row: number, column: number, { shown, unrounded, ...cell }: Filled): void {
  if (cell.value !== null || cell.style?.border !== undefined) sheet.set(`${row},${column}`, cell)
}

function look({ bold, size, numFmt, align, wrap, border }: Style): CellStyle {
  return {
    font: { name: 'Calibri', size: size ?? 11, bold: bold ?? false },
    alignment: { horizontal: align ?? 'left', vertical: 'top', wrapText: wrap ?? false },
    ...(numFmt === undefined ? {} : { numFmt }),
    ...(border === undefined ? {} : { border }),
  }
}

function headStyle(row: number): Style {
  return row === 0 ? { bold: true, size: 12 } : row === 4 ? { bold: true, size: 14 } : {}
}

function columnHead(kind: ColumnKind): Style {
  return { bold: true, wrap: true, align: isFigure(kind) ? 'right' : 'left', border: { bottom: { style: 'medium' } } }
}

function borders(emphasis: Row['emphasis'], kind: ColumnKind): CellStyle['border'] {
  if (emphasis === 'subtotal' && isFigure(kind)) return { top: { style: 'thin' } }
  if (emphasis === 'total') return { top: { style: 'thin' }, bottom: { style: 'double' } }
  return undefined
}

function isFigure(kind: ColumnKind): boolean {
  return kind === 'money' || kind === 'count'
}

function columnWidth(title: string, kind: ColumnKind, cells: Filled[]): number {
  const least = kind === 'money' ? 16 : 8
  const longestWord = Math.max(0, ...title.split(/\s+/).map((word) => word.length))
  const longest = cells.reduce((most, cell) => Math.max(most, cell.shown.length), longestWord)
  return Math.min(widest, Math.max(least, longest + 2))
}

/** Days since the spreadsheet's day zero; that lies a day early, because Excel counts a 29 February 1900. */
function serial(day: Day): number {
  return daysBetween('1899-12-30', day)
}

function sheetName(title: string): string {
  const name = oneLine(title).replace(/[[\]:*?/\\']/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 31).trim()
  return name === '' || name.toLowerCase() === 'history' ? 'Report' : name
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}
