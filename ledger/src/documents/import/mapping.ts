// How rows of a spreadsheet become documents or parties. A new import type is one more such value.
import type { ExpenseType } from '../facts.ts'
import type { Day } from '../../core/date.ts'
import { canonical } from '../../core/digest.ts'
import type { NoTin, PartyKind, PartyRole, VatStatus } from '../../core/party.ts'
import type { Registration } from '../../tax/registrations.ts'
import type { DocumentTypeName } from '../words.ts'

export type ImportColumn = {
  key: string
  /** The title in the template, and its synonyms in other files. */
  title: string
  also?: readonly string[]
  required?: boolean
  example: string
}

/** The cells of a row by column key; columns absent from the file are missing. */
export type ImportRow = Readonly<Record<string, string>>

/** An error at a cell: the row counts within the document, the column by its key. */
export type CellMistake = { row: number; column: string; message: string }

export type Cell = { row: number; column: string }

export type NamedParty = { id: string; name: string; kind: PartyKind; vatStatus: VatStatus; noTin: NoTin }

export type PartyMatch = NamedParty | { mistake: string }

/** A recorded document that is not void, by its number in Talaan or its external number. */
export type NamedDocument = {
  id: string
  kind: DocumentTypeName
  number: string
  externalNo: string | null
  partyId: string | null
}

/** Lookups by name, for cells. */
export type Names = {
  today: Day
  registrations: readonly Registration[]
  partyOf(text: string): PartyMatch
  documentsOf(text: string): readonly NamedDocument[]
  accounts: readonly { code: string; name: string }[]
  money: readonly { code: string; name: string; currency: string }[]
  types: readonly ExpenseType[]
}

export type ReadRows = {
  /** The fields as sent by the form of the type. */
  fields: Record<string, unknown>
  /** The errors of the cells. */
  mistakes: CellMistake[]
  /** Maps an error of the type's rule to a cell. */
  cellOf(path: readonly (string | number)[]): Cell
}

/** The part of a mapping that the page needs to match the columns of a file and to build the template. */
export type ImportTemplate = {
  /** Rows become documents of a type, or customers and suppliers. */
  records: { kind: DocumentTypeName } | { role: PartyRole }
  /** The plural name, if only a part of the type is imported. */
  plural?: string
  columns: readonly ImportColumn[]
}

export type ImportMapping = ImportTemplate & {
  /** Rows that are equal in these columns are one document, if the first of them is filled; else each row is one. */
  together: readonly string[]
  /** The columns that identify the document to a person. */
  label: readonly string[]
  /** The columns that name a party, and a document; and the types of that document. */
  parties: readonly string[]
  documents: readonly string[]
  documentTypes: readonly DocumentTypeName[]
  read(rows: readonly ImportRow[], names: Names): ReadRows
}

/** The document types that leave a credit: a customer's, or ours with a supplier. */
export const creditTypes = {
  customerAdvances: ['collection', 'creditmemo', 'opening'],
  supplierAdvances: ['payment', 'bill', 'cheque', 'opening'],
} as const satisfies Record<string, readonly DocumentTypeName[]>

export type ImportGroup = {
  /** Its row numbers in the file, from 0. */
  rows: number[]
  cells: ImportRow[]
  /** The number of earlier documents with identical cells. */
  copy: number
}

/** Assigns file columns by title; null if unknown. */
export function matchColumns(
  { columns }: Pick<ImportTemplate, 'columns'>,
  titles: readonly string[],
): (string | null)[] {
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

/** The documents of the rows, in the order of their first rows; empty rows are skipped. */
export function groupRows(
  { together }: Pick<ImportMapping, 'together'>,
  columns: readonly (string | null)[],
  rows: readonly (readonly string[])[],
): ImportGroup[] {
  const groups = new Map<string, ImportGroup>()
  for (const [at, row] of rows.entries()) {
    const cells = Object.fromEntries(columns.flatMap((key, i) => (key === null ? [] : [[key, (row[i] ?? '').trim()]])))
    if (Object.values(cells).every((cell) => cell === '')) continue
    const own = together.map((key) => plain(cells[key] ?? ''))
    const key = (own[0] ?? '') === '' ? `row ${at}` : JSON.stringify(own)
    const group = groups.get(key) ?? { rows: [], cells: [], copy: 0 }
    group.rows.push(at)
    group.cells.push(cells)
    groups.set(key, group)
  }
  const seen = new Map<string, number>()
  return [...groups.values()].map((group) => {
    const content = contentOf(group)
    const copy = seen.get(content) ?? 0
    seen.set(content, copy + 1)
    return { ...group, copy }
  })
}

/** The identity of rows across files: their filled cells, ignoring empty columns. */
export const contentOf = ({ cells }: Pick<ImportGroup, 'cells'>): string =>
  canonical(cells.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))))

/** A template file: the titles, and an example row. */
export function templateCsv({ columns }: Pick<ImportTemplate, 'columns'>): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  return `\uFEFF${line(columns.map(({ title }) => title))}\r\n${line(columns.map(({ example }) => example))}\r\n`
}

/** Normalized titles and names: lower-case letters and digits only. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
