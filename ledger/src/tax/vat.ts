// VAT is computed per document and class, rounded half up, and spread to the lines so that they add up to the centavo.
import type { Day } from '../core/date.ts'
import { divideRounded, largestRemainder, parseDecimal } from '../core/money.ts'
import type { Money } from '../core/money.ts'

/** The VAT class of a sale or purchase line; frozen on the journal line when it is posted. */
export type VatClass = (typeof vatClasses)[number]

export const vatClasses = ['vatable', 'zero_rated', 'exempt', 'not_subject', 'govt_vatable'] as const

export const vatClassWords = {
  vatable: 'Vatable',
  zero_rated: 'Zero-rated',
  exempt: 'VAT-exempt',
  not_subject: 'Not subject to VAT',
  govt_vatable: 'Vatable, sale to government',
} satisfies Record<VatClass, string>

/** The category of a purchase for input VAT, for the lists of purchases and the VAT return. */
export type PurchaseCategory = (typeof purchaseCategories)[number]

export const purchaseCategories = ['goods', 'services', 'capital_goods', 'importation', 'not_creditable'] as const

export const purchaseCategoryWords = {
  goods: 'Goods',
  services: 'Services',
  capital_goods: 'Capital goods',
  importation: 'Importation',
  not_creditable: 'Not creditable',
} satisfies Record<PurchaseCategory, string>

/** A rate is a fraction as a decimal string ('0.12'), with its dates and its legal source. */
export type VatRate = { rate: string; validFrom: Day; validTo: Day | null; source: string }

/** The rates of a new company; an accountant adds rows, never edits them. */
export const standardVatRates: readonly VatRate[] = [
  { rate: '0.12', validFrom: '2006-02-01', validTo: null, source: 'NIRC sections 106 to 108 as amended by RA 9337' },
]

/** Net of VAT, the VAT, and the two together; minor units. */
export type VatSplit = { net: Money; vat: Money; gross: Money }

/** Whether a class bears output VAT. A sale to government does; its buyer withholds part of it at payment. */
export function bearsVat(vatClass: VatClass): boolean {
  return vatClass === 'vatable' || vatClass === 'govt_vatable'
}

/** The rate in force on a date, or undefined. Of overlapping rows the later one applies. */
export function rateOn(day: Day, rates: readonly VatRate[]): VatRate | undefined {
  const inForce = rates.filter((row) => row.validFrom <= day && (row.validTo === null || day <= row.validTo))
  return inForce.reduce<VatRate | undefined>(
    (latest, row) => (latest && latest.validFrom >= row.validFrom ? latest : row),
    undefined,
  )
}

/** Takes the VAT out of an amount that includes it: net = gross / (1 + rate), rounded half up. `rate` is '0.12'. */
export function vatInclusive(gross: Money, rate: string): VatSplit {
  const { units, scale } = parseDecimal(rate)
  const net = divideRounded(gross * scale, scale + units)
  return { net, vat: gross - net, gross }
}

/** Adds the VAT to an amount without it: VAT = net × rate, rounded half up. `rate` is '0.12'. */
export function vatExclusive(net: Money, rate: string): VatSplit {
  const { units, scale } = parseDecimal(rate)
  const vat = divideRounded(net * units, scale)
  return { net, vat, gross: net + vat }
}

/**
 * The VAT of all lines of one class on one document: rounded once on their sum, then spread by largest remainder. The
 * authorities prescribe neither line nor document rounding; a centavo of difference is tolerated (RELIEF 2.0 notes).
 * Amounts must not be negative.
 */
export function vatOfLines(amounts: readonly Money[], rate: string, priceMode: 'inclusive' | 'exclusive'): VatSplit[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  if (priceMode === 'inclusive') {
    const nets = largestRemainder(vatInclusive(sum, rate).net, amounts)
    return amounts.map((gross, i) => ({ net: nets[i] ?? 0n, vat: gross - (nets[i] ?? 0n), gross }))
  }
  const vats = largestRemainder(vatExclusive(sum, rate).vat, amounts)
  return amounts.map((net, i) => ({ net, vat: vats[i] ?? 0n, gross: net + (vats[i] ?? 0n) }))
}

/** '12%' for '0.12', '7.5%' for '0.075'. */
export function formatRate(rate: string): string {
  const { units, scale } = parseDecimal(rate)
  const hundredths = divideRounded(units * 10_000n, scale)
  const decimals = (hundredths % 100n).toString().padStart(2, '0').replace(/0+$/, '')
  return `${hundredths / 100n}${decimals === '' ? '' : `.${decimals}`}%`
}
