// Reads the tables of a bank's file: a CSV, the sheets of a workbook, or the text of a PDF (with unpdf).
import type { getDocumentProxy as openPdf } from 'unpdf'
import { maxColumns } from '@talaan/ledger/banking/formats/layout.ts'
import type { Table } from '@talaan/ledger/banking/formats/layout.ts'
import { rowsOfPdf } from '@talaan/ledger/banking/formats/pdf-rows.ts'
import type { Word } from '@talaan/ledger/banking/formats/pdf-rows.ts'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { csvRows } from './csv.ts'
import { longestCell, maxPages, maxRows, maxWords } from './limits.ts'
import { sheetsOf } from './workbook.ts'

type PDFDocumentProxy = Awaited<ReturnType<typeof openPdf>>
type TextContent = Awaited<ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getTextContent']>>

export type NamedTable = { name: string; rows: Table }

const tooManyRows = `This file has more than ${maxRows.toLocaleString('en')} rows. Download a shorter period.`

const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim().slice(0, longestCell)

export function tablesOfCsv(text: string): NamedTable[] {
  const delimiter = delimiterOf(text)
  const data = csvRows(text, { delimiter, skipEmptyLines: false, maxRows: maxRows + 1 })
  if (data.length > maxRows) throw new UnreadableStatement(tooManyRows)
  const widest = Math.max(0, ...data.slice(0, 2000).map((row) => row.length))
  if (widest < 3)
    throw new UnreadableStatement(
      'This file has no columns. A statement needs at least a date, a description and an amount. Download the statement again as CSV.',
    )
  return [{ name: 'CSV', rows: data.map((row) => row.slice(0, maxColumns).map((cell) => clean(asMeant(cell)))) }]
}

/** Banks write ="0012" or '0012 so that spreadsheet programs keep the leading zeros. */
const asMeant = (cell: string): string => cell.replace(/^\s*=\s*"(.*)"\s*$/s, '$1').replace(/^'(?=[\d+-])/, '')

/** The character that splits the most rows into the same number of cells. */
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
  const sheets = await sheetsOf(bytes, { maxRows: maxRows + 1 })
  const tables = sheets.map(({ name, rows }) => {
    if (rows.length > maxRows) throw new UnreadableStatement(tooManyRows)
    return { name: clean(name), rows: rows.map((row) => row.slice(0, maxColumns).map(cellText)) }
  })
  if (!tables.some(({ rows }) => rows.length > 0)) throw new UnreadableStatement('This workbook is empty.')
  return tables
}

/** Workbooks store numbers as floats; amounts have two decimals. A number with more decimals is not rounded, so that it is refused. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') {
    const centavos = cell * 100
    if (Number.isInteger(cell)) return cell.toString()
    // Six decimals, because three could be read as thousands.
    return cell.toFixed(Math.abs(centavos - Math.round(centavos)) < 0.0001 ? 2 : 6)
  }
  return typeof cell === 'string' ? clean(cell) : ''
}

export async function tablesOfPdf(bytes: Uint8Array): Promise<NamedTable[]> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: false, verbosity: 0 })
    if (document.numPages > maxPages)
      throw new UnreadableStatement(`This PDF has more than ${maxPages} pages. Download a shorter period.`)
    const filled = await wordsOf(document)
    if (filled.length < 5)
      throw new UnreadableStatement(
        'This PDF is a scan without text. Download the statement from the bank as PDF, CSV or XLSX.',
      )
    return [{ name: 'PDF', rows: rowsOfPdf(filled).slice(0, maxRows) }]
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableStatement(
        'This PDF has a password. Open it, print it to a new PDF without a password, and upload that file.',
      )
    throw new UnreadableStatement('This PDF is damaged and cannot be read. Download it again.')
  }
}

/** Streams the text, so that reading can stop at the limit. */
async function wordsOf(document: PDFDocumentProxy): Promise<Word[]> {
  const words: Word[] = []
  for (let page = 1; page <= document.numPages; page += 1) {
    const loaded = await document.getPage(page)
    for await (const { items } of loaded.streamTextContent() as ReadableStream<TextContent>) {
      for (const item of items) {
        if (!('str' in item)) continue
        const [text, [, , c = 0, d = 0, x = 0, y = 0]] = [clean(item.str), item.transform as number[]]
        if (text !== '') words.push({ page, x, y, width: item.width, height: Math.hypot(c, d), text })
      }
      if (words.length > maxWords)
        throw new UnreadableStatement('This PDF has too much text for a bank statement. Download a shorter period.')
    }
    loaded.cleanup()
  }
  return words
}
