// The amounts of a deposit, shared by the form and the posting.
import { accounts } from '../../accounts/chart.ts'
import { convert, functionalCurrency } from '../../accounts/exchange.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { itemKey } from '../facts.ts'
import type { FactsOf, OpenItem } from '../facts.ts'
import type { Total } from '../type.ts'
import type { DepositFields } from './fields.ts'

export type ComputedDeposit = {
  /** The selected items that exist, in the order of selection. */
  items: OpenItem[]
  others: { account: string; amount: Money; pesos: Money }[]
  charge: Money
  /** The amount received, in pesos and in the account's currency. */
  inPesos: Money
  arrived: Money
}

/** The figures of a deposit for its form: the amount received in the account's currency, and its totals. */
export function depositFigures(
  fields: Computing,
  facts: FactsOf<'items' | 'money'>,
): { arrived: Money; totals: Total[] } {
  const computed = computeDeposit(fields, facts)
  return { arrived: computed.arrived, totals: depositTotals(computed) }
}

type Computing = Pick<DepositFields, 'account' | 'receipts' | 'charge' | 'rate'> & {
  others: readonly Pick<DepositFields['others'][number], 'account' | 'amount'>[]
}

export function computeDeposit(fields: Computing, facts: FactsOf<'items' | 'money'>): ComputedDeposit {
  const currency = facts.money.get(fields.account)?.currency ?? functionalCurrency
  const toPesos = (amount: Money) =>
    currency === functionalCurrency || fields.rate === null ? amount : convert(amount, fields.rate)
  const items = fields.receipts.flatMap((id) =>
    tillAccounts.flatMap((account) => {
      const item = facts.items.get(itemKey(id, account))
      return item && item.open > 0n ? [item] : []
    }),
  )
  const others = fields.others.map(({ account, amount }) => ({ account, amount, pesos: toPesos(amount) }))
  const received = sum(items.map(({ open }) => open))
  const charge = toPesos(fields.charge)
  return {
    items,
    others,
    charge,
    inPesos: received + sum(others.map(({ pesos }) => pesos)) - charge,
    arrived: received + sum(others.map(({ amount }) => amount)) - fields.charge,
  }
}

/** Accounts of undeposited money: undeposited funds, and transfers in transit. */
export const tillAccounts = [accounts.undeposited, accounts.inTransit] as const

export function depositTotals({ items, others, charge, inPesos }: ComputedDeposit): Total[] {
  const received = sum(items.map(({ open }) => open))
  return [
    ...(items.length > 0 && (others.length > 0 || charge > 0n) ? [{ label: 'Receipts', amount: received }] : []),
    ...(others.length > 0 && (items.length > 0 || charge > 0n)
      ? [{ label: 'Other money', amount: sum(others.map(({ pesos }) => pesos)) }]
      : []),
    ...(charge > 0n ? [{ label: 'Less charge', amount: -charge }] : []),
    { label: 'Total deposited', amount: inPesos, emphasis: 'grand' },
  ]
}
