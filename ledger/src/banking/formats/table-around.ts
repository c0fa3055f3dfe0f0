// The data around the movements of a table: account, currency, dates and balances above the titles, and balance labels.
import { daysBetween } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import { readAmount, readDay } from './figures.ts'
import type { Read } from './figures.ts'
import type { Table, TableLayout } from './layout.ts'
import type { Statement } from './statement.ts'

export type Around = Pick<Statement, 'account' | 'currency' | 'from' | 'to' | 'opening' | 'closing'> & { year?: number }

export const openingWords =
  /^(opening|beginning|starting|previous|initial|last statement) (ledger |statement |available )?balance|^bal(ance)?\.? (b\/?f\b|brought forward|forward|last statement)|^brought forward|^beginning bal/i
export const closingWords =
  /^(closing|ending|final|new) (ledger |statement )?balance|^bal(ance)?\.? (c\/?f\b|carried forward|as of)|^carried forward|^ending bal/i

/** DR or a minus: the account is overdrawn. */
export const sided = ({ amount, side }: { amount: Money; side?: 'in' | 'out' }): Money =>
  side === undefined ? amount : side === 'in' ? size(amount) : -size(amount)

export const size = (amount: Money): Money => (amount < 0n ? -amount : amount)

/** The amount after a label: in a cell to its right, or after a colon. */
export function labelled(cells: readonly string[], words: RegExp, { decimal }: TableLayout): Money | undefined {
  const at = cells.findIndex((cell) => words.test(cell.trim()))
  const behind = [(cells[at] ?? '').split(':').slice(1).join(':'), ...cells.slice(at + 1)]
  for (const text of behind) {
    const amount = readAmount(text, decimal)
    if (amount.ok && amount.value !== null) return sided(amount.value)
  }
  return undefined
}

/** Account, currency, dates and opening balance from the rows above the titles. */
export function readAround(rows: Table, layout: TableLayout): Around {
  const around: Around = {}
  for (const cells of rows.slice(0, 60)) {
    const line = cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' ')
    const account = /\b(?:account|acct)\.?(?: ?(?:no|number|#))?\.?\s*[:#]?\s*([\dx*•][\dx*• -]{4,30}\d)\b/i.exec(
      line,
    )?.[1]
    if (account !== undefined) around.account ??= account.trim()
    const currency = /\b(?:currency|ccy)\b\W*([A-Z]{3})\b/i.exec(line)?.[1]
    if (currency !== undefined) around.currency ??= currency.toUpperCase()
    around.year ??= Number(/\b(20\d{2})\b/.exec(line)?.[1] ?? 0) || undefined
    if (/\b(period|from|coverage|covering|date range|statement date|dates?)\b/i.test(line))
      readPeriod(around, line, layout)
    const opening = labelled(cells, openingWords, layout)
    if (opening !== undefined && cells.some((cell) => openingWords.test(cell.trim()))) around.opening ??= opening
    const closing = labelled(cells, closingWords, layout)
    if (closing !== undefined && cells.some((cell) => closingWords.test(cell.trim()))) around.closing ??= closing
  }
  return around
}

const writtenDay =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}[- ][A-Za-z]{3,9}\.?[- ,]*\d{4}/g

function readPeriod(around: Around, line: string, { dateOrder }: TableLayout): void {
  const days = [...line.matchAll(writtenDay)].flatMap(([text]) => {
    const read = readDay(text, dateOrder)
    return read.ok ? [read.value] : []
  })
  const [from, to] = days
  if (from === undefined || to === undefined || from > to || daysBetween(from, to) > 400) return
  Object.assign(around, { from, to })
}

export function dayIn(text: string, { dateOrder }: TableLayout, { from, to, year }: Around): Read<Day> {
  const read = readDay(text, dateOrder, year)
  // A date without a year, in a statement over New Year.
  if (!read.ok || from === undefined || to === undefined || /\d{4}/.test(text)) return read
  const other = [from, to].map((end) => readDay(text, dateOrder, Number(end.slice(0, 4))))
  return other.find((each) => each.ok && each.value >= from && each.value <= to) ?? read
}
