// A document stays open until what settles it adds up; what is paid beyond that becomes a credit of the party.
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'

/** What is still open of a document after what was settled and voided so far. Never below zero: more is a bug. */
export function openAmount(total: Money, settled: readonly Money[]): Money {
  const open = total - sum(settled)
  if (open < 0n) throw new RangeError('A document was settled beyond its total.')
  return open
}

/** A payment against one open item: as much as is open is settled, the excess is credited to the party. */
export function settle(open: Money, paid: Money): { settled: Money; excess: Money } {
  if (open < 0n || paid < 0n) throw new RangeError('Neither an open amount nor a payment can be negative.')
  const settled = paid < open ? paid : open
  return { settled, excess: paid - settled }
}

/** A payment against several open items in their order, oldest first if so given. What nothing takes is the excess. */
export function allocate(paid: Money, open: readonly Money[]): { settled: Money[]; excess: Money } {
  let rest = paid
  const settled = open.map((amount) => {
    const part = settle(amount, rest)
    rest = part.excess
    return part.settled
  })
  return { settled, excess: rest }
}
