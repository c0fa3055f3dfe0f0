// Reads a spreadsheet of opening balances or documents to import as cells of text.
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { csvRows } from './csv.ts'
import { sheetsOf } from './workbook.ts'

export type CellsFile = {
  bytes: Uint8Array
  name: string
  /** Workbooks store numbers as floats, which are rounded to this many decimals. */
  decimals: number
}

const maxRows = 5000
const longestCell = 200
/** The check sends all cells back, and a request may not be larger. */
const maxCharacters = 4 * 1024 * 1024

/** One table per sheet. Throws UnreadableStatement with the message for the user. */
export async function readCells(file: CellsFile): Promise<string[][][]> {
  const tables = await tablesOf(file)
  const characters = tables.flat(2).reduce((sum, cell) => sum + cell.length, 0)
  if (characters > maxCharacters)
    throw new UnreadableStatement('This file has too much text. Split it into several files.')
  for (const rows of tables) refuseTooLarge(rows)
  return tables
}

/** Nothing is cut off silently: a shortened name or a missing row would be recorded. */
function refuseTooLarge(rows: readonly string[][]): void {
  if (rows.length > maxRows)
    throw new UnreadableStatement(
      `This file has more than ${maxRows.toLocaleString('en')} rows. Split it into several files.`,
    )
  const at = rows.findIndex((row) => row.some((cell) => cell.length > longestCell))
  if (at >= 0)
    throw new UnreadableStatement(
      `Row ${at + 1} has a cell with more than ${longestCell} characters. Shorten it, or delete the column if you don't need it.`,
    )
}

async function tablesOf({ bytes, name, decimals }: CellsFile): Promise<string[][][]> {
  if (bytes.byteLength === 0) throw new UnreadableStatement('This file is empty. Choose another one.')
  if (zipStart.every((byte, at) => bytes[at] === byte)) {
    const sheets = await sheetsOf(bytes, { maxRows: maxRows + 1 })
    return sheets.map(({ rows }) => rows.map((row) => row.map((cell) => plain(cellText(cell, decimals)))))
  }
  if (/\.xls$/i.test(name) || bytes.includes(0))
    throw new UnreadableStatement('This is not a CSV or XLSX file. Save it in one of these formats and try again.')
  return [csvRows(textOf(bytes), { skipEmptyLines: true, maxRows: maxRows + 1 }).map((row) => row.map(plain))]
}

const zipStart = [0x50, 0x4b, 3, 4]

/** UTF-8, or else Windows-1252. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function cellText(cell: unknown, decimals: number): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number')
    return Number.isInteger(cell) ? cell.toString() : cell.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')
  if (typeof cell === 'string' || typeof cell === 'boolean') return String(cell)
  return ''
}

const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim()
