// How rows of a spreadsheet become documents of a kind. A further kind that can be imported is one such value more.
import type { Day } from '../day.ts'
import type { KindName } from '../documents/kind.ts'

export type ImportColumn = {
  key: string
  /** The title in the template, and others it goes by in people's files. */
  title: string
  also?: readonly string[]
  required?: boolean
  example: string
}

/** The cells of a row by the keys of the columns; a column that the file does not have is missing. */
export type ImportRow = Readonly<Record<string, string>>
/** A mistake beside its cell: the row counts within the document, the column by its key. */
export type CellMistake = { row: number; column: string; message: string }
export type PartyFound = { id: string } | { mistake: string }

export type ImportMapping = {
  kind: KindName
  columns: readonly ImportColumn[]
  /** Rows that are the same in these columns are lines of one document; without any, each row is a document. */
  together: readonly string[]
  /** The columns by which a person knows the document. */
  label: readonly string[]
  /** The column whose cells name a customer or supplier. */
  party: string
  /** The document as its form would send it, and what could not be read. */
  fieldsOf(
    rows: readonly ImportRow[],
    asked: { today: Day; partyOf: (text: string) => PartyFound },
  ): { fields: Record<string, unknown>; mistakes: CellMistake[] }
  /** Where a mistake of the kind's rule belongs. */
  cellOf(path: readonly (string | number)[]): { row: number; column: string }
}

export type ImportGroup = {
  /** Numbers of its rows in the file, from 0. */
  rows: number[]
  cells: ImportRow[]
  /** How many documents before it have the very same cells. */
  copy: number
}

/** Which column of a file is which, by its title; null where nobody can tell. */
export function matchColumns({ columns }: ImportMapping, titles: readonly string[]): (string | null)[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const found = columns.find(
      ({ key, title: own, also = [] }) => !taken.has(key) && [key, own, ...also].map(plain).includes(plain(title)),
    )
    if (found === undefined) return null
    taken.add(found.key)
    return found.key
  })
}

/** The documents that the rows make, in the order of their first rows; rows without any cell are left out. */
export function groupRows(
  mapping: ImportMapping,
  columns: readonly (string | null)[],
  rows: readonly (readonly string[])[],
): ImportGroup[] {
  const groups = new Map<string, ImportGroup>()
  for (const [at, row] of rows.entries()) {
    const cells = Object.fromEntries(columns.flatMap((key, i) => (key === null ? [] : [[key, (row[i] ?? '').trim()]])))
    if (Object.values(cells).every((cell) => cell === '')) continue
    const own = mapping.together.map((key) => plain(cells[key] ?? ''))
    const key = own.some((cell) => cell !== '') ? JSON.stringify(own) : `row ${at}`
    const group = groups.get(key) ?? { rows: [], cells: [], copy: 0 }
    group.rows.push(at)
    group.cells.push(cells)
    groups.set(key, group)
  }
  const seen = new Map<string, number>()
  return [...groups.values()].map((group) => {
    const content = JSON.stringify(group.cells)
    const copy = seen.get(content) ?? 0
    seen.set(content, copy + 1)
    return { ...group, copy }
  })
}

/** A file to begin with: the titles, and a row that shows how each cell is written. */
export function templateCsv({ columns }: ImportMapping): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  return `\uFEFF${line(columns.map(({ title }) => title))}\r\n${line(columns.map(({ example }) => example))}\r\n`
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
