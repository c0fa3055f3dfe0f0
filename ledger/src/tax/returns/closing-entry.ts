// The closing entry of a return for the general journal: VAT settled into the amount payable or carried over,
// percentage tax and income tax accrued. It is suggested to the accountant, never posted automatically.
import { accounts } from '../../accounts/chart.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import { formatPeriod } from '../calendar/forms.ts'
import { excessOf } from './excess.ts'
import { boxesOf } from './worksheet.ts'
import type { Worksheet } from './worksheet.ts'

export type SuggestedLine = { account: string; debit: Money; credit: Money; memo: string }
export type SuggestedEntry = { day: Day; reference: string; memo: string; lines: SuggestedLine[] }

/**
 * The entry of a return, or null if there is none. Dated on the last day of the period, or on `lateDay` if that month
 * is closed.
 */
export function closingEntry(sheet: Worksheet, lateDay: Day | null = null): SuggestedEntry | null {
  const lines =
    sheet.form === '2550Q'
      ? vatClosing(sheet)
      : sheet.form === '2551Q'
        ? percentageAccrual(sheet)
        : incomeTaxAccrual(sheet)
  if (lines.length < 2) return null
  return {
    day: lateDay ?? sheet.period.to,
    reference: `${sheet.form} ${sheet.period.to}`,
    memo: `${sheet.form} for ${formatPeriod(sheet.period)}`,
    lines,
  }
}

/**
 * Output and input VAT of the quarter are closed; VAT of uncollected receivables stays on its own account until it is
 * collected; input tax attributable to exempt sales becomes cost; and the rest is payable, or carried over. Only excess
 * input tax (box 61) goes to 1315, input tax on unpaid payables stays on 1310, and excess credits stay on 1325 until a later return uses them or they are refunded.
 */
function vatClosing(sheet: Worksheet): SuggestedLine[] {
  const boxes = boxesOf(sheet)
  const box = (no: string): Money => boxes.get(no)?.tax ?? 0n
  const entered = sheet.boxes.find(({ no }) => no === '19')?.entered?.tax ?? 0n
  const credits = box('16') + box('19') - entered
  const excessInput = box('61') < 0n ? -box('61') : 0n
  return balanced(
    [
      line(accounts.outputVat, box('34'), 'Output VAT, box 34'),
      line(accounts.outputVatUncollected, box('36') - box('35'), 'Uncollected receivables, boxes 35 and 36'),
      line(accounts.nonCreditableVat, box('53'), 'Input tax attributable to exempt sales, box 53'),
      line(
        accounts.inputVat,
        box('55') + box('58') - box('50'),
        'Input tax of the quarter, box 50 less boxes 55 and 58',
      ),
      line(accounts.inputVatCarryOver, -box('38'), 'Carried over from previous quarter, box 38'),
      line(accounts.vatWithheld, excessOf('2550Q', boxes) - credits, 'Creditable VAT withheld, used in this return'),
      line(accounts.inputVatCarryOver, excessInput, 'Carried over to the next quarter, box 61'),
    ],
    (left) => line(accounts.vatPayable, -left, 'VAT payable'),
  )
}

/** The tax is an expense of the quarter; the part withheld by government offices reduces the amount payable. */
function percentageAccrual(sheet: Worksheet): SuggestedLine[] {
  const boxes = boxesOf(sheet)
  const [due, withheld] = ['14', '15'].map((no) => boxes.get(no)?.tax ?? 0n)
  return balanced(
    [
      line(accounts.taxesAndLicenses, due ?? 0n, 'Percentage tax, box 14'),
      line(accounts.vatWithheld, -(withheld ?? 0n), 'Percentage tax withheld, box 15'),
    ],
    (left) => line(accounts.percentageTaxPayable, -left, 'Percentage tax payable'),
  )
}

/** The boxes of the tax due, what reduces it, the certificates of the period, and the amount payable. */
const incomeBoxes = {
  '1702Q': { due: '16', less: null, withheld: 'S4.5', payable: '20' },
  '1702-RT': { due: '43', less: '47', withheld: '49', payable: '16' },
  '1701Q': { due: '26', less: null, withheld: '58', payable: '28' },
  '1701': { due: '22', less: null, withheld: 'P7.4', payable: '24' },
  '1701A': { due: '20', less: null, withheld: '60', payable: '22' },
} as const

/**
 * The tax due above that of the earlier quarters is an expense. The certificates claimed leave 1320, the amount payable
 * goes to 2148, and 1330 takes or gives the rest: credits and payments above the tax due.
 */
function incomeTaxAccrual(sheet: Worksheet): SuggestedLine[] {
  if (!Object.hasOwn(incomeBoxes, sheet.form)) return []
  const numbers = incomeBoxes[sheet.form as keyof typeof incomeBoxes]
  const boxes = boxesOf(sheet)
  const box = (no: string): Money => boxes.get(no)?.tax ?? 0n
  // A return on the working lines has none of these boxes.
  if (!boxes.has(numbers.due)) return []
  const withheld = sheet.boxes.find(({ no }) => no === numbers.withheld)
  const certified = (withheld?.parts ?? []).reduce((total, { tax }) => total + tax, 0n)
  const entered = withheld?.entered?.tax ?? 0n
  const rounding = certified + entered - (withheld?.tax ?? 0n)
  const less = numbers.less === null ? 0n : box(numbers.less)
  const payable = box(numbers.payable) > 0n ? box(numbers.payable) : 0n
  return balanced(
    [
      line(accounts.incomeTaxExpense, box(numbers.due) - less - box('W') + rounding, 'Income tax of the period'),
      line(accounts.withheldWithCertificate, -certified, `Certificates claimed, box ${numbers.withheld}`),
      line(accounts.incomeTaxPayable, -payable, `Income tax payable, box ${numbers.payable}`),
    ],
    (left) => line(accounts.prepaidIncomeTax, -left, 'Tax credits and payments above the tax due'),
  )
}

/** A positive amount is a debit. */
const line = (account: string, amount: Money, memo: string): SuggestedLine => ({
  account,
  memo,
  debit: amount > 0n ? amount : 0n,
  credit: amount < 0n ? -amount : 0n,
})

/** Zero lines are left out, and the last line balances the entry. */
function balanced(lines: readonly SuggestedLine[], rest: (left: Money) => SuggestedLine): SuggestedLine[] {
  const moved = lines.filter(({ debit, credit }) => debit !== credit)
  const left = moved.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
  return left === 0n ? moved : [...moved, rest(left)]
}
