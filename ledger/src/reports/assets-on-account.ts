// Payments for assets sold or bought on account: money that settles an invoice or a bill counts for the asset in the
// proportion of its price in the document; the rest, such as VAT, does not.
import type { Day } from '../core/date.ts'
import { divideRounded } from '../core/money.ts'
import type { Money } from '../core/money.ts'

/** A settlement of a document with an asset on it, in minor units; a void is negative. */
export type SettledAsset = {
  /** The invoice to the buyer, or the supplier's bill. */
  document: string
  /** The account of the price: the disposal account, or that of the asset. */
  account: string
  /** The total of the document, and the part of it on the account. */
  total: Money
  price: Money
  day: Day
  settled: Money
  /** Whether the entry of the document moves cash. */
  movesCash: boolean
}

export type PaidForAsset = Pick<SettledAsset, 'document' | 'account' | 'day'> & { amount: Money }

/**
 * The money paid for assets, by account and payment date, from settlements in the order of recording. Each counts by
 * the part of the price settled after it less the part before it: so the parts of all payments add up to the price to
 * the centavo, and later recordings, of any date, change none. Non-cash settlements take their part of the price and
 * are no cash flow.
 */
export function paidForAssets(settled: readonly SettledAsset[]): PaidForAsset[] {
  const before = new Map<string, Money>()
  return settled.flatMap(({ document, account, total, price, day, settled: now, movesCash }) => {
    const key = `${document} ${account}`
    const was = before.get(key) ?? 0n
    before.set(key, was + now)
    const part = (of: Money) => divideRounded(of * price, total)
    const amount = part(was + now) - part(was)
    return movesCash && amount !== 0n ? [{ document, account, day, amount }] : []
  })
}
