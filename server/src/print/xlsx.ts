// A table as a workbook: amounts are real numbers, dates are real dates, and no amount is ever rounded to fit.
import type { Cell as SheetCell, CellStyle } from 'hucre/xlsx'
import { dayMistake, daysBetween, type Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { formatPercent, isFigure } from '@talaan/ledger/reports/table.ts'
import { sheetWords } from '@talaan/ledger/reports/annual/parts.ts'
import type { Part } from '@talaan/ledger/reports/annual/parts.ts'
import type { Cell, ColumnKind, Row, Table } from '@talaan/ledger/reports/table.ts'

/** Spreadsheets keep 15 significant digits; what needs more is written as text. */
const largestNumber = 999_999_999_999_999n
const tooLarge = 'Amounts with more than 15 digits are stored as text so that the spreadsheet does not round them.'

/** The maximum length of a cell; a longer text would make the file unreadable. */
const longestText = 32_767

/** Characters in the widest column; longer texts wrap. */
const widest = 60

/** A cell as written, the text that its column must fit, and whether it is a figure written as text. */
type Filled = { cell: Partial<SheetCell>; shown: string; tooLarge?: boolean }

type Look = {
  bold?: boolean
  size?: number
  format?: string
  align?: 'left' | 'right'
  wrap?: boolean
  border?: CellStyle['border']
}

export async function tableToXlsx(table: Table): Promise<Uint8Array> {
  const above = [
    text(table.company.name, { bold: true, size: 12 }),
    text(table.company.tinLine, {}),
    text(table.company.address, {}),
    text('', {}),
    text(table.title, { bold: true, size: 14 }),
    text(table.period, {}),
    text('', {}),
  ].map((line) => [line])
  const head = table.columns.map((column) => columnHead(column.title, column.kind))
  const body = table.rows.map((row) =>
    table.columns.map(({ kind }, i) => filled(row.cells[i] ?? null, kind, row.emphasis)),
  )
  const notes = body.some((row) => row.some((figure) => figure.tooLarge)) ? [...table.notes, tooLarge] : table.notes
  const below = ['', ...notes].map((note) => [text(note, {})])
  const headRow = above.length + 1

  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: [
      {
        name: sheetName(table.title),
        columns: table.columns.map((_, i) => ({
          width: columnWidth(
            head[i]!,
            body.map((row) => row[i]!),
          ),
        })),
        rows: [],
        cells: placed([...above, head, ...body, ...below]),
        freezePane: { rows: headRow },
        pageSetup: {
          paperSize: 'a4',
          orientation: table.columns.length > 6 ? 'landscape' : 'portrait',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: `$${headRow}:$${headRow}`,
        },
        headerFooter: { oddFooter: '&RPage &P of &N' },
      },
    ],
    properties: { title: oneLine(`${table.title} ${table.period}`), company: oneLine(table.company.name) },
    defaultFont: { name: 'Calibri', size: 11 },
  })
}

/** The parts of a larger document, a sheet for each, with their sections below each other. */
export async function partsToXlsx({
  title,
  company,
  parts,
}: {
  title: string
  company: Table['company']
  parts: readonly Part[]
}): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: parts.map((part) => {
      const lines: Filled[][] = [
        [text(company.name, { bold: true, size: 12 })],
        [text(company.tinLine, {})],
        [text(company.address, {})],
        [],
        [text(part.title, { bold: true, size: 14 })],
        [text(part.period, {})],
      ]
      const sized: Filled[][] = []
      for (const section of part.sections) {
        lines.push([])
        if (section.title !== '') lines.push([text(section.title, { bold: true })])
        for (const line of section.text.flatMap((one) => brokenAt(one, sheetWidth))) lines.push([text(line, {})])
        if (section.table === null) continue
        const { columns, rows, notes } = section.table
        const head = columns.map((column) => columnHead(column.title, column.kind))
        const body = rows.map((row) => columns.map(({ kind }, i) => filled(row.cells[i] ?? null, kind, row.emphasis)))
        sized.push(head, ...body)
        lines.push(head, ...body)
        for (const note of notes.flatMap((one) => brokenAt(one, sheetWidth))) lines.push([text(note, {})])
      }
      const width = Math.max(1, ...sized.map((row) => row.length))
      return {
        name: sheetWords[part.name],
        columns: Array.from({ length: width }, (_, i) => {
          const cells = sized.flatMap((row) => row[i] ?? [])
          return { width: cells.length === 0 ? sheetWidth : columnWidth(text('', {}), cells) }
        }),
        rows: [],
        cells: placed(lines),
        pageSetup: {
          paperSize: 'a4' as const,
          orientation: 'portrait' as const,
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
        },
        headerFooter: { oddFooter: '&RPage &P of &N' },
      }
    }),
    properties: { title: oneLine(title), company: oneLine(company.name) },
    defaultFont: { name: 'Calibri', size: 11 },
  })
}

/** Characters of a line of text that runs over the columns of a sheet. */
const sheetWidth = 100

/** Spreadsheets do not break a text that runs over several columns. */
function brokenAt(paragraph: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function filled(cell: Cell, kind: ColumnKind, emphasis: Row['emphasis']): Filled {
  const look: Look = { bold: emphasis !== undefined, border: borders(kind, emphasis), align: alignment(kind) }
  if (cell === null) return text('', look)
  if (typeof cell === 'bigint') return figure(cell, kind, look)
  if (kind === 'day' && dayMistake(cell) === null)
    return number(daysSinceZero(cell), cell, { ...look, format: 'yyyy-mm-dd' })
  // A heading, or the word Total, runs over the empty cells next to it.
  if (emphasis !== undefined) return { ...text(cell, look), shown: '' }
  return text(cell, { ...look, wrap: cell.length > widest })
}

function figure(amount: Money, kind: ColumnKind, look: Look): Filled {
  if (kind === 'percent') return number(Number(amount) / 1000, formatPercent(amount), { ...look, format: '0.0%' })
  const shown = kind === 'money' ? formatMoney(amount) : amount.toString()
  if (amount > largestNumber || amount < -largestNumber) return { ...text(shown, look), tooLarge: true }
  return number(Number(shown.replaceAll(',', '')), shown, { ...look, format: kind === 'money' ? '#,##0.00' : '#,##0' })
}

function number(value: number, shown: string, look: Look): Filled {
  return { cell: { value, type: 'number', style: style(look) }, shown }
}

/** Text stays text, whatever it begins with: only explicit formula cells compute. */
function text(value: string, look: Look): Filled {
  const shown = value.length > longestText ? `${value.slice(0, longestText - 1)}…` : value
  if (shown === '') return { cell: { value: null, type: 'empty', style: style(look) }, shown }
  const cell: Partial<SheetCell> = { value: shown, type: 'string', style: style(look) }
  // '#N/A' would be written as an error; as rich text it stays as typed.
  return { cell: shown.startsWith('#') ? { ...cell, type: 'richText', richText: [{ text: shown }] } : cell, shown }
}

function columnHead(title: string, kind: ColumnKind): Filled {
  return text(title, { bold: true, wrap: true, align: alignment(kind), border: { bottom: { style: 'medium' } } })
}

function placed(rows: Filled[][]): Map<string, Partial<SheetCell>> {
  return new Map(rows.flatMap((row, r) => row.map(({ cell }, c) => [`${r},${c}`, cell] as const)))
}

function style({ bold = false, size = 11, format, align = 'left', wrap = false, border }: Look): CellStyle {
  return {
    font: { name: 'Calibri', size, bold },
    alignment: { horizontal: align, vertical: 'top', wrapText: wrap },
    ...(format === undefined ? {} : { numFmt: format }),
    ...(border === undefined ? {} : { border }),
  }
}

function alignment(kind: ColumnKind): 'left' | 'right' {
  return isFigure(kind) ? 'right' : 'left'
}

function borders(kind: ColumnKind, emphasis: Row['emphasis']): CellStyle['border'] {
  if (emphasis === 'total') return { top: { style: 'thin' }, bottom: { style: 'double' } }
  if (emphasis === 'subtotal' && alignment(kind) === 'right') return { top: { style: 'thin' } }
  return undefined
}

function columnWidth(head: Filled, cells: Filled[]): number {
  const words = head.shown.split(/\s+/).map((word) => word.length)
  const longest = cells.reduce((most, { shown }) => Math.max(most, shown.length), Math.max(...words))
  return Math.min(widest, Math.max(8, longest + 2))
}

/** The day 0 of spreadsheets: a day early, because they include a 29 February 1900. */
function daysSinceZero(day: Day): number {
  return daysBetween('1899-12-30', day)
}

function sheetName(title: string): string {
  const name = oneLine(title.replace(/[[\]:*?/\\']/g, ' '))
    .slice(0, 31)
    .trim()
  return name === '' || name.toLowerCase() === 'history' ? 'Report' : name
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}
