// The entry that a return asks for at the end of its period, as the general journal would have it: VAT settled into what is
// payable or carried over, percentage tax accrued. It is suggested to the accountant, never posted by itself.
import { accounts } from '../../accounts/chart.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import { formatPeriod } from '../calendar/forms.ts'
import { boxesOf } from './worksheet.ts'
import type { Worksheet } from './worksheet.ts'

export type SuggestedLine = { account: string; debit: Money; credit: Money; memo: string }
export type SuggestedEntry = { day: Day; reference: string; memo: string; lines: SuggestedLine[] }

/**
 * The entry of a return, or null where there is none to be made. It is of the last day of the period, or of `lateDay` where
 * that month takes no postings any more.
 */
export function closingEntry(sheet: Worksheet, lateDay: Day | null = null): SuggestedEntry | null {
  const lines = sheet.form === '2550Q' ? vatClosing(sheet) : sheet.form === '2551Q' ? percentageAccrual(sheet) : []
  if (lines.length < 2) return null
  return {
    day: lateDay ?? sheet.period.to,
    reference: `${sheet.form} ${sheet.period.to}`,
    memo: `${sheet.form} for ${formatPeriod(sheet.period)}`,
    lines,
  }
}

/**
 * Output and input VAT of the quarter are closed; VAT of uncollected receivables waits on its own account until it is
 * collected; input tax attributable to exempt sales becomes cost; and what is left is payable, or carried over.
 */
function vatClosing(sheet: Worksheet): SuggestedLine[] {
  const boxes = boxesOf(sheet)
  const box = (no: string): Money => boxes.get(no)?.tax ?? 0n
  return balanced(
    [
      line(accounts.outputVat, box('34'), 'Output VAT, box 34'),
      line(accounts.outputVatUncollected, box('36') - box('35'), 'Uncollected receivables, boxes 35 and 36'),
      line(accounts.nonCreditableVat, box('53'), 'Input tax attributable to exempt sales, box 53'),
      line(accounts.inputVat, -box('50'), 'Input tax of the quarter, box 50'),
      line(accounts.inputVatCarryOver, -box('38'), 'Carried over from previous quarter, box 38'),
      line(accounts.vatWithheld, -box('16'), 'Creditable VAT withheld, box 16'),
    ],
    (left) =>
      left > 0n
        ? line(accounts.vatPayable, -left, 'VAT payable')
        : line(accounts.inputVatCarryOver, -left, 'Carried over to the next quarter'),
  )
}

/** The tax is an expense of the quarter; what government offices withheld of it is taken off what is payable. */
function percentageAccrual(sheet: Worksheet): SuggestedLine[] {
  const boxes = boxesOf(sheet)
  const [due, withheld] = ['14', '15'].map((no) => boxes.get(no)?.tax ?? 0n)
  return balanced(
    [
      line(accounts.taxesAndLicences, due ?? 0n, 'Percentage tax, box 14'),
      line(accounts.vatWithheld, -(withheld ?? 0n), 'Percentage tax withheld, box 15'),
    ],
    (left) => line(accounts.percentageTaxPayable, -left, 'Percentage tax payable'),
  )
}

/** A positive amount is a debit. */
const line = (account: string, amount: Money, memo: string): SuggestedLine => ({
  account,
  memo,
  debit: amount > 0n ? amount : 0n,
  credit: amount < 0n ? -amount : 0n,
})

/** Lines of nothing are left out, and what the rest is out of balance by becomes the last line. */
function balanced(lines: readonly SuggestedLine[], rest: (left: Money) => SuggestedLine): SuggestedLine[] {
  const moved = lines.filter(({ debit, credit }) => debit !== credit)
  const left = moved.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
  return left === 0n ? moved : [...moved, rest(left)]
}
