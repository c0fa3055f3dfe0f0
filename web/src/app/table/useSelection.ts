// Selected rows: single rows, or a range from the last selected row. Changing the filters starts a new selection.
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { moveRow } from '../../ui/DataTable.tsx'

type Row = { id: string }
type Chosen<R> = { of: string; rows: ReadonlyMap<string, R>; last: string | null }
export type Selection<R extends Row> = ReturnType<typeof useSelection<R>>

/** `of` identifies the current search. */
export function useSelection<R extends Row>(rows: readonly R[], of: string) {
  const [stored, setStored] = useState<Chosen<R>>({ of, rows: new Map(), last: null })
  const chosen: Chosen<R> = stored.of === of ? stored : { of, rows: new Map(), last: null }
  const at = (id: string | null) => rows.findIndex((row) => row.id === id)
  const between = (from: number, to: number) => rows.slice(Math.min(from, to), Math.max(from, to) + 1)

  // Uses the reloaded row, because it may have changed.
  const now = chosen.rows.size === 0 ? undefined : new Map(rows.map((row) => [row.id, row]))

  return {
    rows: [...chosen.rows.values()].map((row) => now?.get(row.id) ?? row),
    has: (id: string) => chosen.rows.has(id),
    isAll: rows.length > 0 && rows.every(({ id }) => chosen.rows.has(id)),
    isNone: chosen.rows.size === 0,
    at,
    all: () => setStored({ of, rows: new Map(rows.map((row) => [row.id, row])), last: rows.at(-1)?.id ?? null }),
    clear: () => setStored({ of, rows: new Map(), last: null }),
    toggle(index: number) {
      const row = rows[index]
      if (row === undefined) return
      const next = new Map(chosen.rows)
      if (!next.delete(row.id)) next.set(row.id, row)
      setStored({ of, rows: next, last: row.id })
    },
    /** The row where the range starts, unless another row was selected before. */
    selectFrom(index: number) {
      const row = rows[index]
      if (row === undefined || chosen.rows.has(row.id)) return
      setStored({ of, rows: new Map([...chosen.rows, [row.id, row]]), last: row.id })
    },
    /** The range from the last selected row to this one. */
    selectTo(index: number) {
      setStored((now) => {
        const before = now.of === of ? now : chosen
        const end = rows[index]
        if (end === undefined) return before
        const from = before.last === null ? -1 : at(before.last)
        const added = between(from < 0 ? index : from, index).map((row) => [row.id, row] as const)
        return { of, rows: new Map([...before.rows, ...added]), last: end.id }
      })
    },
  }
}

/** The index of the row that has the focus; -1 outside the table. */
export function rowInFocus(table: HTMLTableElement | null): number {
  const row = document.activeElement?.closest('tbody tr')
  return row && table?.contains(row) ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1
}

/**
 * For the element around a table: handles Space, Shift X, Shift with an arrow key and Ctrl A in its rows, clicks on
 * checkboxes, and clicks with Ctrl or Shift.
 */
export const selectingIn = <R extends Row>(selection: Selection<R>) => ({
  onKeyDown(event: KeyboardEvent) {
    const table = event.currentTarget.querySelector('table')
    const at = rowInFocus(table)
    if (at < 0 || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a') return
      selection.all()
    } else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) selection.toggle(at)
    else if (event.key === 'X' && event.shiftKey) selection.selectTo(at)
    else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      selection.selectFrom(at)
      moveRow(table, event.key === 'ArrowDown' ? 1 : -1)
      selection.selectTo(rowInFocus(table))
    } else return
    event.preventDefault()
  },
  /** Runs before the table opens the row. */
  onClickCapture(event: MouseEvent) {
    const { target, shiftKey, ctrlKey, metaKey } = event
    const at = target instanceof Element ? Number(target.closest<HTMLElement>('tbody tr')?.dataset.at) : NaN
    if (Number.isNaN(at)) return
    const isBox = target instanceof HTMLInputElement
    if (!isBox && !shiftKey && !ctrlKey && !metaKey) return
    if (!isBox) {
      // Ctrl and a click on a link open a new tab, as everywhere.
      if ((ctrlKey || metaKey) && target instanceof HTMLAnchorElement) return
      event.preventDefault()
      event.stopPropagation()
      window.getSelection()?.removeAllRanges()
    }
    if (shiftKey) selection.selectTo(at)
    else selection.toggle(at)
  },
})

/** For the list of keys. */
export const selectionKeys = [
  { keys: 'Shift X', does: 'Select all rows from the last selected row to the current one' },
  { keys: 'Shift ↑ ↓', does: 'Select rows while moving' },
  { keys: 'Ctrl A', does: 'Select all rows that are loaded' },
]
