// The amounts of a withdrawal, shared by the form and the posting.
import { carryingAmount, convert, functionalCurrency } from '../../accounts/exchange.ts'
import type { LineExtras } from '../../accounts/journal.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { formatRate, rateOn, vatInclusive } from '../../tax/vat.ts'
import type { CommonFacts, FactsOf } from '../facts.ts'
import type { Total } from '../type.ts'
import type { WithdrawalFields } from './fields.ts'

export type ComputedWithdrawal = {
  /** The outflow in the account's currency, and its carrying amount in pesos. */
  taken: Money
  outPesos: Money
  lines: { account: string; net: Money; extras: LineExtras }[]
  vat: Money
  vatRate: string
  gain: Money
}

/**
 * The figures of a withdrawal for its form: the outflow in the account's currency, and its totals. The gain or loss is
 * separate, since it depends on the account's balance on the date.
 */
export function withdrawalFigures(
  fields: Computing,
  facts: FactsOf<'money'> & Pick<CommonFacts, 'vatRates'>,
): { taken: Money; gain: Money; totals: Total[] } {
  const computed = computeWithdrawal(fields, facts)
  return { taken: computed.taken, gain: computed.gain, totals: withdrawalTotals({ ...computed, gain: 0n }) }
}

type Computing = Pick<WithdrawalFields, 'account' | 'day' | 'rate' | 'partyId'> & {
  lines: readonly Pick<WithdrawalFields['lines'][number], 'account' | 'amount' | 'vatClass' | 'category'>[]
}

export function computeWithdrawal(
  fields: Computing,
  facts: FactsOf<'money'> & Pick<CommonFacts, 'vatRates'>,
): ComputedWithdrawal {
  const account = facts.money.get(fields.account)
  const foreign = account !== undefined && account.currency !== functionalCurrency
  const vatRate = rateOn(fields.day, facts.vatRates)?.rate ?? '0'
  const lines = fields.lines.map((line) => {
    const pesos = foreign && fields.rate !== null ? convert(line.amount, fields.rate) : line.amount
    const party = fields.partyId === null ? {} : { partyId: fields.partyId }
    if (line.vatClass === 'not_subject') return { account: line.account, net: pesos, vat: 0n, extras: party }
    const { net, vat } = vatInclusive(pesos, vatRate)
    const tax = { vatClass: 'vatable', base: net, vat, category: line.category } as const
    return { account: line.account, net, vat, extras: { ...party, tax } }
  })
  const taken = sum(fields.lines.map(({ amount }) => amount))
  const vat = sum(lines.map((line) => line.vat))
  const worth = sum(lines.map(({ net }) => net)) + vat
  const outPesos = foreign && account.held >= taken ? carryingAmount(account, taken) : worth
  return { taken, outPesos, lines, vat, vatRate, gain: worth - outPesos }
}

export function withdrawalTotals({ lines, vat, vatRate, gain }: ComputedWithdrawal): Total[] {
  const net = sum(lines.map((line) => line.net))
  return [
    ...(vat > 0n
      ? [
          { label: 'Net of VAT', amount: net },
          { label: `Input VAT ${formatRate(vatRate)}`, amount: vat },
        ]
      : []),
    ...(gain === 0n ? [] : [{ label: gain > 0n ? 'Realized exchange gain' : 'Realized exchange loss', amount: gain }]),
    { label: 'Total withdrawn', amount: net + vat, emphasis: 'grand' },
  ]
}
