// Rows of a table become a statement, by the layout of the account. Rows that are not movements are skipped with a
// reason, and unreadable ones are errors at their row; nothing is guessed row by row.
import type { Money } from '../../core/money.ts'
import { directionOf, readAmount } from './figures.ts'
import type { Read } from './figures.ts'
import { rowWithTitles } from './layout.ts'
import type { Table, TableLayout } from './layout.ts'
import { inOrderOfTime, isBackwards } from './statement.ts'
import type { FoundLine, Statement } from './statement.ts'
import { closingWords, dayIn, labelled, openingWords, readAround, sided, size } from './table-around.ts'
import type { Around } from './table-around.ts'
import { UnreadableStatement } from './unreadable.ts'

export const maxLines = 20_000

/** Rows count from 0, as in the table. */
export type RowNote = { row: number; message: string }
export type TableRead = { statement: Statement; mistakes: RowNote[]; leftOut: RowNote[]; notes: string[] }

/**
 * Reads a table by its layout; amounts are minor units. Throws UnreadableStatement if the titles of the layout are not
 * in the table, because the bank has changed it, and if there is no movement.
 */
export function readTable(tables: readonly Table[], layout: TableLayout): TableRead {
  const table = tables[layout.table] ?? []
  const titles = layout.titles.length === 0 ? -1 : rowWithTitles(table, layout.titles)
  if (layout.titles.length > 0 && titles < 0)
    throw new UnreadableStatement(
      'The column headings do not match the layout saved for this account. The bank may have changed its format, or the file may be for another account. Check the columns.',
    )
  const above = readAround(table.slice(0, Math.max(0, titles)), layout)
  const reading: Reading = {
    layout,
    above,
    found: [],
    mistakes: [],
    leftOut: [],
    goesOn: null,
    carried: [],
    sums: { out: 0n, in: 0n },
    sinceTotal: { out: 0n, in: 0n },
    notes: [],
  }
  const outsAreNegative = layout.amount.kind === 'columns' && allNegative(table, titles, layout, layout.amount.out)
  let ended = false
  for (const [row, cells] of table.entries()) {
    if (row <= titles || ended) continue
    if (cells.every((cell) => cell.trim() === '')) {
      reading.goesOn = null
      continue
    }
    if (layout.end !== '' && contains(cells, layout.end)) {
      reading.leftOut.push({ row, message: 'The transactions end here.' })
      ended = true
      continue
    }
    const before = reading.found.length
    const goesOn = readRow(reading, { row, cells, outsAreNegative })
    reading.goesOn = reading.found.length > before ? (reading.found.at(-1) ?? null) : goesOn ? reading.goesOn : null
  }
  return finished(reading)
}

type Reading = {
  layout: TableLayout
  above: Around
  found: FoundLine[]
  mistakes: RowNote[]
  leftOut: RowNote[]
  /** The movement that the words in the next row continue. */
  goesOn: FoundLine | null
  /** Balances in rows of their own, and the number of movements before each. */
  carried: { kind: 'opening' | 'closing'; amount: Money; after: number; overPages: boolean }[]
  currency?: string | undefined
  sums: { out: Money; in: Money }
  sinceTotal: { out: Money; in: Money }
  notes: string[]
}
type Row = { row: number; cells: readonly string[]; outsAreNegative: boolean }

/** True if the row only continues the previous movement. */
function readRow(reading: Reading, { row, cells, outsAreNegative }: Row): boolean {
  const { layout, above, mistakes, leftOut } = reading
  const noteIn = (notes: RowNote[]) => (message: string) => {
    notes.push({ row, message })
    return false
  }
  const [leave, mistake] = [noteIn(leftOut), noteIn(mistakes)]
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? '').trim())
  const skipped = layout.skip.find((words) => contains(cells, words))
  if (skipped !== undefined) return leave(`Skipped because of '${skipped}'.`)
  if (layout.titles.length > 0 && rowWithTitles([cells], layout.titles) === 0) return leave('Repeated headings.')
  if (cells.some((words) => pageWords.test(words.trim()))) return leave('A page number.')
  if (readBalanceRow(reading, row, cells)) return false

  const dayText = cell(layout.day)
  const amount = amountOf(cells, layout, outsAreNegative)
  const description = layout.description
    .map(cell)
    .filter((words) => words !== '')
    .join(' ')
  if (dayText === '') {
    if (amount.ok && amount.value !== null) return mistake('This row has an amount but no date.')
    const before = reading.goesOn
    const onlyWords =
      description !== '' && cells.every((words, at) => words.trim() === '' || layout.description.includes(at))
    if (before === null || !onlyWords) return leave('No date and no amount.')
    before.description = `${before.description} ${description}`.replace(/\s+/g, ' ').trim()
    leave('Continues the row above.')
    return true
  }
  const day = dayIn(dayText, layout, above)
  const hasAmount = !amount.ok || amount.value !== null
  if (!day.ok && !hasAmount) return leave('No date and no amount.')
  if (!day.ok) return mistake(day.message)
  if (!amount.ok) return mistake(amount.message)
  const balance = readAmount(cell(layout.balance), layout.decimal)
  if (!balance.ok) return mistake(balance.message)
  if (amount.value === null || amount.value === 0n) return leave('The amount of this row is zero.')
  const valueText = cell(layout.valueDay)
  const valueDay = valueText === '' ? undefined : dayIn(valueText, layout, above)
  if (valueDay?.ok === false) return mistake(valueDay.message)
  if (reading.found.length >= maxLines)
    throw new UnreadableStatement(
      `A statement can have at most ${maxLines.toLocaleString('en')} lines. Upload a shorter one.`,
    )
  const held = balance.value === null ? undefined : sided(balance.value)
  reading.currency ??= /^[A-Z]{3}$/.exec(cell(layout.currency).toUpperCase())?.[0]
  for (const sums of [reading.sums, reading.sinceTotal]) {
    if (amount.value > 0n) sums.in += amount.value
    else sums.out -= amount.value
  }
  reading.found.push({
    day: day.value,
    ...(valueDay !== undefined && valueDay.value !== day.value && { valueDay: valueDay.value }),
    amount: amount.value,
    ...(held !== undefined && { balance: held }),
    ...(cell(layout.reference) !== '' && { reference: cell(layout.reference) }),
    ...(/[1-9]/.test(cell(layout.chequeNo)) && { chequeNo: cell(layout.chequeNo) }),
    description: description.replace(/\s+/g, ' '),
  })
  return false
}

/** Not a balance, whatever is next to it. */
const pageWords = /^page:? ?\d+( ?(of|\/) ?\d+)?$/i

const contains = (cells: readonly string[], words: string): boolean =>
  cells.join(' ').toLowerCase().includes(words.toLowerCase())

/** Money in positive, money out negative; null if the row has no amount. */
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
      return { ok: false, message: 'This row has both a money-out and a money-in amount.' }
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
  const direction = directionOf(mark)
  if (direction === 'in') return { ok: true, value: read.value.amount }
  if (direction === 'out') return { ok: true, value: -size(read.value.amount) }
  return {
    ok: false,
    message: `'${mark.slice(0, 20)}' does not show whether this is money in or out. Check that you chose the right column for money in or out.`,
  }
}

/** Some banks print debits with a minus: if all have one it is the notation, otherwise a reversal. */
function allNegative(table: Table, titles: number, { decimal }: TableLayout, column: number): boolean {
  const read = table.slice(titles + 1).flatMap((cells) => {
    const amount = readAmount(cells[column] ?? '', decimal)
    return amount.ok && amount.value !== null && amount.value.amount !== 0n ? [amount.value.amount] : []
  })
  return read.length > 0 && read.every((amount) => amount < 0n)
}

// ── Balances and other rows.

const totalWords = /^(grand |sub[- ]?|page )?totals?\b/i
const overPages = /forward|\b[bc]\/?f\b/i

/** Rows with a balance or a total, which are not movements. */
function readBalanceRow(reading: Reading, row: number, cells: readonly string[]): boolean {
  const { layout, leftOut, carried, found } = reading
  const words = cells.map((cell) => cell.trim()).filter((cell) => /[A-Za-z]{2}/.test(cell))
  const says = (pattern: RegExp) => words.some((cell) => pattern.test(cell))
  const kind = says(openingWords) ? 'opening' : says(closingWords) ? 'closing' : says(totalWords) ? 'total' : null
  if (kind === null) return false
  const held = readAmount(cells[layout.balance ?? -1] ?? '', layout.decimal)
  if (kind === 'total') {
    if (!movesNoMoney(cells, layout) && dayIn((cells[layout.day] ?? '').trim(), layout, reading.above).ok) return false
    leftOut.push({ row, message: 'A total, not a transaction.' })
    compareTotals(reading, cells)
    return true
  }
  // A movement may have the same text: then it has an amount and a balance.
  if (!movesNoMoney(cells, layout) && held.ok && held.value !== null) return false
  const amount =
    held.ok && held.value !== null
      ? sided(held.value)
      : labelled(cells, kind === 'opening' ? openingWords : closingWords, layout)
  if (amount === undefined) return false
  carried.push({ kind, amount, after: found.length, overPages: says(overPages) })
  leftOut.push({ row, message: kind === 'opening' ? 'The opening balance.' : 'The closing balance.' })
  return true
}

function movesNoMoney(cells: readonly string[], layout: TableLayout): boolean {
  const amount = amountOf(cells, layout, false)
  return amount.ok && (amount.value === null || amount.value === 0n)
}

/** The bank's totals must equal the sum of its rows: of all, or of those since the last total. */
function compareTotals({ layout, sums, sinceTotal, notes }: Reading, cells: readonly string[]): void {
  if (layout.amount.kind !== 'columns') return
  for (const side of ['out', 'in'] as const) {
    const total = readAmount(cells[layout.amount[side]] ?? '', layout.decimal)
    if (!total.ok || total.value === null) continue
    if (![sums[side], sinceTotal[side]].includes(size(total.value.amount)))
      notes.push(`The file's total of money ${side} does not match the sum of its rows.`)
    sinceTotal[side] = 0n
  }
}

/**
 * The opening and closing balance of the file; balances carried over between pages are neither, but must match in
 * pairs.
 */
function endsOf({ carried, found, notes }: Reading): { opening?: Money | undefined; closing?: Money | undefined } {
  const broken = carried.some(({ kind, amount, after }, at) => {
    const next = carried[at + 1]
    return kind === 'closing' && next?.kind === 'opening' && next.after === after && next.amount !== amount
  })
  if (broken) notes.push('The balance at the start of a page is not the balance at the end of the previous page.')
  const [start, end] = isBackwards(found) ? [found.length, 0] : [0, found.length]
  const balance = (kind: 'opening' | 'closing', place: number, other: number) =>
    carried.filter((each) => each.kind === kind && each.after === place).at(kind === 'opening' ? 0 : -1) ??
    carried.find((each) => each.kind === kind && each.after === other && !each.overPages)
  return { opening: balance('opening', start, end)?.amount, closing: balance('closing', end, start)?.amount }
}

function finished(reading: Reading): TableRead {
  const { found, above, currency, mistakes, leftOut, notes } = reading
  if (found.length === 0 && mistakes.length === 0)
    throw new UnreadableStatement(
      'There are no transactions below the headings. Check the columns, or check that the file is not empty.',
    )
  const ends = endsOf(reading)
  const lines = inOrderOfTime(found)
  const [first, last] = [lines[0], lines.at(-1)]
  const { year: _, ...around } = above
  const opening =
    ends.opening ?? around.opening ?? (first?.balance === undefined ? undefined : first.balance - first.amount)
  const closing = ends.closing ?? around.closing ?? last?.balance
  // A date range elsewhere on the page, such as the print date, is not one of these rows.
  const holds =
    first !== undefined && last !== undefined && around.from !== undefined && around.to !== undefined
      ? around.from <= first.day && around.to >= last.day
      : false
  const { from, to, ...rest } = around
  const statement: Statement = {
    ...rest,
    ...(currency !== undefined && { currency }),
    ...(holds && from !== undefined && to !== undefined
      ? { from, to }
      : first !== undefined && last !== undefined && { from: first.day, to: last.day }),
    ...(opening !== undefined && { opening }),
    ...(closing !== undefined && { closing }),
    lines,
  }
  return { statement, mistakes, leftOut, notes }
}
