// The statutory discount for senior citizens and persons with disability: their purchases are VAT-exempt and 20% cheaper.
import { multiplyRate } from '../core/money.ts'
import type { Money } from '../core/money.ts'

export const discountReasons = ['', 'senior', 'pwd'] as const
export type DiscountReason = (typeof discountReasons)[number]

export const discountReasonWords = {
  '': 'None',
  senior: 'Senior citizen, 20%',
  pwd: 'Person with disability, 20%',
} satisfies Record<DiscountReason, string>

/** For the invoice and its totals. */
export const beneficiaryWords = {
  senior: 'Senior citizen',
  pwd: 'Person with disability',
} satisfies Record<Exclude<DiscountReason, ''>, string>

const rate = '0.2'

/**
 * The discount on a price without VAT, in centavos, rounded half up once for the document. The sale is exempt from VAT,
 * and the seller deducts the discount from gross income (RA 9994, section 4(a), and RR 7-2010 for senior citizens; RA
 * 10754, section 1, and RR 5-2017 for persons with disability).
 */
export const statutoryDiscount = (net: Money): Money => multiplyRate(net, rate)
