// The list from which a page was opened, stored in the history entry. The page links back to it, and to the rows before
// and after.
import { useLocation, useNavigate } from 'react-router'
import { here } from './session/leave.ts'

/** `rows` has the addresses of the rows, in order. */
export type ListBehind = { path: string; title: string; rows: string[] }

/** Browsers limit the size of a history entry. */
const maxRows = 200

/** The navigation state for opening a row of a list. */
export function fromList(title: string, rows: readonly string[], opened: string): { list: ListBehind } {
  const from = Math.max(0, rows.indexOf(opened) - maxRows / 2)
  return { list: { path: here(), title, rows: rows.slice(from, from + maxRows) } }
}

/**
 * The list behind the page, and functions that open its next and previous rows; undefined if the page was not opened
 * from a list.
 */
export function useListBehind() {
  const { state, pathname } = useLocation()
  const go = useNavigate()
  const list = listIn(state)
  const at = list?.rows.indexOf(pathname) ?? -1
  if (list === undefined || at < 0) return undefined
  const open = (path: string | undefined) =>
    path === undefined ? undefined : () => void go(path, { state: { list }, replace: true })
  return { ...list, at, previous: open(list.rows[at - 1]), next: open(list.rows[at + 1]) }
}

function listIn(state: unknown): ListBehind | undefined {
  const { path, title, rows } = ((state as { list?: unknown } | null)?.list ?? {}) as Partial<ListBehind>
  const isList = typeof path === 'string' && path.startsWith('/') && typeof title === 'string' && Array.isArray(rows)
  return isList ? { path, title, rows } : undefined
}
