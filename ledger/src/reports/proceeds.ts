// What came in for assets that were sold: money collected on an invoice is for the asset in the proportion that its price
// has in the invoice, and the rest, such as VAT, is not.
import type { Day } from '../day.ts'
import { divideRounded } from '../money.ts'
import type { Money } from '../money.ts'

/** What a document settled of an invoice to the buyer of an asset, in minor units; a void settles with a minus. */
export type SettledSale = {
  invoice: string
  /** What the invoice came to, and the part of it that stands on the account of disposals. */
  total: Money
  price: Money
  day: Day
  settled: Money
  /** Whether the entry of the document moves cash. */
  movesCash: boolean
}

/**
 * The money that came in for assets, by the day it came, given what was settled in the order it was recorded. Each counts
 * by the part of the price that is settled after it less the part before it: so the parts of all payments come to the
 * price to the centavo, and none changes by what is recorded later, of whatever day. What settles without cash takes its
 * part of the price with it and is no flow.
 */
export function proceedsCollected(sales: readonly SettledSale[]): { day: Day; amount: Money }[] {
  const before = new Map<string, Money>()
  return sales.flatMap(({ invoice, total, price, day, settled, movesCash }) => {
    const was = before.get(invoice) ?? 0n
    before.set(invoice, was + settled)
    const part = (of: Money) => divideRounded(of * price, total)
    const amount = part(was + settled) - part(was)
    return movesCash && amount !== 0n ? [{ day, amount }] : []
  })
}
