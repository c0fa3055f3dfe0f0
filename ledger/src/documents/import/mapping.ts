// How rows of a spreadsheet become documents, or entries of the register. A further kind that can be imported is one such
// value more.
import type { ExpenseType } from '../../accounts/expense-types.ts'
import type { Day } from '../../core/date.ts'
import { canonical } from '../../core/digest.ts'
import type { PartyKind, PartyRole, VatStatus } from '../../core/party.ts'
import type { CompanyFacts } from '../facts.ts'
import type { DocumentTypeName } from '../words.ts'

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

export type Cell = { row: number; column: string }

export type NamedParty = { id: string; name: string; kind: PartyKind; vatStatus: VatStatus }

export type PartyMatch = NamedParty | { mistake: string }

/** A recorded document that is not void, by its number in Talaan or its external number. */
export type NamedDocument = {
  id: string
  kind: DocumentTypeName
  number: string
  externalNo: string | null
  partyId: string | null
}

/** What the books know by name, for cells that name it. */
export type Names = {
  today: Day
  company: Pick<CompanyFacts, 'vatRegistered' | 'topAgentFrom'>
  partyOf(text: string): PartyMatch
  documentsOf(text: string): readonly NamedDocument[]
  accounts: readonly { code: string; name: string }[]
  money: readonly { code: string; name: string; currency: string }[]
  types: readonly ExpenseType[]
}

export type ReadRows = {
  /** The fields as the form of the kind would send them. */
  fields: Record<string, unknown>
  /** What could not be read. */
  mistakes: CellMistake[]
  /** Where a mistake of the kind's rule belongs. */
  cellOf(path: readonly (string | number)[]): Cell
}

/** As much of a mapping as the page needs to match the columns of a file, and the file to begin with. */
export type ImportTemplate = {
  /** What the rows become: documents of a kind, or customers and suppliers of the register. */
  records: { kind: DocumentTypeName } | { role: PartyRole }
  /** What a list of them is called, where only a part of the kind comes in by it. */
  plural?: string
  columns: readonly ImportColumn[]
}

export type ImportMapping = ImportTemplate & {
  /** Rows that are the same in these columns are one document, if the first of them is filled; else each row is one. */
  together: readonly string[]
  /** The columns by which a person knows the document. */
  label: readonly string[]
  /** The columns whose cells name a party of the register, and a document; and the kinds such a document is of. */
  parties: readonly string[]
  documents: readonly string[]
  documentTypes: readonly DocumentTypeName[]
  read(rows: readonly ImportRow[], names: Names): ReadRows
}

/** The kinds of documents that leave a credit: a customer's with us, or ours with a supplier. */
export const creditTypes = {
  customerAdvances: ['collection', 'creditmemo', 'opening'],
  supplierAdvances: ['payment', 'bill', 'cheque', 'opening'],
} as const satisfies Record<string, readonly DocumentTypeName[]>

export type ImportGroup = {
  /** Numbers of its rows in the file, from 0. */
  rows: number[]
  cells: ImportRow[]
  /** How many documents before it have the very same cells. */
  copy: number
}

/** Which column of a file is which, by its title; null where nobody can tell. */
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

/** The documents that the rows make, in the order of their first rows; rows without any cell are left out. */
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

/** What makes rows the same again in whatever file: their filled cells, not the columns that stay empty. */
export const contentOf = ({ cells }: Pick<ImportGroup, 'cells'>): string =>
  canonical(cells.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))))

/** A file to begin with: the titles, and a row that shows how each cell is written. */
export function templateCsv({ columns }: Pick<ImportTemplate, 'columns'>): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  return `\uFEFF${line(columns.map(({ title }) => title))}\r\n${line(columns.map(({ example }) => example))}\r\n`
}

/** As titles and names are compared: letters and digits only, with or without capitals. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
