// The amounts sent and received, shared by the form and the posting.
import { carryingAmount, convert, functionalCurrency } from '../../accounts/exchange.ts'
import { divideRounded } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { MoneyFact } from '../facts.ts'
import type { TransferFields } from './fields.ts'

export type Moved = {
  /** The amounts out of the source and into the receiving account, in their currencies, including fees. */
  out: Money
  arriving: Money
  /** The same in pesos: the carrying amount of the source, and the amount booked on the other side. */
  outPesos: Money
  arrivingPesos: Money
  feePesos: Money
  /** Realized exchange gain, negative for a loss. */
  gain: Money
}

/**
 * The figures of a transfer for its form: amounts sent and received, and the gain or loss. Null while the source
 * balance is insufficient, because the carrying amount of the rest is unknown.
 */
export function transferFigures(fields: Moving, from: MoneyFact, to: MoneyFact): Moved | null {
  const out = outOf(fields)
  return from.currency !== functionalCurrency && out > from.held ? null : movedBy(fields, from, to, out)
}

type Moving = Pick<TransferFields, 'amount' | 'rate' | 'received' | 'fee' | 'feeFrom'>

/** The amount leaving the source: with the fee if it is charged there in addition. */
export const outOf = ({ amount, fee, feeFrom }: Pick<Moving, 'amount' | 'fee' | 'feeFrom'>): Money =>
  amount + (feeFrom === 'source' ? fee : 0n)

export function movedBy(fields: Moving, from: MoneyFact, to: MoneyFact, out: Money): Moved {
  const { fee, feeFrom } = fields
  const gross = fields.received ?? (fields.rate === null ? fields.amount : convert(fields.amount, fields.rate))
  const arriving = gross - (feeFrom === 'received' ? fee : 0n)
  const outPesos = from.currency === functionalCurrency ? out : carryingAmount(from, out)
  if (to.currency === functionalCurrency) {
    // Pesos are received: they are the value of the foreign currency, fee included.
    const feePesos =
      feeFrom === 'received' ? fee : from.currency === functionalCurrency ? fee : convert(fee, fields.rate ?? '1')
    return { out, arriving, outPesos, arrivingPesos: arriving, feePesos, gain: arriving + feePesos - outPesos }
  }
  // Foreign currency is received: its carrying amount is the cost paid for it, and the fee is its share of that.
  const feePesos = feeFrom === 'source' ? share(outPesos, fee, out) : share(outPesos, fee, gross)
  return { out, arriving, outPesos, arrivingPesos: outPesos - feePesos, feePesos, gain: 0n }
}

const share = (whole: Money, part: Money, of: Money): Money => (part === 0n ? 0n : divideRounded(whole * part, of))
