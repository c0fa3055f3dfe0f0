// Reads the rows of a CSV file with papaparse, and checks their width before their cells are created.
import Papa from 'papaparse'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { longestLine, widestTable } from './limits.ts'

type CsvOptions = {
  /** Detected if not given. */
  delimiter?: string
  skipEmptyLines: boolean
  /** Later rows are ignored. */
  maxRows: number
}

export function csvRows(text: string, { maxRows, ...options }: CsvOptions): string[][] {
  refuseLongLines(text)
  const rows: string[][] = []
  let unclosed: number | undefined
  Papa.parse<string[]>(text, {
    ...options,
    step: ({ data, errors }, parser) => {
      if (data.length > widestTable)
        throw new UnreadableStatement(
          `Row ${rows.length + 1} has more than ${widestTable} columns. Keep the columns you need and save the file again.`,
        )
      if (errors.some(({ code }) => code === 'MissingQuotes')) unclosed = rows.length + 1
      rows.push(data)
      if (rows.length >= maxRows) parser.abort()
    },
  })
  if (unclosed !== undefined)
    throw new UnreadableStatement(
      `Row ${unclosed}: a quotation mark is not closed. The file is incomplete or damaged. Download it again.`,
    )
  return rows
}

function refuseLongLines(text: string): void {
  let line = 1
  for (let at = 0; at < text.length; line += 1) {
    const end = endOfLine(text, at)
    if (end - at > longestLine)
      throw new UnreadableStatement(
        `Line ${line} has more than ${longestLine.toLocaleString('en')} characters, so this is not a table. Save the file as CSV again.`,
      )
    at = end + 1
  }
}

/** Some old files end lines with only a carriage return. */
function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return at
  }
  return text.length
}
