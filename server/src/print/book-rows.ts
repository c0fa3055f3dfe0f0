// Rows of a book for the grid, with the sums carried over a page break.
import { dayMistake, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { BookColumn, BookRow } from '@talaan/ledger/looseleaf/book.ts'
import { isFigure } from '@talaan/ledger/reports/table.ts'
import type { Cell } from '@talaan/ledger/reports/table.ts'
import type { GridColumn, GridRow } from './grid.ts'
import { printable } from './text.ts'

export function gridColumn({ title, kind, width }: BookColumn): GridColumn {
  const wraps = kind === 'text'
  return { title, align: isFigure(kind) ? 'right' : 'left', wraps, weight: wraps ? (width ?? 3) : 0 }
}

export function gridRow({ cells, emphasis, continued }: BookRow, columns: readonly BookColumn[]): GridRow {
  return {
    cells: columns.map((column, i) => shown(cells[i] ?? null, column)),
    emphasis,
    isContinued: continued ?? false,
  }
}

/** The text of a total runs over the empty cells next to it. */
export function measuredRow(row: BookRow, columns: readonly BookColumn[]): GridRow {
  const cells =
    row.emphasis === undefined ? row.cells : row.cells.map((cell) => (typeof cell === 'bigint' ? cell : null))
  return gridRow({ ...row, cells }, columns)
}

function shown(cell: Cell, { kind }: BookColumn): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return kind === 'money' ? formatMoney(cell) : cell.toLocaleString('en')
  return kind === 'day' && dayMistake(cell) === null ? formatDay(cell) : printable(cell)
}

/**
 * Rows with the data for a page break: the sums of debit and credit columns since the last heading, the last balance,
 * and the heading.
 */
export function carrying(
  columns: readonly BookColumn[],
  onHeading?: (words: string) => void,
): (row: BookRow) => GridRow {
  const nothing = () => columns.map(({ kind, side }) => (kind === 'money' && side !== undefined ? 0n : null))
  let sums: (Money | null)[] = nothing()
  let isOpen = false
  let heading: string | undefined

  return (row) => {
    const [before, under] = [sums, heading]
    const carried = isOpen ? () => before.map((sum) => (sum === null ? '' : formatMoney(sum))) : undefined
    const isHeading = row.emphasis === 'heading'
    const words = isHeading && typeof row.cells[0] === 'string' ? row.cells[0] : undefined
    if (isHeading) {
      heading = words
      sums = nothing()
      isOpen = false
    } else if (row.emphasis === undefined) {
      sums = added(row)
      isOpen = true
    } else {
      if (row.emphasis === 'subtotal') heading = undefined
      isOpen = false
    }
    return {
      ...gridRow(row, columns),
      carried,
      under: isHeading ? undefined : under,
      onDrawn: words === undefined ? undefined : () => onHeading?.(words),
    }
  }

  function added({ cells }: BookRow): (Money | null)[] {
    return sums.map((sum, i) => {
      const cell = cells[i]
      const { kind, side } = columns[i]!
      if (typeof cell !== 'bigint' || kind !== 'money') return sum
      return side === undefined ? cell : (sum ?? 0n) + cell
    })
  }
}
