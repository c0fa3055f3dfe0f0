// Final tax on interest from bank deposits: the bank keeps it back, and the rate is that of the day of the interest.
import type { Day } from '../core/date.ts'
import { functionalCurrency } from '../accounts/exchange.ts'
import { rateAt } from './rates.ts'
import type { FilingRate } from './rates.ts'

/**
 * The rate on interest that a bank credits on a day, as a fraction ('0.2'): of pesos or of foreign currency, as the dated
 * rows have it (NIRC sections 24(B)(1) and 27(D)(1)). Undefined when no row is in force.
 */
export function finalTaxOn(day: Day, currency: string, rates: readonly FilingRate[]): string | undefined {
  return rateAt(rates, currency === functionalCurrency ? 'final_tax_pesos' : 'final_tax_foreign', day)?.value
}
