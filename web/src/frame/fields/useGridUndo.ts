// Undoes the last removal, insertion, paste, copy or move of lines. For text, the field's own undo works.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Restorable, Row, RowChange } from '../runtime/rows.ts'

const maxSteps = 50

type Step<R> = { before: readonly R[]; after: readonly R[] | null }

export function useGridUndo<R extends Row>(rows: readonly R[], onChange: (change: RowChange<R>) => void) {
  const steps = useRef<Step<R>[]>([])
  const now = useRef(rows)
  const latest = useRef<RowChange<R> | null>(null)
  /** The change that the message below the grid mentions. */
  const [done, setDone] = useState<Restorable<R> | null>(null)

  useEffect(() => {
    now.current = rows
    const step = steps.current.at(-1)
    if (step && step.after === null && step.before !== rows) step.after = rows
  }, [rows])

  const change = useCallback(
    (what: RowChange<R>) => {
      latest.current = what
      if (what.type === 'line' || what.type === 'copyCell' || what.type === 'revert') setDone(null)
      else {
        steps.current = [...steps.current, { before: now.current, after: null }].slice(-maxSteps)
        setDone(what)
      }
      onChange(what)
    },
    [onChange],
  )

  const undo = useCallback(() => {
    const step = steps.current.pop()
    if (step) change({ type: 'revert', id: '', before: step.before, after: step.after ?? now.current })
  }, [change])

  /**
   * Handles Ctrl+Z in a cell; returns false if the text in the cell is the latest change, or if there is nothing to
   * undo.
   */
  const undoIn = useCallback(
    (id: string, field: string): boolean => {
      const last = latest.current
      if (last?.type === 'line' && last.id === id && last.field === field) return false
      if (steps.current.length === 0) return false
      undo()
      return true
    },
    [undo],
  )
  return { change, undo, undoIn, done }
}
