// The columns of a statement: its parts and total, comparisons with their differences, and percentages.
import { addMonths, endOfMonth, monthOf, startOfMonth } from '../core/date.ts'
import { divideRounded } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { fiscalQuarterOf, fiscalYearAround } from '../core/periods.ts'
import type { Period } from '../core/periods.ts'
import type { Column, ColumnMade, Row, Table } from './table.ts'

export const columnSpans = ['total', 'months', 'quarters', 'years'] as const
export type ColumnSpan = (typeof columnSpans)[number]

/** At most this many parts of a period are shown side by side. */
export const maxParts = 24

/** The parts of a period in order, the first and last cut to it; by fiscal quarters and years. None for `total`. */
export function partsOf({ from, to }: Period, span: ColumnSpan, endsWith: number): Period[] {
  if (span === 'total') return []
  const length = { months: 1, quarters: 3, years: 12 }[span]
  const month = monthOf(from)
  const begins = {
    months: month,
    quarters: fiscalQuarterOf(month, endsWith),
    years: fiscalYearAround(month, endsWith).from,
  }
  const parts: Period[] = []
  for (let first = begins[span]; startOfMonth(first) <= to; first = addMonths(first, length)) {
    const [start, end] = [startOfMonth(first), endOfMonth(addMonths(first, length - 1))]
    parts.push({ from: start < from ? from : start, to: end > to ? to : end })
  }
  return parts
}

/**
 * A figure of the statement, or a column computed from others: a difference, `at` in percent of `of`, or `at` in percent of the base
 * of its own column, such as total revenue.
 */
export type PlannedColumn = ColumnMade & { title: string }

type Figure = { title: string }
export type Compared = Figure & { ratio: string }

/** The figures come first, the last of them is the main one; each comparison follows with its difference. */
export function planOf(
  figures: readonly Figure[],
  compared: readonly Compared[],
  { difference, share }: { difference: boolean; share?: string | undefined },
): PlannedColumn[] {
  const main = figures.length - 1
  const shareOf = (at: number): PlannedColumn[] => (share === undefined ? [] : [{ kind: 'share', title: share, at }])
  return [
    ...figures.flatMap(({ title }, at): PlannedColumn[] => [{ kind: 'figure', title, at }, ...shareOf(at)]),
    ...compared.flatMap(({ title, ratio }, i): PlannedColumn[] => {
      const at = figures.length + i
      const name = compared.length === 1 ? 'Difference' : `Difference from ${title}`
      return [
        { kind: 'figure', title, at },
        ...shareOf(at),
        ...(difference
          ? [
              { kind: 'difference' as const, title: name, at: main, of: at },
              { kind: 'ratio' as const, title: ratio, at: main, of: at },
            ]
          : []),
      ]
    }),
  ]
}

/** The table with the planned columns after its code and title; `base` has the hundred percent of each figure. */
export function arranged(table: Table, plan: readonly PlannedColumn[], base: readonly Money[] = []): Table {
  const [code, name] = table.columns
  if (code === undefined || name === undefined) return table
  const columns = plan.map(({ title, ...made }, i): Column => {
    const { kind } = made
    const isPercent = kind === 'ratio' || kind === 'share'
    return { key: `column${i}`, title, kind: isPercent ? 'percent' : 'money', width: isPercent ? 1 : 2, made }
  })
  const cellsOf = ({ cells }: Row): Row['cells'] => {
    const figure = (at: number) => {
      const cell = cells[at + 2]
      return typeof cell === 'bigint' ? cell : undefined
    }
    return plan.map((column) => {
      const value = figure(column.at)
      if (value === undefined || column.kind === 'figure') return value ?? null
      const other = column.kind === 'share' ? (base[column.at] ?? 0n) : (figure(column.of) ?? 0n)
      if (column.kind === 'difference') return value - other
      return other === 0n ? null : divideRounded(value * 1000n, other)
    })
  }
  return {
    ...table,
    columns: [code, name, ...columns],
    rows: table.rows.map((row) => ({ ...row, cells: [row.cells[0] ?? null, row.cells[1] ?? null, ...cellsOf(row)] })),
  }
}

export const rowLevels = ['accounts', 'grouped', 'groups', 'totals'] as const
/** Accounts, accounts with a subtotal for each group, groups only, or totals only. */
export type RowLevel = (typeof rowLevels)[number]
