// The totals of a payment, shared by the form and the posting.
import { sum } from '../../core/money.ts'
import { withheldInAll } from '../settling/figures.ts'
import type { SettledFields, Settlement } from '../settling/figures.ts'
import type { Total } from '../type.ts'

/** The figures of a payment, for the voucher and the live form. */
export function paymentTotals(fields: SettledFields, settlement: Settlement): Total[] {
  const { settled, credits, refunds, credited, cash } = settlement
  const of = (label: string, amount: bigint): Total[] => (amount === 0n ? [] : [{ label, amount }])
  return [
    ...of('Bills settled', sum(settled.map((one) => one.reduction))),
    ...of('To be credited', credited),
    ...of('Credits refunded', sum(refunds.map((back) => back.amount))),
    ...of('Less tax withheld', -withheldInAll(fields, settlement)),
    ...of('Less discount', -sum(settled.map(({ row }) => row.discount))),
    ...of('Less credits used', -sum(credits.map((used) => used.amount))),
    ...of('Bank charge', fields.charge),
    { label: 'Amount paid', amount: cash, emphasis: 'grand' },
  ]
}
