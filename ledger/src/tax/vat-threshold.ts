// How near a company without VAT is to the VAT registration threshold: its sales in twelve months (NIRC sections 109(CC), 236(G)).
import { addMonths, endOfMonth, formatDay, formatMonth, monthOf, startOfMonth } from '../core/date.ts'
import type { Day, Month } from '../core/date.ts'
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { rateAt } from './rates.ts'
import type { FilingRate } from './rates.ts'
import { registeredOn } from './registrations.ts'
import type { Registration } from './registrations.ts'

export type VatThreshold = {
  /** The first day of the twelve months. */
  from: Day
  sales: Money
  limit: Money
  /** Whole percent, rounded down. */
  percent: number
  /** Below 80%, from 80%, and exceeded. */
  state: 'below' | 'near' | 'over'
  /** The month in which the threshold was exceeded in the last two years; null if it was not. */
  exceeded: Month | null
  /** The next step; '' below 80%. */
  advice: string
}

/** The months, up to today's, that are checked for an excess of the twelve months to them. */
const checkedMonths = 24
/** The months that this needs. */
export const thresholdMonths = checkedMonths + 11

/**
 * Null for a company that is VAT-registered, or without a threshold in force. `sales` has the sales by month, without
 * those that are VAT-exempt under section 109(A) to (BB), which don't count.
 */
export function vatThreshold(
  sales: ReadonlyMap<Month, Money>,
  {
    today,
    rates,
    history,
    isOnEightPercent,
  }: { today: Day; rates: readonly FilingRate[]; history: readonly Registration[]; isOnEightPercent: boolean },
): VatThreshold | null {
  const limit = limitOn(today, rates)
  if (limit === null || registeredOn(history, today).vatRegistered) return null
  const now = monthOf(today)
  const of = (month: Month) => sum(monthsTo(month, 12).map((one) => sales.get(one) ?? 0n))
  // A company that exceeds it in any twelve months must register, even if its sales are lower afterwards.
  const exceeded = monthsTo(now, checkedMonths).find((month) => {
    const end = endOfMonth(month)
    return of(month) > (limitOn(end, rates) ?? limit) && (month === now || !registeredOn(history, end).vatRegistered)
  })
  const total = of(now)
  const percent = Number((total * 100n) / limit)
  const state = exceeded !== undefined ? 'over' : percent >= 80 ? 'near' : 'below'
  return {
    from: startOfMonth(addMonths(now, -11)),
    sales: total,
    limit,
    percent,
    state,
    exceeded: exceeded ?? null,
    advice: exceeded !== undefined ? over(exceeded, isOnEightPercent) : state === 'near' ? near(limit - total) : '',
  }
}

const monthsTo = (last: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, at) => addMonths(last, at + 1 - count))

/** In centavos; null without a threshold on the date. */
function limitOn(day: Day, rates: readonly FilingRate[]): Money | null {
  const pesos = rateAt(rates, 'vat_threshold', day)?.value.split('.')[0]
  return pesos === undefined || pesos === '0' ? null : BigInt(pesos) * 100n
}

const near = (left: Money): string =>
  `After ${formatMoney(left)} more in sales, you must register for VAT. Prepare BIR form 1905 and new VAT invoices.`

function over(exceeded: Month, isOnEightPercent: boolean): string {
  const next = addMonths(exceeded, 1)
  const register = `The threshold was exceeded in ${formatMonth(exceeded)}. Register for VAT with BIR form 1905 by ${formatDay(endOfMonth(next))}, then add the VAT registration with its date under Settings, Company.`
  return isOnEightPercent
    ? `${register} The 8% income tax no longer applies this year: change the income tax to graduated rates from 1 January. The tax paid at 8% is a credit.`
    : register
}
