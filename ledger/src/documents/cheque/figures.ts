// The totals of a cheque without a bill, as the form shows them while one types.
import { computePurchase, purchaseTotals } from '../purchase-lines/figures.ts'
import type { Posting } from '../type.ts'

/**
 * What the lines of a direct cheque come to as far as they are filled in, by the arithmetic that posts them, for a form
 * that shows it while one types.
 */
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
