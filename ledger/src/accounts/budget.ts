// A budget: the planned amount of each income and expense account in each month of a fiscal year.
import { daysBetween, endOfMonth, monthOf, startOfMonth } from '../core/date.ts'
import type { Month } from '../core/date.ts'
import { divideRounded, largestRemainder, parseTypedAmount } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { Period } from '../core/periods.ts'

/** An annual total in twelve parts that add up exactly; the odd centavos go to the first months. */
export const spreadEvenly = (total: Money): Money[] => {
  const shares = largestRemainder(
    total < 0n ? -total : total,
    Array.from({ length: 12 }, () => 1n),
  )
  return total < 0n ? shares.map((share) => -share) : shares
}

/** Actual figures raised by hundredths of a percent: 500 is five percent more. Rounded half up to the centavo. */
export const raised = (amount: Money, hundredths: bigint): Money =>
  divideRounded(amount * (10_000n + hundredths), 10_000n)

/** The budget of a period in centavos: whole months in full, partial months by days, rounded half up. */
export function budgetIn(months: ReadonlyMap<Month, Money>, { from, to }: Period): Money {
  let total = 0n
  for (const [month, amount] of months) {
    const first = startOfMonth(month) < from ? from : startOfMonth(month)
    const last = endOfMonth(month) > to ? to : endOfMonth(month)
    if (first > last) continue
    const [within, whole] = [daysBetween(first, last) + 1, daysBetween(startOfMonth(month), endOfMonth(month)) + 1]
    total += within === whole ? amount : divideRounded(amount * BigInt(within), BigInt(whole))
  }
  return total
}

/** Whether a period contains partial months, so that its budget is prorated. */
export const cutsAMonth = ({ from, to }: Period): boolean =>
  from !== startOfMonth(monthOf(from)) || to !== endOfMonth(monthOf(to))

export type PastedBudget = {
  /** By account code: one amount for each month of the year. */
  rows: { account: string; amounts: Money[] }[]
  /** Errors, as sentences. */
  mistakes: string[]
}

/**
 * Reads spreadsheet rows: an account code, an optional name, and twelve amounts or one that is spread over the year.
 * Rows without a code, such as headers and totals, are skipped.
 */
export function budgetFromCells(cells: readonly (readonly string[])[], accounts: ReadonlySet<string>): PastedBudget {
  const rows: PastedBudget['rows'] = []
  const mistakes: string[] = []
  for (const [at, row] of cells.entries()) {
    const [, code] = /^\s*(\d{4})\b/.exec(row[0] ?? '') ?? []
    if (code === undefined) continue
    if (!accounts.has(code)) {
      mistakes.push(`Row ${at + 1}: ${code} is not an income or expense account. Correct the code, or remove the row.`)
      continue
    }
    // A name after the code is not an amount; trailing empty cells are not either.
    const rest = row.slice(1)
    const figures = (rest.length > 0 && !parseTypedAmount(rest[0] ?? '').ok ? rest.slice(1) : rest).slice()
    while (figures.length > 0 && figures.at(-1)?.trim() === '') figures.pop()
    // A thirteenth amount is the total.
    const read = (figures.length === 13 ? figures.slice(0, 12) : figures).map((text) =>
      text.trim() === '' || text.trim() === '-' ? { ok: true as const, amount: 0n } : parseTypedAmount(text),
    )
    const wrong = read.find((each) => !each.ok)
    if (wrong !== undefined) mistakes.push(`Row ${at + 1}, ${code}: ${wrong.ok ? '' : wrong.message}`)
    else if (read.length !== 12 && read.length !== 1)
      mistakes.push(`Row ${at + 1}, ${code}: ${read.length} amounts found. Enter twelve amounts, or one for the year.`)
    else {
      const amounts = read.map((each) => (each.ok ? each.amount : 0n))
      rows.push({ account: code, amounts: amounts.length === 1 ? spreadEvenly(amounts[0] ?? 0n) : amounts })
    }
  }
  return { rows, mistakes }
}
