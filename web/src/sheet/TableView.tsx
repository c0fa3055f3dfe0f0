// Prints a Table value on the screen: tabular figures at the right, zero as a dash, minus in brackets.
import { formatDay } from '@talaan/ledger/day.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import type { Cell, Column, Row, Table } from '@talaan/ledger/reports/table.ts'
import { Link } from 'react-router'
import classes from './sheet.module.css'

type Props = { table: Table; linkTo: (link: NonNullable<Row['link']>) => string | undefined }

export function TableView({ table, linkTo }: Props) {
  const isWide = table.columns.filter(({ kind }) => kind === 'money').length > 3
  return (
    <div
      className={isWide ? `${classes.whole} ${classes.scrolling}` : classes.whole}
      // What can be scrolled must be reached by keyboard.
      {...(isWide && { role: 'region', 'aria-label': table.title, tabIndex: 0 })}
    >
      <table className={isWide ? `${classes.table} ${classes.wide}` : classes.table}>
        <caption className={classes.caption}>
          {table.title}, {table.period}
        </caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.key} scope="col" data-kind={column.kind}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <TableRow key={at} row={row} columns={table.columns} href={row.link && linkTo(row.link)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow({ row, columns, href }: { row: Row; columns: readonly Column[]; href: string | undefined }) {
  // The first cell with words carries the link, so that the keyboard and the reader find it where the row is named.
  const linked = href === undefined ? -1 : row.cells.findIndex((cell) => cell !== null && cell !== '')
  return (
    <tr data-emphasis={row.emphasis}>
      {columns.map((column, at) => {
        const text = printed(row.cells[at] ?? null, column)
        return (
          <td key={column.key} data-kind={column.kind} data-title={column.title}>
            {at === linked && href !== undefined ? (
              <Link to={href} className={classes.drill}>
                {text}
              </Link>
            ) : (
              text
            )}
          </td>
        )
      })}
    </tr>
  )
}

function printed(cell: Cell, { kind }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint')
    return kind === 'money' ? formatMoney(cell, { negative: 'brackets', zero: 'dash' }) : cell.toString()
  return kind === 'day' && cell !== '' ? formatDay(cell) : cell
}
