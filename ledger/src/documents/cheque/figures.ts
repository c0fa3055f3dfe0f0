// The totals of a cheque without a bill, shown by the form while typing.
import { computePurchase, purchaseTotals } from '../purchase-lines/figures.ts'
import type { Posting } from '../type.ts'

/** The totals of a direct cheque as far as it is filled in, with the arithmetic of the posting. */
export function directFigures(
  fields: Parameters<typeof computePurchase>[0],
  facts: Parameters<typeof computePurchase>[1],
): { totals: Posting['totals']; amount: bigint } {
  const computed = computePurchase(fields, facts, true)
  const totals = purchaseTotals(fields, computed, 'Cheque amount').map((total) =>
    total.emphasis === 'grand' ? { ...total, label: 'Cheque amount' } : total,
  )
  return { totals, amount: computed.payable }
}
