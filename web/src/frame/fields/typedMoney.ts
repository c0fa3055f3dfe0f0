// Fields that deposits, withdrawals and transfers share: optional amounts, and rates.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { functionalCurrency, inverseRate } from '@talaan/ledger/accounts/exchange.ts'
import { divideRounded, parseDecimal, parseTypedAmount, type Money } from '@talaan/ledger/core/money.ts'
import { textField } from '../runtime/field.ts'

/** Pesos for one unit of foreign currency; a copy with another date needs another rate. */
export const pesoRate = textField(
  { counts: false, whenEmpty: null, onCopy: 'sameDay' },
  { read: (typed) => typed.replaceAll(',', '').trim() },
)

export const isForeign = (account: Pick<MoneyAccount, 'currency'> | undefined): account is MoneyAccount =>
  account !== undefined && account.currency !== functionalCurrency

/** An amount; null if it is empty or can't be read. */
export function amountOf(typed: string): Money | null {
  const read = parseTypedAmount(typed)
  return read.ok ? read.amount : null
}

/** A rate, if it can be read: '56.25', '1,234.5'. */
export function rateOf(typed: string): string | null {
  const text = typed.replaceAll(',', '').trim()
  return /^\d{1,8}(\.\d{1,10})?$/.test(text) && /[1-9]/.test(text) ? text : null
}

/** A rate rounded to its significant digits: '0.0177778' for '0.0177777778'. */
export function shownRate(rate: string): string {
  const [whole = '', decimals = ''] = rate.split('.')
  const zeros = /^0*/.exec(decimals)?.[0].length ?? 0
  const places = whole === '0' ? zeros + 6 : 4
  if (decimals.length <= places) return rate
  const { units, scale } = parseDecimal(rate)
  const digits = divideRounded(units * 10n ** BigInt(places), scale)
    .toString()
    .padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/0+$/, '').replace(/\.$/, '')
}

/** The inverse rate. */
export const otherWay = (typed: string): string | null => {
  const rate = rateOf(typed)
  return rate === null ? null : inverseRate(rate)
}
