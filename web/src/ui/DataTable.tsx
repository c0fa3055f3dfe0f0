// A list as a real table; on narrow screens each row becomes a card with the amount at the right, never a sideways scroll.
import type { MouseEvent, ReactNode } from 'react'
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
}

export function DataTable<Row>({ label, columns, rows, rowKey, onOpen, faded }: Props<Row>) {
  return (
    <div className={classes.whole}>
      <table className={classes.table} aria-label={label}>
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

/** A click on a link or button inside the row is that link's own; selecting text is no click at all. */
function opens(event: MouseEvent<HTMLTableRowElement>): boolean {
  if ((event.target as HTMLElement).closest('a, button, input')) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
