// The amounts that leave and arrive: the form shows them while one types, and the posting is made of them.
import { carryingAmount, convert, functionalCurrency } from '../../accounts/exchange.ts'
import { divideRounded } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { MoneyFact } from '../facts.ts'
import type { TransferFields } from './fields.ts'

export type Moved = {
  /** Out of the source and into the receiving account, in their currencies, fees taken into account. */
  out: Money
  arriving: Money
  /** The same in pesos: what the source carried it at, and what is booked at the other side. */
  outPesos: Money
  arrivingPesos: Money
  feePesos: Money
  /** Realized exchange gain, below zero a loss. */
  gain: Money
}

/**
 * What a transfer comes to, for its form: what leaves and arrives, and the gain or loss. Null while the source does not
 * hold enough, since nobody can say what the rest was carried at.
 */
export function transferFigures(fields: Moving, from: MoneyFact, to: MoneyFact): Moved | null {
  const out = outOf(fields)
  return from.currency !== functionalCurrency && out > from.held ? null : movedBy(fields, from, to, out)
}

type Moving = Pick<TransferFields, 'amount' | 'rate' | 'received' | 'fee' | 'feeFrom'>

/** What leaves the source: the amount, and the fee if it was taken there on top. */
export const outOf = ({ amount, fee, feeFrom }: Pick<Moving, 'amount' | 'fee' | 'feeFrom'>): Money =>
  amount + (feeFrom === 'source' ? fee : 0n)

export function movedBy(fields: Moving, from: MoneyFact, to: MoneyFact, out: Money): Moved {
  const { fee, feeFrom } = fields
  const gross = fields.received ?? (fields.rate === null ? fields.amount : convert(fields.amount, fields.rate))
  const arriving = gross - (feeFrom === 'received' ? fee : 0n)
  const outPesos = from.currency === functionalCurrency ? out : carryingAmount(from, out)
  if (to.currency === functionalCurrency) {
    // Pesos arrive: they are what the foreign money was worth, fee included.
    const feePesos =
      feeFrom === 'received' ? fee : from.currency === functionalCurrency ? fee : convert(fee, fields.rate ?? '1')
    return { out, arriving, outPesos, arrivingPesos: arriving, feePesos, gain: arriving + feePesos - outPesos }
  }
  // Foreign money arrives: it is carried on at what was given for it, and the fee is its share of that.
  const feePesos = feeFrom === 'source' ? share(outPesos, fee, out) : share(outPesos, fee, gross)
  return { out, arriving, outPesos, arrivingPesos: outPesos - feePesos, feePesos, gain: 0n }
}

const share = (whole: Money, part: Money, of: Money): Money => (part === 0n ? 0n : divideRounded(whole * part, of))
