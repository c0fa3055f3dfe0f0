// Rows as they are typed into a grid that grows by itself: it always ends in one empty row, unless its rows are given.
export type Row = { readonly id: string }

/** The cells of a row: all but what tells it apart from the others. */
export type CellOf<R extends Row> = Exclude<keyof R & string, 'id'>

export type RowChange<R extends Row> =
  | { type: 'line'; id: string; field: CellOf<R>; value: string }
  | { type: 'removeLine'; id: string }
  | { type: 'copyCell'; id: string; field: CellOf<R> }
  | { type: 'copyLine'; id: string }
  /** Cells from a spreadsheet, one record for each row from this one down. */
  | { type: 'paste'; id: string; cells: readonly Partial<Record<CellOf<R>, string>>[] }

export type RowKind<R extends Row> = {
  /** Whether nobody has typed on it; what is only suggested does not count. */
  isEmpty: (row: R) => boolean
  /** An empty row, with what it suggests from the row above. */
  empty: (id: string, above?: R) => R
  /** The rows are given, like open invoices: none is added. */
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

/** The rows that somebody typed on, by their places in the grid; only these are sent. */
export function filledRows<R extends Row>(rows: readonly R[], { isEmpty }: Pick<RowKind<R>, 'isEmpty'>): number[] {
  return rows.flatMap((row, at) => (isEmpty(row) ? [] : [at]))
}

/** More than any document has; what is pasted beyond it is left out. */
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
  // The empty row at the end suggests from the row above it for as long as it is empty.
  if (changed && last && !kind.fixed && at === next.length - 2 && kind.isEmpty(last))
    next[next.length - 1] = kind.empty(last.id, changed)
  return withEmptyRow(next, kind)
}

const nextId = (rows: readonly Row[]): string => String(1 + Math.max(0, ...rows.map(({ id }) => Number(id) || 0)))

type PasteColumn = {
  field: string
  kind: string
  options?: readonly { value: string; label: string }[]
}

/**
 * What a spreadsheet put on the clipboard, cell by cell from one column to the right; null when it is an ordinary text
 * for one cell. Choices are found by their value or label, and one that is not there leaves the cell as it was.
 */
export function pastedCells(
  text: string,
  columns: readonly PasteColumn[],
  field: string,
): Record<string, string>[] | null {
  const table = tabbed(text)
  if (table.length <= 1 && (table[0]?.length ?? 0) <= 1) return null
  const typedIn = columns.filter(({ kind }) => kind !== 'shown' && kind !== 'check')
  const from = typedIn.findIndex((column) => column.field === field)
  return table.map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, right) => {
        const column = typedIn[from + right]
        const value = column === undefined ? null : column.options ? choice(cell, column.options) : cell.trim()
        return column === undefined || value === null ? [] : [[column.field, value]]
      }),
    ),
  )
}

/** The option a text means: by value, by label, or by being the only one that begins with or contains it. */
export function choice(typed: string, options: readonly { value: string; label: string }[]): string | null {
  const text = typed.trim().toLowerCase()
  if (text === '') return null
  const means = (test: (value: string, label: string) => boolean) =>
    options.filter(({ value, label }) => test(value.toLowerCase(), label.toLowerCase()))
  const exact = means((value, label) => value === text || label === text)[0]
  if (exact) return exact.value
  for (const near of [
    means((value, label) => value.startsWith(text) || label.startsWith(text)),
    means((_, label) => label.includes(text)),
  ]) {
    if (near.length === 1) return near[0]?.value ?? null
  }
  return null
}

/** Rows of cells as spreadsheets copy them: tabs and line ends, and quotation marks around a cell that holds either. */
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
