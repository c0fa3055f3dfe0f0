// Selected rows: one by one, or a range from the last selected one. Other filters start another selection.
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { useState } from 'react'

type Chosen = { of: string; rows: ReadonlyMap<string, DocumentRow>; last: string | null }

/** `of` names the current search. */
export function useSelection(rows: readonly DocumentRow[], of: string) {
  const [stored, setStored] = useState<Chosen>({ of, rows: new Map(), last: null })
  const chosen: Chosen = stored.of === of ? stored : { of, rows: new Map(), last: null }
  const at = (id: string | null) => rows.findIndex((row) => row.id === id)
  const between = (from: number, to: number) => rows.slice(Math.min(from, to), Math.max(from, to) + 1)

  return {
    rows: [...chosen.rows.values()],
    has: (id: string) => chosen.rows.has(id),
    at,
    clear: () => setStored({ of, rows: new Map(), last: null }),
    toggle(index: number) {
      const row = rows[index]
      if (row === undefined) return
      const next = new Map(chosen.rows)
      if (!next.delete(row.id)) next.set(row.id, row)
      setStored({ of, rows: next, last: row.id })
    },
    /** The row where moving starts, unless one was selected before. */
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
