// Reads one file as bank statements: detects its format, and applies a layout if the format is a table or has ambiguous dates.
import { readCamt053 } from '@talaan/ledger/banking/formats/camt053.ts'
import { detectFormat } from '@talaan/ledger/banking/formats/detect.ts'
import { openQuestions, rowWithTitles, statementLayout } from '@talaan/ledger/banking/formats/layout.ts'
import type { LayoutDraft, StatementLayout, TableDraft } from '@talaan/ledger/banking/formats/layout.ts'
import { readMt940 } from '@talaan/ledger/banking/formats/mt940.ts'
import { readOfx } from '@talaan/ledger/banking/formats/ofx.ts'
import { qifDays, readQif } from '@talaan/ledger/banking/formats/qif.ts'
import type { Statement, StatementFormat } from '@talaan/ledger/banking/formats/statement.ts'
import { orderOf, suggestLayout } from '@talaan/ledger/banking/formats/suggest.ts'
import { readTable } from '@talaan/ledger/banking/formats/table.ts'
import type { RowNote } from '@talaan/ledger/banking/formats/table.ts'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { tablesOfCsv, tablesOfPdf, tablesOfXlsx } from './tables.ts'
import type { NamedTable } from './tables.ts'

export type StatementFile = {
  bytes: Uint8Array
  /** The layout that the user is choosing now. */
  said: LayoutDraft | null
  /** The stored layouts of the account, newest first. */
  kept: readonly StatementLayout[]
}

export type FileRead = {
  format: StatementFormat
  tables: { name: string; rows: string[][]; total: number }[]
  layout: LayoutDraft | null
  layoutFrom: 'kept' | 'ready' | 'found' | 'said' | null
  ready: string | null
  open: string[]
  changed: boolean
  statements: Statement[]
  mistakes: RowNote[]
  leftOut: RowNote[]
  notes: string[]
}

const shownRows = 60
const maxMistakes = 50

/** Throws UnreadableStatement with the message for the user. */
export async function readStatement({ bytes, said, kept }: StatementFile): Promise<FileRead> {
  const { format, text } = detectFormat(bytes)
  const read: FileRead = {
    format,
    tables: [],
    layout: null,
    layoutFrom: null,
    ready: null,
    open: [],
    changed: false,
    statements: [],
    mistakes: [],
    leftOut: [],
    notes: [],
  }
  if (format === 'ofx') return { ...read, ...readOfx(text) }
  if (format === 'mt940') return { ...read, ...readMt940(text) }
  if (format === 'camt053') return { ...read, ...readCamt053(text) }
  if (format === 'qif') return qif(read, { text, said, kept })
  const tables =
    format === 'csv' ? tablesOfCsv(text) : format === 'xlsx' ? await tablesOfXlsx(bytes) : await tablesOfPdf(bytes)
  return tabular(read, { tables, said, kept })
}

type Layouts = Pick<StatementFile, 'said' | 'kept'>

function qif(read: FileRead, { text, said, kept }: Layouts & { text: string }): FileRead {
  const found = orderOf(qifDays(text))
  const asKept = kept.find((layout) => layout.kind === 'qif')
  const layout: LayoutDraft = said?.kind === 'qif' ? said : (asKept ?? { kind: 'qif', dateOrder: found ?? null })
  const layoutFrom = said?.kind === 'qif' ? 'said' : asKept === undefined ? 'found' : 'kept'
  const open = openQuestions(layout)
  const statements = layout.dateOrder === null ? [] : readQif(text, layout.dateOrder).statements
  return { ...read, layout, layoutFrom, open, statements }
}

function tabular(read: FileRead, { tables, said, kept }: Layouts & { tables: NamedTable[] }): FileRead {
  const rows = tables.map((table) => table.rows)
  const shown = tables.map(({ name, rows: all }) => ({
    name,
    rows: all.slice(0, shownRows).map((row) => [...row]),
    total: all.length,
  }))
  const tried = kept.filter((layout) => layout.kind === 'table')
  const chosen = said?.kind === 'table' ? said : undefined
  // The user chose another sheet but no columns yet: suggest its columns like those of a new file.
  const isNew = chosen !== undefined && chosen.day === null && chosen.amount === null && chosen.description.length === 0
  const own = isNew ? undefined : chosen
  // Older layouts are tried too: banks return to them, and users upload older files.
  const fitting = chosen === undefined ? tried.find((layout) => canRead(rows, layout)) : undefined
  const suggested = (own ?? fitting) ? undefined : suggestLayout(isNew ? onlySheet(rows, chosen.table) : rows)
  if (suggested !== undefined && hasNothingBelow(rows, suggested.layout))
    throw new UnreadableStatement(
      'There are no transactions below the column headings. Download a statement for a longer period from your bank.',
    )
  const layout: LayoutDraft | null = own ?? fitting ?? suggested?.layout ?? null
  const base: FileRead = {
    ...read,
    tables: shown,
    layout,
    layoutFrom:
      own !== undefined ? 'said' : fitting !== undefined ? 'kept' : suggested?.ready != null ? 'ready' : 'found',
    ready: suggested?.ready ?? null,
    open: layout === null ? [] : openQuestions(layout),
    changed: chosen === undefined && tried.length > 0 && fitting === undefined,
  }
  const complete = statementLayout.safeParse(layout)
  if (!complete.success || complete.data.kind !== 'table' || base.open.length > 0) return base
  try {
    const { statement, mistakes, leftOut, notes } = readTable(rows, complete.data)
    return {
      ...base,
      statements: [statement],
      mistakes: mistakes.slice(0, maxMistakes),
      leftOut: leftOut.slice(0, maxMistakes),
      notes,
    }
  } catch (error) {
    // While the user is choosing the layout, errors are shown with it.
    if (!(error instanceof UnreadableStatement)) throw error
    return { ...base, mistakes: [{ row: 0, message: error.message }] }
  }
}

/** Empties the other tables; the position of each stays the same. */
const onlySheet = (tables: NamedTable['rows'][], table: number): NamedTable['rows'][] =>
  tables.map((rows, at) => (at === table ? rows : []))

function hasNothingBelow(tables: NamedTable['rows'][], { table, titles, day }: TableDraft): boolean {
  const rows = tables[table] ?? []
  if (titles.length === 0 || day === null) return false
  return rows.slice(rowWithTitles(rows, titles) + 1).every((cells) => (cells[day] ?? '').trim() === '')
}

function canRead(tables: NamedTable['rows'][], layout: StatementLayout): boolean {
  if (layout.kind !== 'table') return false
  try {
    return readTable(tables, layout).mistakes.length === 0
  } catch (error) {
    if (error instanceof UnreadableStatement) return false
    throw error
  }
}
