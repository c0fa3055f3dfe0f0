// A list as a table. On narrow screens, each row becomes a card with the amount at the right, so that the page never
// scrolls sideways.
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
  /** The sort order for this column; its heading is a button. */
  order?: string
  /** The first press sorts from A to Z; without it, from the largest or latest. */
  ascendsFirst?: boolean
  /**
   * The place of the cell when the row is a card: a mark before the heading, the heading, the amount at the right, a
   * value without a label, a value with a label, the action at the end, or a menu after the amount.
   */
  card?: 'mark' | 'heading' | 'amount' | 'bare' | 'line' | 'action' | 'menu' | 'none'
  /** If users can choose columns: the column stays first, or is always shown. */
  stays?: 'first' | 'shown'
  /** If users can choose columns: the column is shown only if chosen. */
  isExtra?: boolean
  /** The chosen width in pixels; null for the width of the content. */
  width?: number | null
}

type Props<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /**
   * Makes the row a link. The whole row is clickable; the link inside it is for keyboard and screen reader users. Long
   * lists use plain links, because all of the router's links render again whenever the address changes.
   */
  onOpen?: (row: Row) => void
  /** Strikes the row through, as for voided documents. */
  faded?: (row: Row) => boolean
  /** Whether the row is selected; a row renders again only when this changes. */
  picked?: (row: Row) => boolean
  /** The row whose details are shown next to the table. */
  current?: (row: Row) => boolean
  /** The table is alone on the page, so it has a sheet of its own. */
  framed?: boolean
  ref?: Ref<HTMLTableElement>
  /** Called when the user presses Escape in the table. */
  onEscape?: () => void
  /** The current order of the rows; undefined if it is not the order of a column. */
  sorted?: Sorted | undefined
  onSort?: (sorted: Sorted) => void
  /** The totals of the whole list, by column. */
  foot?: Readonly<Record<string, ReactNode>> | undefined
  /** Additional properties for the heading of a column, and content after its title. */
  heading?: ((column: DataColumn<Row>) => { props: ThHTMLAttributes<HTMLElement>; edge: ReactNode }) | undefined
}

export type Sorted = { order: string; ascending: boolean }

/** The number of rows that render immediately, which is more than a screen shows. The rest follow in the background. */
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
  // A short list renders immediately, so that removed rows disappear without a delay.
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
        {/* The link inside each row handles the keyboard, so one click handler is enough for all rows. */}
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

/** The next press reverses the order. */
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

/** A key press above a long list must not make its rows render again. */
const DataRow = memo(PlainRow) as typeof PlainRow

/** Moves the focus up or down by a number of rows, to the row's link; returns false at the end of the table. */
export function moveRow(table: HTMLTableElement | null, by: number): boolean {
  const links = [...(table?.querySelectorAll('tr[data-leads]') ?? [])].map((row) => row.querySelector('a'))
  const at = links.findIndex((link) => link?.closest('tr')?.contains(document.activeElement))
  const to = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1)
  links[to]?.focus()
  return to !== at
}

/**
 * A link or button inside the row handles its own clicks, except a plain click on the row's link. Selecting text is not
 * a click.
 */
function opens(event: MouseEvent, line: HTMLElement | null): boolean {
  const pressed = (event.target as HTMLElement).closest('a, button, input')
  if (pressed !== null && pressed === line?.querySelector('a'))
    return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (pressed !== null) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
