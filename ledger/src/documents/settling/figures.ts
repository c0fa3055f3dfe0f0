// Payments and collections are symmetric: rows of open documents with the money, tax withheld and discount of each,
// used credits, and the excess, which becomes a credit of the party.
import { accounts } from '../../accounts/chart.ts'
import { divideRounded, multiplyRate, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { itemKey } from '../facts.ts'
import type { CommonFacts, FactsOf, OpenItem, WithholdingCode } from '../facts.ts'
import type { SettledRow, SettlingFields } from './fields.ts'

/** The two sides: their control accounts, advance accounts, refundable advances, and texts. */
export type Side = {
  owed: string
  credit: string
  /** Credits of the other side: a supplier refunds ours, we refund a customer's. */
  refunded: string
  /** Collected money comes in, paid money goes out. */
  incoming: boolean
  words: { document: string; party: string; what: string }
}

export const collecting: Side = {
  owed: accounts.receivables,
  credit: accounts.customerAdvances,
  refunded: accounts.supplierAdvances,
  incoming: true,
  words: { document: 'invoice', party: 'customer', what: 'The receipt' },
}

export const paying: Side = {
  owed: accounts.payables,
  credit: accounts.supplierAdvances,
  refunded: accounts.customerAdvances,
  incoming: false,
  words: { document: 'bill', party: 'supplier', what: 'The payment' },
}

/** The effect of a row on its document. */
export type Settled = {
  row: SettledRow
  item: OpenItem
  /** The settled amount of the document, and the excess. */
  reduction: Money
  excess: Money
  /** The base of the tax withheld: the document's part without VAT. */
  base: Money
}

export type UsedCredit = { item: OpenItem; amount: Money }

export type Settlement = {
  settled: Settled[]
  credits: UsedCredit[]
  refunds: UsedCredit[]
  /** The excess and the advance: the amount to be credited. */
  credited: Money
  /** In pesos: the movement of the money account. */
  cash: Money
}

export type SettledFields = Pick<
  SettlingFields,
  'rows' | 'credits' | 'advance' | 'advanceWithheld' | 'refunds' | 'charge'
>

/** The totals of rows, credits and advance, shared by the rule and the live form. */
export function settlementOf(fields: SettledFields, facts: FactsOf<'items'>, side: Side): Settlement {
  const settled = fields.rows.flatMap((row): Settled[] => {
    const found = facts.items.get(itemKey(row.documentId, side.owed))
    if (found === undefined) return []
    const offered = row.pay + row.withheld + row.vatWithheld + row.discount
    const reduction = offered < found.open ? offered : found.open
    return [{ row, item: found, reduction, excess: offered - reduction, base: baseOf(found, reduction) }]
  })
  const onAccount = (credits: SettlingFields['credits'], account: string): UsedCredit[] =>
    credits.flatMap(({ documentId, amount: used }) => {
      const found = facts.items.get(itemKey(documentId, account))
      return found === undefined ? [] : [{ item: found, amount: used }]
    })
  const paid =
    sum(fields.rows.map(({ pay }) => pay)) +
    fields.advance +
    sum(fields.refunds.map((back) => back.amount)) -
    sum(fields.credits.map((used) => used.amount))
  return {
    settled,
    credits: onAccount(fields.credits, side.credit),
    refunds: onAccount(fields.refunds, side.refunded),
    credited: sum(settled.map(({ excess }) => excess)) + fields.advance + fields.advanceWithheld,
    cash: side.incoming ? paid - fields.charge : paid + fields.charge,
  }
}

/**
 * The withholding base of a settled amount: without VAT, in the proportion of the document (RR 2-98 as amended: the
 * base is the income payment, net of VAT). A document without VAT is its own base.
 */
export function baseOf({ net, vat }: Pick<OpenItem, 'net' | 'vat'>, reduction: Money): Money {
  return net + vat === 0n ? reduction : divideRounded(reduction * net, net + vat)
}

/** Tax to be withheld from an amount at a code's rate, rounded half up to the centavo. */
export function withheldFrom(item: Pick<OpenItem, 'net' | 'vat'>, reduction: Money, { rate }: { rate: string }): Money {
  return multiplyRate(baseOf(item, reduction), rate)
}

/**
 * The kind of payee that determines the code: for tax withheld from us it is our own, row by the code; for tax we
 * withhold it is the supplier's (RMC 3-2006, Annex A).
 */
export const payeeOf = (
  side: Side,
  { party }: Pick<CommonFacts, 'party'>,
): WithholdingCode['payee'] | 'either' | undefined => (side.incoming ? 'either' : party?.kind)

/** The suggested taxes of a row: the income tax rate, and the business tax withheld by a government office. */
export type Suggesting = { rate: string | null; business: Pick<WithholdingCode, 'rate' | 'tax'> | null }

type Settling = Pick<SettledRow, 'pay' | 'withheld' | 'vatWithheld'>

/** A document settled to a row amount: the taxes withheld, and the rest in money. */
export function settledTo(
  item: Pick<OpenItem, 'net' | 'vat'>,
  reduction: Money,
  { rate, business }: Suggesting,
): Settling {
  const withheld = rate === null ? 0n : withheldFrom(item, reduction, { rate })
  const vatWithheld =
    business === null || !isWithheldFrom(business, item) ? 0n : withheldFrom(item, reduction, business)
  return { pay: reduction - withheld - vatWithheld, withheld, vatWithheld }
}

/** VAT is withheld from documents with VAT; percentage tax, for a seller without VAT, from every document. */
export const isWithheldFrom = ({ tax }: Pick<WithholdingCode, 'tax'>, { vat }: Pick<OpenItem, 'vat'>): boolean =>
  tax === 'percentage' || vat !== 0n

/** Spreads an amount over documents in order, each part with its taxes, and returns the rest. */
export function spread(
  cash: Money,
  items: readonly (Pick<OpenItem, 'net' | 'vat' | 'open'> & Suggesting)[],
): { rows: (Settling | null)[]; rest: Money } {
  let rest = cash
  const rows = items.map((item) => {
    if (rest === 0n) return null
    const whole = settledTo(item, item.open, item)
    if (whole.pay <= rest) {
      rest -= whole.pay
      return whole
    }
    // The taxes of a part are proportional to those of the whole.
    const part = settledTo(item, divideRounded(rest * item.open, whole.pay), item)
    const room = item.open - rest
    const withheld = part.withheld < room ? part.withheld : room
    const vatWithheld = part.vatWithheld < room - withheld ? part.vatWithheld : room - withheld
    const settled = { pay: rest, withheld, vatWithheld }
    rest = 0n
    return settled
  })
  return { rows, rest }
}

/** The total tax withheld, from rows and advance. */
export const withheldInAll = ({ advanceWithheld }: SettledFields, { settled }: Settlement): Money =>
  advanceWithheld + sum(settled.map(({ row }) => row.withheld))
