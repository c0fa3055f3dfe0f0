// The totals of a petty cash voucher, shown by the form while typing.
import type { Money } from '../../core/money.ts'
import { computePurchase, purchaseTotals } from '../purchase-lines/figures.ts'
import type { Priced, PriceFacts } from '../purchase-lines/figures.ts'
import type { Total } from '../type.ts'

/** The totals of a voucher as far as it is filled in. Petty cash is paid at once, so tax is withheld at once. */
export function pettyCashFigures(
  fields: Priced,
  facts: PriceFacts,
): { totals: Total[]; total: Money; gross: Money; vat: Money } {
  const computed = computePurchase(fields, facts, true)
  const { payable, gross, computedVat } = computed
  return { totals: purchaseTotals(fields, computed, 'Paid'), total: payable, gross, vat: computedVat }
}
