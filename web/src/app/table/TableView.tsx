// Renders a Table value, with tabular figures at the right, zero as a dash, and negative amounts in parentheses.
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { formatPercent, isFigure } from '@talaan/ledger/reports/table.ts'
import type { Cell, Column, Row, Table } from '@talaan/ledger/reports/table.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './sheet.module.css'

type Props = {
  table: Table
  linkTo: (link: NonNullable<Row['link']>) => string | undefined
  /**
   * The address that explains a figure, found by the texts of its row. Rows that are documents link to those documents.
   */
  whyOf?: ((figure: FigurePlace) => string) | undefined
}
export type FigurePlace = { row: string; nth: number; column: string }

export function TableView({ table, linkTo, whyOf }: Props) {
  const seen = new Map<string, number>()
  const placeOf = (row: Row) => {
    const title = row.cells.filter((cell) => typeof cell === 'string' && cell !== '').join(' ')
    const nth = (seen.get(title) ?? 0) + 1
    seen.set(title, nth)
    return { row: title, nth }
  }
  const figures = table.columns.filter(holdsFigure).length
  const isWide = figures > 3 || table.columns.length > 9
  // The names stay visible while the figures are scrolled.
  const named = table.columns.findIndex(({ kind }) => kind === 'text')
  return (
    <div
      className={isWide ? `${classes.whole} ${classes.scrolling}` : classes.whole}
      // Keyboard users must be able to reach a scrolling region.
      {...(isWide && { role: 'region', 'aria-label': table.title, tabIndex: 0 })}
    >
      <table className={isWide ? `${classes.table} ${classes.wide}` : classes.table} data-figures={figures}>
        <caption className={classes.caption}>
          {table.title}, {table.period}
        </caption>
        <thead>
          <tr>
            {table.columns.map((column, at) => (
              <th key={column.key} scope="col" data-kind={column.kind} data-name={at === named || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => {
            const place = placeOf(row)
            return (
              <TableRow
                key={at}
                row={row}
                columns={table.columns}
                named={named}
                href={row.link && linkTo(row.link)}
                whyOf={
                  whyOf === undefined || row.link?.to === 'document' || place.row.length > 600
                    ? undefined
                    : (column) => whyOf({ ...place, column })
                }
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  row: Row
  columns: readonly Column[]
  named: number
  href: string | undefined
  whyOf: ((column: string) => string) | undefined
}

function TableRow({ row, columns, named, href, whyOf }: RowProps) {
  // The first cell with text has the link, so that keyboard and screen reader users find the link at the name of the
  // row.
  const linked = href === undefined ? -1 : row.cells.findIndex((cell) => cell !== null && cell !== '')
  return (
    <tr data-emphasis={row.emphasis} data-line={fitsALine(row, columns) || undefined}>
      {columns.map((column, at) => {
        const { kind } = column
        const text = printed(row.cells[at] ?? null, column)
        return (
          <td
            key={column.key}
            data-kind={column.kind}
            data-name={at === named || undefined}
            data-nil={text === nil || undefined}
            data-title={column.title}
          >
            {at === linked && href !== undefined ? (
              <Link to={href} className={classes.drill}>
                {unbroken(text)}
              </Link>
            ) : whyOf !== undefined && (kind === 'money' || kind === 'percent') && text !== '' && text !== nil ? (
              <Link to={whyOf(column.key)} className={classes.figure}>
                {text}
              </Link>
            ) : (
              unbroken(text)
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The number of a document stays on one line. */
function unbroken(text: string): ReactNode {
  const parts = text.split(/\b([A-Z]{2,4}-\d{4}-\d{6})\b/)
  if (parts.length === 1) return text
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={classes.number}>
        {part}
      </span>
    ),
  )
}

const nil = '-'
const holdsFigure = ({ kind }: Column): boolean => isFigure(kind)

/** On a phone, a code, a name and one figure fit on a line. Each further figure gets a line of its own. */
function fitsALine({ cells }: Row, columns: readonly Column[]): boolean {
  const filled = columns.filter((_, at) => (cells[at] ?? '') !== '')
  const words = filled.filter((column) => !holdsFigure(column))
  return (
    filled.length - words.length <= 1 && words.length <= 2 && words.slice(0, -1).every(({ kind }) => kind !== 'text')
  )
}

function printed(cell: Cell, { kind }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint')
    return kind === 'money'
      ? formatMoney(cell, { negative: 'brackets', zero: 'dash' })
      : kind === 'percent'
        ? formatPercent(cell)
        : cell.toString()
  return kind === 'day' && cell !== '' ? formatDay(cell) : cell
}
