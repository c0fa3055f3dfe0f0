// Final tax on interest from bank deposits: the bank keeps it back, and the rate is that of the day of the interest.
import type { Day } from './day.ts'
import { functionalCurrency } from './exchange.ts'

type FinalTaxRate = { from: Day; peso: string; foreign: string; source: string }

/** Latest first. */
export const finalTaxRates: readonly FinalTaxRate[] = [
  {
    from: '2025-07-01',
    peso: '0.2',
    foreign: '0.2',
    source: 'RA 12214 (CMEPA), amending NIRC sections 24(B)(1) and 27(D)(1)',
  },
  {
    from: '2018-01-01',
    peso: '0.2',
    foreign: '0.15',
    source: 'NIRC sections 24(B)(1) and 27(D)(1) as amended by RA 10963',
  },
]

/**
 * The rate on interest that a bank credits on a day: 20 % on peso deposits, and on foreign currency deposits 15 % until
 * 30 June 2025 and 20 % since (RA 12214). Of days before 2018 it answers the earliest rate kept.
 */
export function finalTaxOn(day: Day, currency: string): string {
  const row = finalTaxRates.find(({ from }) => from <= day) ?? finalTaxRates.at(-1)
  if (row === undefined) throw new Error('There is a rate of final tax.')
  return currency === functionalCurrency ? row.peso : row.foreign
}
