// The columns of a list as a user arranged them.
import { columnWidths, type ListColumn } from '@talaan/contract/list-settings.ts'
import type { DataColumn } from '../../ui/DataTable.tsx'

/** A column as the user set it: whether it is shown, and its width. */
export type ChosenColumn<Row> = DataColumn<Row> & { isShown: boolean; width: number | null }

/** The columns after a change, from those before it. */
export type Arrange<Row> = (now: readonly ChosenColumn<Row>[]) => readonly ChosenColumn<Row>[]

/**
 * All columns in the chosen order. A column that the setting does not mention follows the column that it usually
 * follows.
 */
export function arranged<Row>(all: readonly DataColumn<Row>[], chosen: readonly ListColumn[]): ChosenColumn<Row>[] {
  const byKey = new Map(all.map((column) => [column.key, column]))
  const result = chosen.flatMap(({ key, isShown, width }): ChosenColumn<Row>[] => {
    const column = byKey.get(key)
    return column === undefined ? [] : [{ ...column, width, isShown: isShown || column.stays !== undefined }]
  })
  for (const [at, column] of all.entries()) {
    if (result.some(({ key }) => key === column.key)) continue
    const before = result.findIndex(({ key }) => key === all[at - 1]?.key)
    const usual = { ...column, width: null, isShown: column.isExtra !== true }
    result.splice(column.stays === 'first' ? 0 : before + 1, 0, usual)
  }
  return result
}

/** The same columns with one of them before or after its neighbours; the first column stays the first. */
export function moved<Row>(columns: readonly ChosenColumn<Row>[], key: string, to: number): ChosenColumn<Row>[] {
  const column = columns.find((each) => each.key === key)
  if (column === undefined || column.stays === 'first') return [...columns]
  const others = columns.filter((each) => each !== column)
  const least = others.filter(({ stays }) => stays === 'first').length
  return others.toSpliced(Math.min(Math.max(to, least), others.length), 0, column)
}

export const stored = <Row>(columns: readonly ChosenColumn<Row>[]): ListColumn[] =>
  columns.filter(({ stays }) => stays !== 'first').map(({ key, isShown, width }) => ({ key, isShown, width }))

/** A heading that is dropped on another one takes its place. */
export const dropped = <Row>(columns: readonly ChosenColumn<Row>[], key: string, to: string): ChosenColumn<Row>[] =>
  moved(
    columns,
    key,
    columns.findIndex((column) => column.key === to),
  )

/** The width that a column has now. */
export const widthIn = (table: HTMLTableElement | null, key: string): number | undefined =>
  table?.querySelector<HTMLElement>(`th[data-key="${key}"]`)?.offsetWidth

export const withinLimits = (width: number): number =>
  Math.min(Math.max(Math.round(width), columnWidths.least), columnWidths.most)
