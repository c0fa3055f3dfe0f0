// The totals of a collection, shared by the form and the posting.
import { sum } from '../../core/money.ts'
import { withheldInAll } from '../settling/figures.ts'
import type { SettledFields, Settlement } from '../settling/figures.ts'
import type { Total } from '../type.ts'

/** The figures of a collection, for the receipt and the live form. */
export function collectionTotals(
  fields: SettledFields,
  settlement: Settlement,
  { vatRegistered }: { vatRegistered: boolean },
): Total[] {
  const { settled, credits, refunds, credited, cash } = settlement
  const of = (label: string, amount: bigint): Total[] => (amount === 0n ? [] : [{ label, amount }])
  const reduction = sum(settled.map((one) => one.reduction))
  return [
    ...of('Invoices settled', reduction),
    ...of('To be credited', credited),
    ...of('Advances refunded', sum(refunds.map((back) => back.amount))),
    ...of('Less tax withheld', -withheldInAll(fields, settlement)),
    ...of(`Less ${vatRegistered ? 'VAT' : 'percentage tax'} withheld`, -sum(settled.map(({ row }) => row.vatWithheld))),
    ...of('Less discount', -sum(settled.map(({ row }) => row.discount))),
    ...of('Less credits used', -sum(credits.map((used) => used.amount))),
    ...of('Less bank charge', -fields.charge),
    { label: 'Amount received', amount: cash, emphasis: 'grand' },
  ]
}
