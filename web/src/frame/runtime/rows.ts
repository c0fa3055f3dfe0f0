// The rows of a grid. The grid grows by itself: unless its rows are fixed, it always ends in an empty row.
import { choice } from '../../ui/choice.ts'

export type Row = { readonly id: string }

/** The cells of a row: everything except its id. */
export type CellOf<R extends Row> = Exclude<keyof R & string, 'id'>

export type RowChange<R extends Row> =
  | { type: 'line'; id: string; field: CellOf<R>; value: string }
  | { type: 'removeLine'; id: string }
  /** Inserts an empty row above this row. */
  | { type: 'insertLine'; id: string }
  /** Moves the row to the position of another row. */
  | { type: 'moveLine'; id: string; to: number }
  | { type: 'copyCell'; id: string; field: CellOf<R> }
  | { type: 'copyLine'; id: string }
  /** Pastes cells from a spreadsheet: one record for each row, beginning with this row. */
  | {
      type: 'paste'
      id: string
      cells: readonly Partial<Record<CellOf<R>, string>>[]
      /** Texts that do not occur in the list of their column. */
      unknown?: readonly string[]
      /** The labels of the columns that were filled. */
      into?: readonly string[]
    }
  /** Takes a change back. */
  | { type: 'revert'; id: string; before: readonly R[]; after: readonly R[] }

/** A change of more than one cell, which can be undone. */
export type Restorable<R extends Row> = Exclude<RowChange<R>, { type: 'line' | 'copyCell' | 'revert' }>

export type RowKind<R extends Row> = {
  /** Whether the row has no input; suggestions do not count. */
  isEmpty: (row: R) => boolean
  /** An empty row, with defaults from the row above. */
  empty: (id: string, above?: R) => R
  /** The rows are fixed, like open invoices, so none can be added. */
  fixed?: boolean
}

export function rowsChanged<R extends Row>(rows: readonly R[], change: RowChange<R>, kind: RowKind<R>): R[] {
  const at = rows.findIndex(({ id }) => id === change.id)
  const above = rows[at - 1]
  switch (change.type) {
    case 'line':
      return rowChanged(rows, at, { [change.field]: change.value }, kind)
    case 'removeLine':
      return withEmptyRow(
        rows.filter(({ id }) => id !== change.id),
        kind,
      )
    case 'insertLine':
      return at === -1 || kind.fixed ? [...rows] : rows.toSpliced(at, 0, kind.empty(nextId(rows), above))
    case 'moveLine':
      return moved(rows, at, change.to, kind)
    case 'revert':
      return reverted(rows, change, kind)
    case 'copyCell':
      return above ? rowChanged(rows, at, { [change.field]: above[change.field] }, kind) : [...rows]
    case 'copyLine':
      return above ? rowChanged(rows, at, { ...above, id: change.id }, kind) : [...rows]
    case 'paste':
      return at === -1 ? [...rows] : pasted(rows, at, change.cells, kind)
  }
}

export function withEmptyRow<R extends Row>(rows: readonly R[], kind: RowKind<R>): R[] {
  const last = rows.at(-1)
  return kind.fixed || (last && kind.isEmpty(last)) ? [...rows] : [...rows, kind.empty(nextId(rows), last)]
}

/** The rows with input and their positions in the grid. Only these are sent. */
export function filledRows<R extends Row>(rows: readonly R[], { isEmpty }: Pick<RowKind<R>, 'isEmpty'>): number[] {
  return rows.flatMap((row, at) => (isEmpty(row) ? [] : [at]))
}

/** The empty row stays at the end. */
function moved<R extends Row>(rows: readonly R[], at: number, to: number, kind: RowKind<R>): R[] {
  const row = rows[at]
  const last = rows.at(-1)
  const end = last && kind.isEmpty(last) ? rows.length - 2 : rows.length - 1
  if (row === undefined || kind.fixed || at > end) return [...rows]
  return rows.toSpliced(at, 1).toSpliced(Math.max(0, Math.min(to, end)), 0, row)
}

/** The rows before a change, with the input that was typed since. */
function reverted<R extends Row>(
  rows: readonly R[],
  { before, after }: { before: readonly R[]; after: readonly R[] },
  kind: RowKind<R>,
): R[] {
  const as = (list: readonly R[], id: string) => JSON.stringify(list.find((row) => row.id === id))
  const stay = before.map((row) => {
    const now = rows.find(({ id }) => id === row.id)
    return now !== undefined && as(before, row.id) === as(after, row.id) ? now : row
  })
  const known = new Set([...before, ...after].map(({ id }) => id))
  const since = rows.filter((row) => !known.has(row.id) && !kind.isEmpty(row))
  const typed = since.length === 0 ? stay : stay.filter((row, at) => at < stay.length - 1 || !kind.isEmpty(row))
  return withEmptyRow([...typed, ...since], kind)
}

/** More rows than any document can have; the rest of a paste is dropped. */
const maxPastedRows = 500

function pasted<R extends Row>(
  rows: readonly R[],
  at: number,
  cells: readonly Partial<Record<CellOf<R>, string>>[],
  kind: RowKind<R>,
): R[] {
  let next = [...rows]
  for (const [down, patch] of cells.slice(0, maxPastedRows).entries()) {
    if (next[at + down] === undefined && kind.fixed) break
    if (next[at + down] === undefined) next = [...next, kind.empty(nextId(next), next.at(-1))]
    next = rowChanged(next, at + down, patch, kind)
  }
  return next
}

function rowChanged<R extends Row>(
  rows: readonly R[],
  at: number,
  patch: Readonly<Record<string, unknown>>,
  kind: RowKind<R>,
): R[] {
  const next = rows.map((row, i) => (i === at ? { ...row, ...patch } : row))
  const [changed, last] = [next[at], next.at(-1)]
  // As long as the last row is empty, it takes its defaults from the row above.
  if (changed && last && !kind.fixed && at === next.length - 2 && kind.isEmpty(last))
    next[next.length - 1] = kind.empty(last.id, changed)
  return withEmptyRow(next, kind)
}

const nextId = (rows: readonly Row[]): string => String(1 + Math.max(0, ...rows.map(({ id }) => Number(id) || 0)))

type PasteColumn = {
  label: string
  field: string
  kind: string
  options?: readonly { value: string; label: string }[]
}

/**
 * The rows on the clipboard, if they come from a spreadsheet; null for ordinary text of one cell. If the first row has
 * the headings of columns, the cells below go into these columns, otherwise cell by cell from one column to the right.
 * Choices are found by value or label. An unknown choice leaves its cell unchanged and is reported.
 */
export function pastedCells(
  text: string,
  columns: readonly PasteColumn[],
  field: string,
): { cells: Record<string, string>[]; unknown: string[]; into: string[] } | null {
  const table = tabbed(text)
  if (table.length <= 1 && (table[0]?.length ?? 0) <= 1) return null
  const typedIn = columns.filter(({ kind }) => kind !== 'shown' && kind !== 'check')
  const named = columnsNamed(table, columns)
  const targets = named ?? typedIn.slice(typedIn.findIndex((column) => column.field === field))
  const read = table.slice(named === null ? 0 : 1).map((cells) =>
    cells.flatMap((cell, right) => {
      const column = targets[right]
      if (column === undefined) return []
      return [{ field: column.field, cell, value: column.options ? choice(cell, column.options) : cell.trim() }]
    }),
  )
  const unread = read.flat().filter(({ value, cell }) => value === null && cell.trim() !== '')
  return {
    cells: read.map((row) =>
      Object.fromEntries(row.flatMap((one) => (one.value === null ? [] : [[one.field, one.value]]))),
    ),
    unknown: [...new Set(unread.map(({ cell }) => cell.trim()))],
    into: targets.flatMap((column) => {
      const isFilled = read.flat().some(({ field: filled, cell }) => filled === column?.field && cell.trim() !== '')
      return column !== undefined && isFilled ? [column.label] : []
    }),
  }
}

/**
 * The columns that the first row names, if it names at least two and nothing else. A column that can't be pasted, such
 * as a calculated amount, is passed over.
 */
function columnsNamed(
  table: readonly (readonly string[])[],
  columns: readonly PasteColumn[],
): (PasteColumn | undefined)[] | null {
  const headings = (table[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const found = headings.map((heading) => columns.find(({ label }) => label.toLowerCase() === heading))
  const isHeading = found.every((column, at) => column !== undefined || headings[at] === '')
  if (table.length <= 1 || !isHeading || found.filter((column) => column !== undefined).length < 2) return null
  return found.map((column) => (column?.kind === 'shown' || column?.kind === 'check' ? undefined : column))
}

/**
 * Rows of cells in the format in which spreadsheets copy them: with tabs and line ends, and quotation marks around a
 * cell that contains either.
 */
function tabbed(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at
    const found = cell.exec(text)
    if (found === null) break
    rows.at(-1)?.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').replace(/\s*[\r\n]+\s*/g, ' '))
    if (found[3] !== '\t' && cell.lastIndex < text.length) rows.push([])
  }
  return rows.filter((cells) => cells.length > 0)
}
