// A list as a real table; on narrow screens each row becomes a card with the amount at the right, never a sideways scroll.
import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react'
import classes from './DataTable.module.css'

export type DataColumn<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Figures stand right-aligned in tabular digits. */
  figure?: boolean
  /** Stays on one line. */
  nowrap?: boolean
  /** Where the cell goes when the row is a card: its heading, the amount at the right, or a labelled line. */
  card?: 'heading' | 'amount' | 'line' | 'none'
}

type Props<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The row leads somewhere: the whole row is clickable, and the link inside it carries the keyboard and the reader. */
  onOpen?: (row: Row) => void
  /** Draws a row struck back, as voided documents are. */
  faded?: (row: Row) => boolean
  ref?: Ref<HTMLTableElement>
  /** Escape, pressed in the table. */
  onEscape?: () => void
}

export function DataTable<Row>({ label, columns, rows, rowKey, onOpen, faded, ref, onEscape }: Props<Row>) {
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (step !== undefined) moveRow(event.currentTarget.closest('table'), step)
    else if (event.key === 'Escape' && onEscape) onEscape()
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.whole}>
      <table className={classes.table} aria-label={label} ref={ref}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-figure={column.figure || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              data-leads={onOpen ? true : undefined}
              data-faded={faded?.(row) || undefined}
              onKeyDown={onOpen && onKeyDown}
              onClick={onOpen && ((event) => opens(event) && onOpen(row))}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-figure={column.figure || undefined}
                  data-nowrap={column.nowrap || undefined}
                  data-card={column.card ?? 'line'}
                  data-title={column.title}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Puts the focus so many rows further, on the link that carries the row; false at the end of the table. */
export function moveRow(table: HTMLTableElement | null, by: number): boolean {
  const links = [...(table?.querySelectorAll('tr[data-leads]') ?? [])].map((row) => row.querySelector('a'))
  const at = links.findIndex((link) => link?.closest('tr')?.contains(document.activeElement))
  const to = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1)
  links[to]?.focus()
  return to !== at
}

/** A click on a link or button inside the row is that link's own; selecting text is no click at all. */
function opens(event: MouseEvent<HTMLTableRowElement>): boolean {
  if ((event.target as HTMLElement).closest('a, button, input')) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
