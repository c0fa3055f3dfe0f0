// A list as a real table; on narrow screens each row becomes a card with the amount at the right, never a sideways scroll.
import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, type Ref, useDeferredValue, useState } from 'react'
import classes from './DataTable.module.css'

export type DataColumn<Row> = {
  key: string
  title: string
  cell: (row: Row, picked: boolean) => ReactNode
  /** Figures are right-aligned in tabular digits. */
  figure?: boolean
  /** Stays on one line. */
  nowrap?: boolean
  /** What the cell becomes when the row is a card: a mark before its heading, the heading, the amount at the right, what
   *  needs no label, what has one, or the act at the end. */
  card?: 'mark' | 'heading' | 'amount' | 'bare' | 'line' | 'action' | 'none'
}

type Props<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The row leads somewhere: the whole row is clickable, and the link inside it carries the keyboard and the reader. A long
   *  list has plain links there: those of the router are all drawn again with each change of the address. */
  onOpen?: (row: Row) => void
  /** Draws a row struck back, as voided documents are. */
  faded?: (row: Row) => boolean
  /** What the cells of a row are told besides; a row is drawn again only when it changes. */
  picked?: (row: Row) => boolean
  /** It is on the page by itself, so it has a sheet of its own. */
  framed?: boolean
  ref?: Ref<HTMLTableElement>
  /** Escape, pressed in the table. */
  onEscape?: () => void
}

/** So many rows are drawn at once, more than a screen shows; the rest follow while the hand is free already. */
const atOnce = 24

export function DataTable<Row>({
  label,
  columns,
  rows: all,
  rowKey,
  onOpen,
  faded,
  picked,
  framed = false,
  ref,
  onEscape,
}: Props<Row>) {
  const [first] = useState(() => (all.length > atOnce ? all.slice(0, atOnce) : all))
  const later = useDeferredValue(all, first)
  // A short list is drawn as it is, so that what is gone from it is gone at once.
  const rows = all.length > atOnce ? later : all
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (step !== undefined) moveRow(event.currentTarget.closest('table'), step)
    else if (event.key === 'Escape' && onEscape) onEscape()
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLTableSectionElement>) => {
    const line = (event.target as HTMLElement).closest('tr')
    const row = rows[Number(line?.dataset.at)]
    if (row === undefined || !onOpen || !opens(event, line)) return
    event.preventDefault()
    onOpen(row)
  }
  return (
    <div
      className={columns.length > 4 ? classes.whole : `${classes.whole} ${classes.few}`}
      data-framed={framed || undefined}
    >
      <table className={classes.table} aria-label={label} ref={ref}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-card={column.card} data-figure={column.figure || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {/* The keyboard is on the link inside each row; one pair of ears does for all of them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={onOpen && onKeyDown} onClick={onOpen && onClick}>
          {rows.map((row, at) => (
            <DataRow
              key={rowKey(row)}
              row={row}
              at={at}
              columns={columns}
              leads={onOpen !== undefined}
              faded={faded?.(row) ?? false}
              picked={picked?.(row) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps<Row> = {
  row: Row
  at: number
  columns: readonly DataColumn<Row>[]
  leads: boolean
  faded: boolean
  picked: boolean
}

function PlainRow<Row>({ row, at, columns, leads, faded, picked }: RowProps<Row>) {
  return (
    <tr data-at={at} data-leads={leads || undefined} data-faded={faded || undefined}>
      {columns.map((column) => (
        <td
          key={column.key}
          data-figure={column.figure || undefined}
          data-nowrap={column.nowrap || undefined}
          data-card={column.card ?? 'line'}
          data-title={column.title}
        >
          {column.cell(row, picked)}
        </td>
      ))}
    </tr>
  )
}

/** A key pressed above a long list must not draw its rows again. */
const DataRow = memo(PlainRow) as typeof PlainRow

/** Puts the focus so many rows further, on the link that carries the row; false at the end of the table. */
export function moveRow(table: HTMLTableElement | null, by: number): boolean {
  const links = [...(table?.querySelectorAll('tr[data-leads]') ?? [])].map((row) => row.querySelector('a'))
  const at = links.findIndex((link) => link?.closest('tr')?.contains(document.activeElement))
  const to = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1)
  links[to]?.focus()
  return to !== at
}

/** A click on a link or button inside the row is that link's own, unless it is a plain one on the link that carries the row;
 *  selecting text is no click at all. */
function opens(event: MouseEvent, line: HTMLElement | null): boolean {
  const pressed = (event.target as HTMLElement).closest('a, button, input')
  if (pressed !== null && pressed === line?.querySelector('a'))
    return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (pressed !== null) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
