// The tables in a file: CSV by papaparse, workbooks by hucre, the words of a PDF by unpdf. Runs in the reading thread
// alone: these are the files of strangers.
import Papa from 'papaparse'
import { maxColumns } from '@talaan/ledger/banking/formats/layout.ts'
import type { Table } from '@talaan/ledger/banking/formats/layout.ts'
import { rowsOfPdf } from '@talaan/ledger/banking/formats/pdf-rows.ts'
import type { Word } from '@talaan/ledger/banking/formats/pdf-rows.ts'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { assertUnpacksWithin } from '../../platform/archive.ts'

export type NamedTable = { name: string; rows: Table }

const mostRows = 50_000
const maxUnpackedBytes = 100 * 1024 * 1024
const maxEntries = 2000
const maxPages = 300
const longestCell = 500

const tooManyRows = `This file has more than ${mostRows.toLocaleString('en')} rows. Download a shorter period.`

const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim().slice(0, longestCell)

export function tablesOfCsv(text: string): NamedTable[] {
  const delimiter = delimiterOf(text)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: false, preview: mostRows + 1 })
  if (data.length > mostRows) throw new UnreadableStatement(tooManyRows)
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
  if (unclosed !== undefined)
    throw new UnreadableStatement(
      `Row ${(unclosed.row ?? 0) + 1}: a quotation mark is not closed. The file is incomplete or damaged. Download it again.`,
    )
  const widest = Math.max(0, ...data.slice(0, 2000).map((row) => row.length))
  if (widest < 3)
    throw new UnreadableStatement(
      'This file has no columns. A statement needs at least a date, a description and an amount. Download the statement again as CSV.',
    )
  if (widest > 200) throw new UnreadableStatement('This file has more than 200 columns and is not a bank statement.')
  return [{ name: 'CSV', rows: data.map((row) => row.slice(0, maxColumns).map((cell) => clean(asMeant(cell)))) }]
}

/** Banks write ="0012" or '0012 so that a workbook keeps the zeros. */
const asMeant = (cell: string): string => cell.replace(/^\s*=\s*"(.*)"\s*$/s, '$1').replace(/^'(?=[\d+-])/, '')

/** The mark that divides the most rows into equally many cells. */
export function delimiterOf(text: string): string {
  const lines = text.slice(0, 60_000).split('\n').slice(0, 200)
  const scored = [',', ';', '\t', '|'].map((mark) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(mark).length).filter((count) => count > 1)
    const usual = Map.groupBy(counts, (count) => count)
    const [count, rows] = [...usual].toSorted((a, b) => b[1].length - a[1].length || b[0] - a[0])[0] ?? [0, []]
    return { mark, score: rows.length * 100 + count }
  })
  return scored.toSorted((a, b) => b.score - a.score)[0]?.mark ?? ','
}

export async function tablesOfXlsx(bytes: Uint8Array): Promise<NamedTable[]> {
  assertUnpacksWithin(bytes, { maxBytes: maxUnpackedBytes, maxEntries })
  const { readXlsx } = await import('hucre/xlsx')
  const read = await readXlsx(bytes, { maxRows: mostRows + 1 }).catch(() => {
    throw new UnreadableStatement(
      'This workbook is damaged and cannot be read. Open it, save it as XLSX again, and try again.',
    )
  })
  const tables = read.sheets.map(({ name, rows }) => {
    if (rows.length > mostRows) throw new UnreadableStatement(tooManyRows)
    return { name: clean(name), rows: rows.map((row) => row.slice(0, maxColumns).map(cellText)) }
  })
  if (!tables.some(({ rows }) => rows.length > 0)) throw new UnreadableStatement('This workbook is empty.')
  return tables
}

/** Figures of a workbook are floats; a statement's have two decimals. What has more is no centavo and is not made one. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') {
    const centavos = cell * 100
    if (Number.isInteger(cell)) return cell.toString()
    // Six decimals, because three may be read as thousands.
    return cell.toFixed(Math.abs(centavos - Math.round(centavos)) < 0.0001 ? 2 : 6)
  }
  return typeof cell === 'string' ? clean(cell) : ''
}

export async function tablesOfPdf(bytes: Uint8Array): Promise<NamedTable[]> {
  const { extractTextItems, getDocumentProxy } = await import('unpdf')
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: false, verbosity: 0 })
    if (document.numPages > maxPages)
      throw new UnreadableStatement(`This PDF has more than ${maxPages} pages. Download a shorter period.`)
    const { items } = await extractTextItems(document)
    const words = items.flatMap((page, at): Word[] =>
      page.map(({ str, x, y, width, fontSize }) => ({ page: at + 1, x, y, width, height: fontSize, text: clean(str) })),
    )
    const filled = words.filter(({ text }) => text !== '')
    if (filled.length < 5)
      throw new UnreadableStatement(
        'This PDF is a scan without text. Download the statement from the bank as PDF, CSV or XLSX.',
      )
    return [{ name: 'PDF', rows: rowsOfPdf(filled).slice(0, mostRows) }]
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableStatement(
        'This PDF has a password. Open it, print it to a new PDF without a password, and upload that file.',
      )
    throw new UnreadableStatement('This PDF is damaged and cannot be read. Download it again.')
  }
}
