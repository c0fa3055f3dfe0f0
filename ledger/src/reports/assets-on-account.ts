// What was paid for assets that were sold or bought on account: money that settles an invoice or a bill is for the asset in
// the proportion that its price has in the document, and the rest, such as VAT, is not.
import type { Day } from '../core/date.ts'
import { divideRounded } from '../core/money.ts'
import type { Money } from '../core/money.ts'

/** What a document settled of a document with an asset on it, in minor units; a void settles with a minus. */
export type SettledAsset = {
  /** The invoice to the buyer, or the supplier's bill. */
  document: string
  /** Where the price stands: the account of disposals, or that of the asset. */
  account: string
  /** What the document came to, and the part of it that stands on the account. */
  total: Money
  price: Money
  day: Day
  settled: Money
  /** Whether the entry of the document moves cash. */
  movesCash: boolean
}

/**
 * The money that was paid for assets, by account and the day it was paid, given what was settled in the order it was
 * recorded. Each counts by the part of the price that is settled after it less the part before it: so the parts of all
 * payments come to the price to the centavo, and none changes by what is recorded later, of whatever day. What settles
 * without cash takes its part of the price with it and is no flow.
 */
export function paidForAssets(settled: readonly SettledAsset[]): { account: string; day: Day; amount: Money }[] {
  const before = new Map<string, Money>()
  return settled.flatMap(({ document, account, total, price, day, settled: now, movesCash }) => {
    const key = `${document} ${account}`
    const was = before.get(key) ?? 0n
    before.set(key, was + now)
    const part = (of: Money) => divideRounded(of * price, total)
    const amount = part(was + now) - part(was)
    return movesCash && amount !== 0n ? [{ account, day, amount }] : []
  })
}
