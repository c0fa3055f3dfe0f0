// The rows of a grid. Their cells are fields, listed in the order of the columns.
import { field, type Field, type FieldOptions, type Path, type Reading, type Table, type TypedOf } from './field.ts'
import { filledRows, withEmptyRow, type Row, type RowKind } from './rows.ts'

type RowOf<C extends Table> = Row & TypedOf<C>

/** Options that concern the whole row. */
type GridOptions<R extends Row> = Pick<RowKind<R>, 'fixed'> & {
  /** The defaults of an empty row, taken from the row above. */
  suggested?: (above: R) => Partial<R>
  /** Whether a row with input is not sent. */
  isLeftOut?: (row: R) => boolean
  /** Additional fields to send for a row, and the cells at which their mistakes are shown. */
  readRow?: (row: R, read: Reading, path: Path) => Record<string, unknown>
  names?: Readonly<Record<string, string>>
  /** The cells of a recorded row that can't be read field by field. */
  fromRecorded?: (recorded: Readonly<Record<string, unknown>>) => Partial<R>
}

type Grid<R extends Row> = RowKind<R> &
  NonNullable<Field<readonly R[]>['rows']> & {
    restore: (saved: unknown) => R[]
    read: (rows: readonly R[], read: Reading, path: Path) => Record<string, unknown>[]
    fromRecorded: (recorded: unknown) => R[]
  }

export function grid<C extends Table>(cells: C, options: GridOptions<RowOf<C>> = {}): Grid<RowOf<C>> {
  type R = RowOf<C>
  const named = Object.entries(cells)
  const { fixed, suggested, readRow, isLeftOut } = options
  const rowOf = (id: string, valueOf: (cell: Field<unknown>, name: string) => unknown) =>
    ({ id, ...Object.fromEntries(named.map(([name, cell]) => [name, valueOf(cell, name)])) }) as R
  const valueIn = (row: R) => (name: string) => row[name as keyof R] as unknown

  const isEmpty = (row: R) => named.every(([name, cell]) => cell.isBlank(valueIn(row)(name), row))
  const sentRows = (rows: readonly R[]) =>
    filledRows(rows, { isEmpty: (row) => isEmpty(row) || isLeftOut?.(row) === true })

  return {
    isEmpty,
    empty: (id, above) => ({ ...rowOf(id, (cell) => cell.empty('')), ...(above && suggested?.(above)) }),
    fixed,
    sentRows,
    cells: Object.keys(cells),
    names: { ...namesOnForm(cells), ...options.names },
    restore: (saved) =>
      records(saved).flatMap((row) =>
        typeof row.id === 'string' ? [rowOf(row.id, (cell, name) => cell.restore(row[name]))] : [],
      ),
    read: (rows, read, path) =>
      sentRows(rows).map((at, i) => {
        const row = rows[at] as R
        const place = [...path, i]
        return { ...readFields(cells, valueIn(row), read, place), ...readRow?.(row, read, place) }
      }),
    fromRecorded: (recorded) =>
      records(recorded).map((row, at) => ({
        ...rowOf(String(at + 1), (cell, name) => {
          const as = sentName(name, cell)
          return as === null ? cell.empty('') : cell.fromRecorded(row[as])
        }),
        ...options.fromRecorded?.(row),
      })),
  }
}

/** Rows as a field of the form. A growing grid ends in an empty row. */
export const gridField = <R extends Row>(
  rows: Grid<R>,
  options: FieldOptions = {},
  overrides: Partial<Field<R[]>> = {},
): Field<R[]> =>
  field<R[]>(options, {
    empty: () => (rows.fixed ? [] : [rows.empty('1')]),
    restore: (saved) => withEmptyRow(rows.restore(saved), rows),
    isBlank: (typed) => typed.every(rows.isEmpty),
    read: rows.read,
    fromRecorded: (recorded) => withEmptyRow(rows.fromRecorded(recorded), rows),
    rows,
    ...overrides,
  })

/** The values to send, except those that `readRow` has read. */
export function readFields(
  table: Table,
  valueOf: (name: string) => unknown,
  read: Reading,
  path: Path,
  already: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, of]) => {
      const as = sentName(name, of)
      return as === null || as in already ? [] : [[as, of.read(valueOf(name), read, [...path, as])]]
    }),
  )
}

export const sentName = (name: string, { sentAs }: Field<unknown>): string | null =>
  sentAs === undefined ? name : sentAs

/** The cells whose fields have another name when sent. */
export const namesOnForm = (table: Table): Record<string, string> =>
  Object.fromEntries(Object.entries(table).flatMap(([name, { sentAs }]) => (sentAs ? [[sentAs, name]] : [])))

/** The objects of a list. */
export const records = (values: unknown): Record<string, unknown>[] =>
  Array.isArray(values)
    ? values.filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null)
    : []
