// The write-off of a receivable as a journal voucher, with its consequences for VAT and income tax.
import { accounts } from '../accounts/chart.ts'
import type { Day } from '../core/date.ts'
import { formatMoney } from '../core/money.ts'
import type { Money } from '../core/money.ts'

export type WrittenOff = {
  documentId: string
  number: string
  customer: string
  day: Day
  open: Money
  /** The output VAT within the open amount. */
  vat: Money
  /** That VAT was deducted in box 35 of an ended quarter, and is on account 2115. */
  deducted: boolean
}

export type WriteOffLine = { account: string; debit: Money; credit: Money; memo: string; settles: string | null }

/**
 * The loss is a bad debt. VAT that was deducted in box 35 stays deducted and is not part of the loss: section 110(D)
 * gives the credit only if the VAT is not claimed as a bad debt too, and takes it back only in case of recovery.
 */
export function writeOffLines({ documentId, number, open, vat, deducted }: WrittenOff): WriteOffLine[] {
  const taken = deducted ? vat : 0n
  const line = (account: string, debit: Money, credit: Money, settles: string | null = null): WriteOffLine => ({
    account,
    debit,
    credit,
    settles,
    memo: `Write-off of ${number}`,
  })
  return [
    line(accounts.badDebts, open - taken, 0n),
    line(accounts.outputVatUncollected, taken, 0n),
    line(accounts.receivables, 0n, open, documentId),
  ].filter(({ debit, credit }) => debit !== credit)
}

/** The effects of the write-off on the returns. */
export function writeOffConsequences({ open, vat, deducted }: WrittenOff): { vat: string; incomeTax: string } {
  const loss = deducted ? open - vat : open
  return {
    vat:
      vat === 0n
        ? 'The invoice has no output VAT, so the VAT return does not change.'
        : deducted
          ? `Output VAT of ${formatMoney(vat)} was deducted in box 35 and stays deducted. A write-off is not a collection, so box 36 does not add it back. If the customer pays later, enter the VAT of the payment in box 36.`
          : `Output VAT of ${formatMoney(vat)} stays declared and becomes part of the loss. It can't be deducted in box 35 afterwards, because section 110(D) excludes VAT claimed as a bad debt.`,
    incomeTax: `The loss of ${formatMoney(loss)} is deductible if the debt is worthless and written off in this year (section 34(E), RR 5-99 as amended by RR 25-2002). A later payment is taxable income.`,
  }
}
