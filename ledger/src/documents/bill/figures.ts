// The totals of a bill: the form, the posting and the receipt use the same arithmetic.
import type { Money } from '../../core/money.ts'
import { computePurchase, purchaseTotals } from '../purchase-lines/figures.ts'
import type { Priced, PriceFacts } from '../purchase-lines/figures.ts'
import type { CommonFacts } from '../facts.ts'
import type { Total } from '../type.ts'
import type { BillFields } from './fields.ts'

/**
 * The totals of a bill as far as it is filled in, with the arithmetic of the posting, so that the form shows what will
 * be recorded.
 */
export function billFigures(
  fields: Priced,
  facts: PriceFacts & Pick<CommonFacts, 'company'>,
): { totals: Total[]; total: Money; gross: Money; vat: Money } {
  const computed = computePurchase(fields, facts, withholdsNow(facts))
  const { payable, gross, computedVat } = computed
  return { totals: purchaseTotals(fields, computed, 'Amount payable'), total: payable, gross, vat: computedVat }
}

export const isCredit = ({ nature }: Pick<BillFields, 'nature'>): boolean => nature === 'credit'

/** Tax is withheld when the bill is recorded (RR 4-2024), unless the company chose the payment. */
export const withholdsNow = ({ company }: Pick<CommonFacts, 'company'>): boolean => company.withholdAt === 'bill'
