// Rates and limits for the calculation of returns, with dates and legal source.
import type { Day } from '../core/date.ts'

export const rateNames = {
  percentage_tax: 'Percentage tax of non-VAT taxpayers (PT010)',
  vat_threshold: 'VAT registration threshold: sales in 12 months, in pesos',
  income_tax_corporation: 'Income tax of corporations',
  income_tax_small_corporation: 'Income tax of small corporations',
  minimum_corporate_income_tax: 'Minimum corporate income tax, on gross income',
  eight_percent: 'Income tax of individuals who chose the 8% rate',
  eight_percent_deduction: 'Annual sales exempt from the 8% income tax, in pesos',
  osd_corporation: 'Optional standard deduction of corporations, on gross income',
  osd_individual: 'Optional standard deduction of individuals, on gross sales',
  graduated_above_1: 'Graduated income tax, bracket 1: lower limit, in pesos',
  graduated_rate_1: 'Graduated income tax, bracket 1: rate',
  graduated_above_2: 'Graduated income tax, bracket 2: lower limit, in pesos',
  graduated_rate_2: 'Graduated income tax, bracket 2: rate',
  graduated_above_3: 'Graduated income tax, bracket 3: lower limit, in pesos',
  graduated_rate_3: 'Graduated income tax, bracket 3: rate',
  graduated_above_4: 'Graduated income tax, bracket 4: lower limit, in pesos',
  graduated_rate_4: 'Graduated income tax, bracket 4: rate',
  graduated_above_5: 'Graduated income tax, bracket 5: lower limit, in pesos',
  graduated_rate_5: 'Graduated income tax, bracket 5: rate',
  final_tax_pesos: 'Final tax on interest on peso deposits',
  final_tax_foreign: 'Final tax on interest on foreign currency deposits',
  uncollected_vat: 'Whether output VAT on uncollected receivables is deductible, by date of sale (1 = yes, 0 = no)',
} as const
export type RateName = keyof typeof rateNames

/** `value` is a decimal string: a fraction for a rate ('0.03'), pesos for a limit. */
export type FilingRate = { name: string; value: string; validFrom: Day; validTo: Day | null; source: string }

const graduatedSource = 'NIRC section 24(A)(2)(a) as amended by RA 10963'
const bracket = (at: number) => (at + 1) as 1 | 2 | 3 | 4 | 5

/** The rates of a new company; an accountant adds rows, and filed returns keep theirs. */
export const standardRates: readonly FilingRate[] = [
  since('percentage_tax', '0.01', '2020-07-01', 'NIRC section 116 as amended by RA 11534 (CREATE)', '2023-06-30'),
  since('percentage_tax', '0.03', '2023-07-01', 'NIRC section 116'),
  since('vat_threshold', '3000000', '2018-01-01', 'NIRC section 109(CC) as amended by RA 10963 and RA 11976'),
  since('income_tax_corporation', '0.25', '2020-07-01', 'NIRC section 27(A) as amended by RA 11534'),
  since('income_tax_small_corporation', '0.20', '2020-07-01', 'NIRC section 27(A) as amended by RA 11534'),
  since(
    'minimum_corporate_income_tax',
    '0.01',
    '2020-07-01',
    'NIRC section 27(E) as amended by RA 11534 (CREATE)',
    '2023-06-30',
  ),
  since('minimum_corporate_income_tax', '0.02', '2023-07-01', 'NIRC section 27(E); RMC 69-2023'),
  since('uncollected_vat', '1', '2024-04-27', 'NIRC section 110(D) as added by RA 11976; RR 3-2024'),
  since('final_tax_pesos', '0.2', '2018-01-01', 'NIRC sections 24(B)(1) and 27(D)(1) as amended by RA 10963'),
  since(
    'final_tax_foreign',
    '0.15',
    '2018-01-01',
    'NIRC sections 24(B)(1) and 27(D)(1) as amended by RA 10963',
    '2025-06-30',
  ),
  since('final_tax_foreign', '0.2', '2025-07-01', 'RA 12214 (CMEPA), amending NIRC sections 24(B)(1) and 27(D)(1)'),
  since('eight_percent', '0.08', '2018-01-01', 'NIRC section 24(A)(2)(b) as amended by RA 10963'),
  since('eight_percent_deduction', '250000', '2018-01-01', 'NIRC section 24(A)(2)(b) as amended by RA 10963'),
  since('osd_corporation', '0.4', '2009-01-01', 'NIRC section 34(L) as amended by RA 9504'),
  since('osd_individual', '0.4', '2009-01-01', 'NIRC section 34(L) as amended by RA 9504'),
  ...[250_000, 400_000, 800_000, 2_000_000, 8_000_000].map((above, at) =>
    since(`graduated_above_${bracket(at)}`, String(above), '2018-01-01', graduatedSource),
  ),
  ...['0.2', '0.25', '0.3', '0.32', '0.35'].map((rate, at) =>
    since(`graduated_rate_${bracket(at)}`, rate, '2018-01-01', graduatedSource, '2022-12-31'),
  ),
  ...['0.15', '0.2', '0.25', '0.3', '0.35'].map((rate, at) =>
    since(`graduated_rate_${bracket(at)}`, rate, '2023-01-01', graduatedSource),
  ),
]

/** The value in force on a date, or undefined; of overlapping rows the later one applies. */
export function rateAt(rates: readonly FilingRate[], name: RateName, day: Day): FilingRate | undefined {
  return rates.reduce<FilingRate | undefined>((latest, row) => {
    if (row.name !== name || day < row.validFrom || (row.validTo !== null && row.validTo < day)) return latest
    return latest !== undefined && latest.validFrom >= row.validFrom ? latest : row
  }, undefined)
}

function since(name: RateName, value: string, validFrom: Day, source: string, validTo: Day | null = null): FilingRate {
  return { name, value, validFrom, validTo, source }
}
