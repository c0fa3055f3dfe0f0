// Output VAT of a credit sale that was not paid within the agreed time may be deducted, and is payable again once it is
// collected (NIRC section 110(D) as added by RA 11976; RR 3-2024; RMC 65-2024). The buyer's input VAT is its mirror.
import type { Day } from '../../core/date.ts'
import { divideRounded } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { Period } from '../calendar/forms.ts'
import { rateAt } from '../rates.ts'
import type { FilingRate } from '../rates.ts'
import type { Part, OverdueDocument } from './worksheet.ts'

type UncollectedQuery = { before: Period; claimsFrom: Day | null; rates: readonly FilingRate[] }

/**
 * The deduction of a period: the VAT in the open amount of invoices that fell due in the previous period, as this is
 * the first after the agreed time. `claimsFrom` is the due date from which the company claims; null is never. Requires
 * a sale on a date when the rate `uncollected_vat` is in force (from 27 April 2024 by RR 3-2024).
 */
export function claimed(invoices: readonly OverdueDocument[], { before, claimsFrom, rates }: UncollectedQuery): Part[] {
  return invoices.flatMap((invoice) => {
    const isFirst = before.from <= invoice.dueDay && invoice.dueDay <= before.to
    return isFirst && isClaimable(invoice, { claimsFrom, rates }) ? partsOf(invoice, 0n, invoice.openNow) : []
  })
}

/**
 * The addition of a period: the VAT in collections of invoices deducted in an earlier period. Only what is collected is
 * recovered (section 110(D): "in case of recovery"): a write-off or a discount is not, so its VAT stays deducted.
 */
export function recovered(
  invoices: readonly OverdueDocument[],
  { before, claimsFrom, rates }: UncollectedQuery,
): Part[] {
  return invoices.flatMap((invoice) =>
    invoice.dueDay < before.from && isClaimable(invoice, { claimsFrom, rates })
      ? partsOf(invoice, invoice.openNow + invoice.lostNow, invoice.openBefore + invoice.lostBefore)
      : [],
  )
}

function isClaimable(
  { day, dueDay, vat }: OverdueDocument,
  { claimsFrom, rates }: Omit<UncollectedQuery, 'before'>,
): boolean {
  const part = rateAt(rates, 'uncollected_vat', day)?.value ?? '0'
  return claimsFrom !== null && dueDay >= claimsFrom && vat > 0n && Number(part) > 0
}

/** The VAT between two open amounts. Both are rounded up from zero, so that a deduction is paid back in full. */
function partsOf(invoice: OverdueDocument, less: Money, more: Money): Part[] {
  const vat = vatIn(invoice, more) - vatIn(invoice, less)
  if (vat === 0n) return []
  const { document, party, day } = invoice
  const base = more - less - vat
  return [{ base, tax: vat, key: document.id, what: '', day, document, party, line: null }]
}

const vatIn = ({ vat, total }: OverdueDocument, open: Money): Money =>
  total === 0n ? 0n : divideRounded(vat * open, total)
