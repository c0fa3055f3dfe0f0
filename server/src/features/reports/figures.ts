// The figures of a table, found again by the texts of their row; and two tables compared figure by figure.
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { compareReport } from '@talaan/contract/why.ts'
import type { Row, Table } from '@talaan/ledger/reports/table.ts'
import type { ReportCell } from './report.ts'

/** The texts of a row. */
export const rowTitle = ({ cells }: Row): string =>
  cells.filter((cell) => typeof cell === 'string' && cell !== '').join(' ')

/** Which of the rows with the same texts it is, from 1. */
export function nthOf(table: Table, row: Row): number {
  const title = rowTitle(row)
  return table.rows.filter((one) => rowTitle(one) === title).indexOf(row) + 1
}

export type FigurePlace = { row: string; nth: number; column: string }

export function cellAt(table: Table, { row: title, nth, column: key }: FigurePlace): ReportCell | undefined {
  const row = table.rows.filter((one) => rowTitle(one) === title)[nth - 1]
  const columnAt = table.columns.findIndex((one) => one.key === key)
  const column = table.columns[columnAt]
  const amount = row?.cells[columnAt]
  if (row === undefined || column === undefined || typeof amount !== 'bigint') return undefined
  return { table, row, at: table.rows.indexOf(row), column, columnAt, amount }
}

type Differences = Pick<AnswerOf<typeof compareReport>, 'rows' | 'same'>

/** Amounts only; running balances differ in every row after the first difference and are left out. */
export function differences(was: Table, now: Table): Differences {
  const before = figuresOf(was)
  const after = figuresOf(now)
  const rows: Differences['rows'] = []
  let same = 0
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    const [earlier, later] = [before.get(key), after.get(key)]
    const figure = later ?? earlier
    if (figure === undefined) continue
    const [from, to] = [earlier?.amount ?? 0n, later?.amount ?? 0n]
    if (from === to) same += 1
    else rows.push({ ...figure.place, title: figure.title, was: from, now: to })
  }
  return { rows, same }
}

type Placed = { place: FigurePlace; title: string; amount: bigint }

function figuresOf(table: Table): Map<string, Placed> {
  const figures = new Map<string, Placed>()
  const seen = new Map<string, number>()
  for (const row of table.rows) {
    const title = rowTitle(row)
    const nth = (seen.get(title) ?? 0) + 1
    seen.set(title, nth)
    table.columns.forEach(({ key, kind, title: column }, at) => {
      const amount = row.cells[at]
      const isRunning = key === 'balance' && row.link?.to === 'document'
      if (kind !== 'money' || typeof amount !== 'bigint' || isRunning) return
      figures.set(`${title}\n${nth}\n${key}\n${column}`, {
        place: { row: title, nth, column: key },
        title: column,
        amount,
      })
    })
  }
  return figures
}
