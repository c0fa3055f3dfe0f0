// Final tax on interest from bank deposits: withheld by the bank at the rate in force on the date of the interest.
import type { Day } from '../core/date.ts'
import { functionalCurrency } from '../accounts/exchange.ts'
import { rateAt } from './rates.ts'
import type { FilingRate } from './rates.ts'

/**
 * The rate on interest credited on a date, as a fraction ('0.2'): for pesos or foreign currency, from the dated rows
 * (NIRC sections 24(B)(1) and 27(D)(1)). Undefined when no row is in force.
 */
export function finalTaxOn(day: Day, currency: string, rates: readonly FilingRate[]): string | undefined {
  return rateAt(rates, currency === functionalCurrency ? 'final_tax_pesos' : 'final_tax_foreign', day)?.value
}
