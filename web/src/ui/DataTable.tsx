// A list as a real table; on narrow screens each row becomes a card with the amount at the right, never a sideways scroll.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type ThHTMLAttributes,
  useDeferredValue,
  useState,
} from 'react'
import classes from './DataTable.module.css'

export type DataColumn<Row> = {
  key: string
  title: string
  cell: (row: Row, picked: boolean) => ReactNode
  /** Figures are right-aligned in tabular digits. */
  figure?: boolean
  /** Stays on one line. */
  nowrap?: boolean
  /** The order of the list by this column: its heading is a button. */
  order?: string
  /** The first press sorts from A to Z; otherwise from the largest or latest down. */
  ascendsFirst?: boolean
  /** The cell's place when the row is a card: a mark before the heading, the heading, the amount at the right, a value without
   *   a label, a value with a label, the action at the end, or a menu after the amount. */
  card?: 'mark' | 'heading' | 'amount' | 'bare' | 'line' | 'action' | 'menu' | 'none'
  /** Where columns can be chosen: it stays the first one, or is always shown. */
  stays?: 'first' | 'shown'
  /** Where columns can be chosen: shown only if chosen. */
  isExtra?: boolean
  /** The chosen width in pixels; null for the width of the content. */
  width?: number | null
}

type Props<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The row is a link: the whole row is clickable, and the link inside it is for keyboard and screen reader. A long
   *   list has plain links there: the router's links all render again with each change of the address. */
  onOpen?: (row: Row) => void
  /** Strikes a row through, as for voided documents. */
  faded?: (row: Row) => boolean
  /** Additional data for cells; a row renders again only when it changes. */
  picked?: (row: Row) => boolean
  /** The row whose details are shown beside the table. */
  current?: (row: Row) => boolean
  /** The table is alone on the page, so it has its own sheet. */
  framed?: boolean
  ref?: Ref<HTMLTableElement>
  /** Escape, pressed in the table. */
  onEscape?: () => void
  /** The order the rows are in; undefined if it is the order of none of the columns. */
  sorted?: Sorted | undefined
  onSort?: (sorted: Sorted) => void
  /** Sums of the whole list, by column. */
  foot?: Readonly<Record<string, ReactNode>> | undefined
  /** More for the heading of a column, and what follows its title. */
  heading?: ((column: DataColumn<Row>) => { props: ThHTMLAttributes<HTMLElement>; edge: ReactNode }) | undefined
}

export type Sorted = { order: string; ascending: boolean }

/** This many rows render at once, more than a screen shows; the rest follow in the background. */
const atOnce = 24

export function DataTable<Row>({
  label,
  columns,
  rows: all,
  rowKey,
  onOpen,
  faded,
  picked,
  current,
  framed = false,
  ref,
  onEscape,
  sorted,
  onSort,
  foot,
  heading,
}: Props<Row>) {
  const [first] = useState(() => (all.length > atOnce ? all.slice(0, atOnce) : all))
  const later = useDeferredValue(all, first)
  // A short list renders at once, so that removed rows disappear at once.
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
      data-many={columns.length > 7 || undefined}
    >
      <table className={classes.table} aria-label={label} ref={ref}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-card={column.card}
                data-figure={column.figure || undefined}
                data-key={column.key}
                aria-sort={ariaSort(column, sorted)}
                {...sizeOf(column)}
                {...heading?.(column).props}
              >
                {column.order !== undefined && onSort ? (
                  <SortButton
                    order={column.order}
                    ascendsFirst={column.ascendsFirst ?? false}
                    title={column.title}
                    sorted={sorted}
                    onSort={onSort}
                  />
                ) : column.card === 'mark' ? (
                  <span className={classes.spoken}>{column.title}</span>
                ) : (
                  column.title
                )}
                {heading?.(column).edge}
              </th>
            ))}
          </tr>
        </thead>
        {/* The link inside each row handles the keyboard; one click handler is enough for all of them. */}
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
              current={current?.(row) ?? false}
            />
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-figure={column.figure || undefined}
                  data-card={column.card ?? 'line'}
                  data-title={column.title}
                >
                  {foot[column.key]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const sizeOf = ({ width }: { width?: number | null }) =>
  width === undefined || width === null
    ? {}
    : { 'data-sized': true, style: { '--column': `${width}px` } as CSSProperties }

const ariaSort = ({ order }: { order?: string }, sorted: Sorted | undefined) => {
  if (order === undefined || order !== sorted?.order) return undefined
  return sorted.ascending ? 'ascending' : 'descending'
}

/** The next press turns the order round. */
function SortButton({
  order,
  ascendsFirst,
  title,
  sorted,
  onSort,
}: {
  order: string
  ascendsFirst: boolean
  title: string
  sorted: Sorted | undefined
  onSort: (sorted: Sorted) => void
}) {
  const isSorted = sorted?.order === order
  return (
    <button
      type="button"
      className={classes.sort}
      onClick={() => onSort({ order, ascending: isSorted ? !sorted.ascending : ascendsFirst })}
    >
      {title}
      <span aria-hidden="true">{isSorted ? (sorted.ascending ? ' ↑' : ' ↓') : ''}</span>
    </button>
  )
}

type RowProps<Row> = {
  row: Row
  at: number
  columns: readonly DataColumn<Row>[]
  leads: boolean
  faded: boolean
  picked: boolean
  current: boolean
}

function PlainRow<Row>({ row, at, columns, leads, faded, picked, current }: RowProps<Row>) {
  return (
    <tr
      data-at={at}
      data-leads={leads || undefined}
      data-faded={faded || undefined}
      aria-current={current || undefined}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-figure={column.figure || undefined}
          data-nowrap={column.nowrap || undefined}
          data-sized={typeof column.width === 'number' || undefined}
          data-card={column.card ?? 'line'}
          data-title={column.title}
        >
          {column.cell(row, picked)}
        </td>
      ))}
    </tr>
  )
}

/** A key press above a long list must not render its rows again. */
const DataRow = memo(PlainRow) as typeof PlainRow

/** Moves the focus by a number of rows, to the row's link; false at the end of the table. */
export function moveRow(table: HTMLTableElement | null, by: number): boolean {
  const links = [...(table?.querySelectorAll('tr[data-leads]') ?? [])].map((row) => row.querySelector('a'))
  const at = links.findIndex((link) => link?.closest('tr')?.contains(document.activeElement))
  const to = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1)
  links[to]?.focus()
  return to !== at
}

/** A click on a link or button inside the row is handled there, unless it is a plain one on the row's link;
 *   selecting text is not a click. */
function opens(event: MouseEvent, line: HTMLElement | null): boolean {
  const pressed = (event.target as HTMLElement).closest('a, button, input')
  if (pressed !== null && pressed === line?.querySelector('a'))
    return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (pressed !== null) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
