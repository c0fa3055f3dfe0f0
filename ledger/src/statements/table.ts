// Rows of a table become a statement, by the layout of the account. Whatever is not a movement is left out with its
// reason, and what cannot be read is a mistake at its row; nothing is guessed row by row.
import { daysBetween } from '../day.ts'
import type { Day } from '../day.ts'
import type { Money } from '../money.ts'
import { readAmount, readDay } from './figures.ts'
import type { Read } from './figures.ts'
import { rowWithTitles } from './layout.ts'
import type { Table, TableLayout } from './layout.ts'
import { inOrderOfTime } from './statement.ts'
import type { FoundLine, Statement } from './statement.ts'
import { UnreadableStatement } from './unreadable.ts'

export const mostLines = 20_000

/** Rows count from 0, as they stand in the table. */
export type RowNote = { row: number; message: string }
export type TableRead = { statement: Statement; mistakes: RowNote[]; leftOut: RowNote[]; notes: string[] }

/**
 * Reads a table by its layout; amounts are minor units. Throws UnreadableStatement where the titles of the layout are
 * not in the table, because then the bank has changed it, and where there is no movement at all.
 */
export function readTable(tables: readonly Table[], layout: TableLayout): TableRead {
  const table = tables[layout.table] ?? []
  const titles = layout.titles.length === 0 ? -1 : rowWithTitles(table, layout.titles)
  if (layout.titles.length > 0 && titles < 0)
    throw new UnreadableStatement(
      'The titles of this file are not those of the layout that is kept for this account: the bank has changed them, or the file is of another account. Check which column is which.',
    )
  const above = readAround(table.slice(0, Math.max(0, titles)), layout)
  const reading: Reading = {
    layout,
    above,
    found: [],
    mistakes: [],
    leftOut: [],
    ends: {},
    sums: { out: 0n, in: 0n },
    notes: [],
  }
  const outsAreNegative = layout.amount.kind === 'columns' && allNegative(table, titles, layout, layout.amount.out)
  let ended = false
  for (const [row, cells] of table.entries()) {
    if (row <= titles || ended || cells.every((cell) => cell.trim() === '')) continue
    if (layout.end !== '' && contains(cells, layout.end)) {
      reading.leftOut.push({ row, message: 'Here the movements end.' })
      ended = true
      continue
    }
    readRow(reading, { row, cells, outsAreNegative })
  }
  return finished(reading)
}

type Around = Pick<Statement, 'account' | 'currency' | 'from' | 'to' | 'opening' | 'closing'> & { year?: number }
type Reading = {
  layout: TableLayout
  above: Around
  found: FoundLine[]
  mistakes: RowNote[]
  leftOut: RowNote[]
  ends: { opening?: Money; closing?: Money; currency?: string }
  sums: { out: Money; in: Money }
  notes: string[]
}
type Row = { row: number; cells: readonly string[]; outsAreNegative: boolean }

function readRow(reading: Reading, { row, cells, outsAreNegative }: Row): void {
  const { layout, above, mistakes, leftOut } = reading
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? '').trim())
  const skipped = layout.skip.find((words) => contains(cells, words))
  if (skipped !== undefined) return void leftOut.push({ row, message: `Left out because of '${skipped}'.` })
  if (layout.titles.length > 0 && rowWithTitles([cells], layout.titles) === 0)
    return void leftOut.push({ row, message: 'The titles once more.' })
  if (readBalanceRow(reading, row, cells)) return

  const dayText = cell(layout.day)
  const amount = amountOf(cells, layout, outsAreNegative)
  const description = layout.description
    .map(cell)
    .filter((words) => words !== '')
    .join(' ')
  if (dayText === '') {
    if (amount.ok && amount.value !== null) {
      mistakes.push({ row, message: 'This row has an amount and no day.' })
      return
    }
    const before = reading.found.at(-1)
    const onlyWords =
      description !== '' && cells.every((words, at) => words.trim() === '' || layout.description.includes(at))
    if (before === undefined || !onlyWords) return void leftOut.push({ row, message: 'No day and no amount.' })
    before.description = `${before.description} ${description}`.replace(/\s+/g, ' ').trim()
    leftOut.push({ row, message: 'Goes on from the row above.' })
    return
  }
  const day = dayIn(dayText, layout, above)
  const hasAmount = !amount.ok || amount.value !== null
  if (!day.ok && !hasAmount) return void leftOut.push({ row, message: 'No day and no amount.' })
  if (!day.ok) return void mistakes.push({ row, message: day.message })
  if (!amount.ok) return void mistakes.push({ row, message: amount.message })
  const balance = readAmount(cell(layout.balance), layout.decimal)
  if (!balance.ok) return void mistakes.push({ row, message: balance.message })
  if (amount.value === null || amount.value === 0n)
    return void leftOut.push({ row, message: 'No money moves in this row.' })
  const valueText = cell(layout.valueDay)
  const valueDay = valueText === '' ? undefined : dayIn(valueText, layout, above)
  if (valueDay?.ok === false) return void mistakes.push({ row, message: valueDay.message })
  if (reading.found.length >= mostLines)
    throw new UnreadableStatement(
      `A statement has at most ${mostLines.toLocaleString('en')} lines; upload a shorter one.`,
    )
  const held = balance.value === null ? undefined : sided(balance.value)
  reading.ends.currency ??= /^[A-Z]{3}$/.exec(cell(layout.currency).toUpperCase())?.[0]
  if (amount.value > 0n) reading.sums.in += amount.value
  else reading.sums.out -= amount.value
  reading.found.push({
    day: day.value,
    ...(valueDay !== undefined && valueDay.value !== day.value && { valueDay: valueDay.value }),
    amount: amount.value,
    ...(held !== undefined && { balance: held }),
    ...(cell(layout.reference) !== '' && { reference: cell(layout.reference) }),
    ...(/[1-9]/.test(cell(layout.chequeNo)) && { chequeNo: cell(layout.chequeNo) }),
    description: description.replace(/\s+/g, ' '),
  })
}

const contains = (cells: readonly string[], words: string): boolean =>
  cells.join(' ').toLowerCase().includes(words.toLowerCase())

/** DR or a minus: the account is overdrawn. */
const sided = ({ amount, side }: { amount: Money; side?: 'in' | 'out' }): Money =>
  side === undefined ? amount : side === 'in' ? size(amount) : -size(amount)

const size = (amount: Money): Money => (amount < 0n ? -amount : amount)

/** Money in positive, money out negative; null where the row says no amount. */
function amountOf(
  cells: readonly string[],
  { amount: by, decimal }: TableLayout,
  outsAreNegative: boolean,
): Read<Money | null> {
  const at = (column: number) => readAmount(cells[column] ?? '', decimal)
  if (by.kind === 'columns') {
    const [out, into] = [at(by.out), at(by.in)]
    if (!out.ok) return out
    if (!into.ok) return into
    const [paid, received] = [out.value?.amount ?? null, into.value?.amount ?? null]
    if (paid !== null && paid !== 0n && received !== null && received !== 0n)
      return { ok: false, message: 'This row has an amount in both columns, out and in.' }
    if (paid === null || (paid === 0n && received !== null)) return { ok: true, value: received }
    return { ok: true, value: outsAreNegative ? paid : -paid }
  }
  const read = at(by.column)
  if (!read.ok) return read
  if (read.value === null) return { ok: true, value: null }
  if (by.kind === 'signed') {
    const amount = sided(read.value)
    return { ok: true, value: by.outIsPositive && read.value.side === undefined ? -amount : amount }
  }
  const mark = (cells[by.mark] ?? '').trim()
  if (/^(c|cr|credit|in|deposit|\+)\b|^\+/i.test(mark)) return { ok: true, value: read.value.amount }
  if (/^(d|dr|db|debit|out|withdrawal)\b|^-/i.test(mark)) return { ok: true, value: -size(read.value.amount) }
  return { ok: false, message: `Nothing says whether this is money in or out: '${mark.slice(0, 20)}'.` }
}

/** Some banks print the amounts of the column of debits with a minus: all of them, or it means a reversal. */
function allNegative(table: Table, titles: number, { decimal }: TableLayout, column: number): boolean {
  const read = table.slice(titles + 1).flatMap((cells) => {
    const amount = readAmount(cells[column] ?? '', decimal)
    return amount.ok && amount.value !== null && amount.value.amount !== 0n ? [amount.value.amount] : []
  })
  return read.length > 0 && read.every((amount) => amount < 0n)
}

function dayIn(text: string, { dateOrder }: TableLayout, { from, to, year }: Around): Read<Day> {
  const read = readDay(text, dateOrder, year)
  // A day without a year, in a statement that goes over New Year.
  if (!read.ok || from === undefined || to === undefined || /\d{4}/.test(text)) return read
  const other = [from, to].map((end) => readDay(text, dateOrder, Number(end.slice(0, 4))))
  return other.find((each) => each.ok && each.value >= from && each.value <= to) ?? read
}

// ── Balances and what stands around the movements.

const openingWords =
  /^(opening|beginning|starting|previous|initial|last statement) (ledger |statement |available )?balance|^bal(ance)?\.? (b\/?f\b|brought forward|forward|last statement)|^brought forward|^beginning bal/i
const closingWords =
  /^(closing|ending|final|new) (ledger |statement )?balance|^bal(ance)?\.? (c\/?f\b|carried forward|as of)|^carried forward|^ending bal/i
const totalWords = /^(grand |sub[- ]?)?totals?\b/i

/** Rows that say what the account held before or after, or how much moved in all, and are no movements. */
function readBalanceRow(reading: Reading, row: number, cells: readonly string[]): boolean {
  const { layout, leftOut, ends } = reading
  const words = cells.map((cell) => cell.trim()).filter((cell) => /[A-Za-z]{2}/.test(cell))
  const says = (pattern: RegExp) => words.some((cell) => pattern.test(cell))
  const kind = says(openingWords) ? 'opening' : says(closingWords) ? 'closing' : says(totalWords) ? 'total' : null
  if (kind === null) return false
  const held = readAmount(cells[layout.balance ?? -1] ?? '', layout.decimal)
  if (kind === 'total') {
    if (!movesNoMoney(cells, layout) && dayIn((cells[layout.day] ?? '').trim(), layout, reading.above).ok) return false
    leftOut.push({ row, message: 'A total, no movement.' })
    compareTotals(reading, cells)
    return true
  }
  // A movement may be called so too: then money moves, and there is a balance beside it.
  if (!movesNoMoney(cells, layout) && held.ok && held.value !== null) return false
  const amount =
    held.ok && held.value !== null
      ? sided(held.value)
      : labelled(cells, kind === 'opening' ? openingWords : closingWords, layout)
  if (amount === undefined) return false
  ends[kind] ??= amount
  leftOut.push({ row, message: kind === 'opening' ? 'The opening balance.' : 'The closing balance.' })
  return true
}

function movesNoMoney(cells: readonly string[], layout: TableLayout): boolean {
  const amount = amountOf(cells, layout, false)
  return amount.ok && (amount.value === null || amount.value === 0n)
}

/** The bank's own totals have to be what its rows add up to. */
function compareTotals({ layout, sums, notes }: Reading, cells: readonly string[]): void {
  if (layout.amount.kind !== 'columns') return
  for (const [side, column, sum] of [
    ['out', layout.amount.out, sums.out],
    ['in', layout.amount.in, sums.in],
  ] as const) {
    const total = readAmount(cells[column] ?? '', layout.decimal)
    if (total.ok && total.value !== null && size(total.value.amount) !== sum)
      notes.push(`The file's own total of money ${side} is not what its rows add up to.`)
  }
}

/** The amount behind a label: in a cell to its right, or behind a colon. */
function labelled(cells: readonly string[], words: RegExp, { decimal }: TableLayout): Money | undefined {
  const at = cells.findIndex((cell) => words.test(cell.trim()))
  const behind = [(cells[at] ?? '').split(':').slice(1).join(':'), ...cells.slice(at + 1)]
  for (const text of behind) {
    const amount = readAmount(text, decimal)
    if (amount.ok && amount.value !== null) return sided(amount.value)
  }
  return undefined
}

/** Account, currency, days and opening balance from the rows above the titles. */
function readAround(rows: Table, layout: TableLayout): Around {
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

function finished({ found, above, ends, mistakes, leftOut, notes }: Reading): TableRead {
  if (found.length === 0 && mistakes.length === 0)
    throw new UnreadableStatement(
      'There is no movement below the titles. Check the columns, or whether the file is empty.',
    )
  const lines = inOrderOfTime(found)
  const [first, last] = [lines[0], lines.at(-1)]
  const { year: _, ...around } = above
  const opening =
    ends.opening ?? around.opening ?? (first?.balance === undefined ? undefined : first.balance - first.amount)
  const closing = ends.closing ?? around.closing ?? last?.balance
  // A period that is printed somewhere else on the page, such as the day of printing, is none of these rows.
  const holds =
    first !== undefined && last !== undefined && around.from !== undefined && around.to !== undefined
      ? around.from <= first.day && around.to >= last.day
      : false
  const { from, to, ...rest } = around
  const statement: Statement = {
    ...rest,
    ...(ends.currency !== undefined && { currency: ends.currency }),
    ...(holds && from !== undefined && to !== undefined
      ? { from, to }
      : first !== undefined && last !== undefined && { from: first.day, to: last.day }),
    ...(opening !== undefined && { opening }),
    ...(closing !== undefined && { closing }),
    lines,
  }
  return { statement, mistakes, leftOut, notes }
}
