// Headings that users drag to move a column, and whose edges they drag to resize it. The Columns menu does the same
// with keys.
import { type DragEvent, type PointerEvent, useRef } from 'react'
import type { DataColumn } from '../../ui/DataTable.tsx'
import { type Arrange, dropped } from './arranged.ts'
import classes from './headings.module.css'
import type { Selection } from './useSelection.ts'

type List<Row> = {
  arrange: (change: Arrange<Row>) => void
  resize: (key: string, width: number | null) => void
}

export function headingsOf<Row extends { id: string }>({ arrange, resize }: List<Row>, selection: Selection<Row>) {
  return ({ key, stays }: DataColumn<Row>) =>
    stays === 'first'
      ? { props: {}, edge: <SelectAll selection={selection} /> }
      : {
          props: draggedTo(key, (from) => arrange((now) => dropped(now, from, key))),
          edge: <Edge column={key} onResize={resize} />,
        }
}

/** Selects all rows that are loaded, or none. */
function SelectAll<Row extends { id: string }>({ selection }: { selection: Selection<Row> }) {
  const { isAll, isNone } = selection
  return (
    <input
      type="checkbox"
      className={classes.all}
      aria-label="Select all rows"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = !isAll && !isNone
      }}
      onChange={isAll ? selection.clear : selection.all}
    />
  )
}

/** A heading is dragged onto the one whose place it takes. */
const draggedTo = (key: string, onMove: (from: string) => void) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/talaan-column', key),
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes('text/talaan-column')) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const from = event.dataTransfer.getData('text/talaan-column')
    if (from !== '' && from !== key) onMove(from)
    event.preventDefault()
  },
})

/** While a column is dragged, in pixels. */
const narrowest = 60

/** Dragging the edge sets the width of its column; a double click restores the usual width. */
function Edge({ column, onResize }: { column: string; onResize: (key: string, width: number | null) => void }) {
  const start = useRef({ x: 0, width: 0 })
  const sized = (event: PointerEvent<HTMLSpanElement>) => {
    const { x, width } = start.current
    return Math.round(Math.max(width + event.clientX - x, narrowest))
  }
  const isHeld = (event: PointerEvent<HTMLSpanElement>) => event.currentTarget.hasPointerCapture(event.pointerId)
  return (
    <span
      className={classes.edge}
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onDoubleClick={() => onResize(column, null)}
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement
        if (head === null || event.button !== 0) return
        start.current = { x: event.clientX, width: head.offsetWidth }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        const head = event.currentTarget.parentElement
        if (head === null || !isHeld(event)) return
        head.dataset.sized = 'true'
        head.style.setProperty('--column', `${sized(event)}px`)
      }}
      onPointerUp={(event) => {
        if (isHeld(event) && event.clientX !== start.current.x) onResize(column, sized(event))
      }}
    />
  )
}
