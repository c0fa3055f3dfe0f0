// Foreign currency: conversion at a rate, and carrying amounts. Pesos are the functional currency (RMC 12-2024).
import { z } from '../core/zod.ts'
import { divideRounded, multiplyRate, parseDecimal } from '../core/money.ts'
import type { Money } from '../core/money.ts'

export const functionalCurrency = 'PHP'

/** Currencies of money accounts; all of them have hundredths as minor units. */
export const currencies = ['PHP', 'USD', 'EUR', 'GBP', 'AUD', 'CAD', 'SGD', 'HKD'] as const

/** A rate as typed: units of the receiving currency for one of the source, up to ten decimals, more than zero. */
export const exchangeRate = z.string('Enter the exchange rate.').check(
  z.trim(),
  z.overwrite((text) =>
    text
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  ),
  z.superRefine((text, context) => {
    const mistake = rateMistake(text)
    if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
  }),
)

function rateMistake(text: string): string | null {
  if (text === '') return 'Enter the exchange rate.'
  if (!/^\d{1,8}(\.\d{1,10})?$/.test(text)) return 'Enter a number with at most ten decimals, for example 56.25.'
  return /[1-9]/.test(text) ? null : 'The rate cannot be zero. Enter the rate on the bank slip.'
}

/** An amount at a rate, rounded half up to minor units of the other currency. */
export function convert(amount: Money, rate: string): Money {
  return multiplyRate(amount, rate)
}

/** The amount before conversion at a rate. */
export function convertBack(amount: Money, rate: string): Money {
  const { units, scale } = parseDecimal(rate)
  return divideRounded(amount * scale, units)
}

/** The inverse rate with ten decimals: '0.0177777778' for '56.25'. */
export function inverseRate(rate: string): string {
  const { units, scale } = parseDecimal(rate)
  if (units === 0n) throw new RangeError('The exchange rate cannot be zero.')
  return decimalOf(scale, units)
}

/** A fraction with ten decimals, without trailing zeros. */
function decimalOf(n: bigint, d: bigint): string {
  const places = 10n ** 10n
  const rounded = divideRounded(n * places, d)
  const decimals = (rounded % places).toString().padStart(10, '0').replace(/0+$/, '')
  return decimals === '' ? `${rounded / places}` : `${rounded / places}.${decimals}`
}

/** The rate between two amounts, with ten decimals; null if it is not a valid rate. */
export function rateBetween(amount: Money, received: Money): string | null {
  const rate = amount > 0n ? decimalOf(received, amount) : '0'
  return rateMistake(rate) === null ? rate : null
}

/**
 * The carrying amount of foreign currency in pesos, by moving average: its share of the account's peso balance.
 * Withdrawing everything takes the whole balance, so that rounding leaves nothing behind. Both amounts in minor units
 * of the currency.
 */
export function carryingAmount({ balance, held }: { balance: Money; held: Money }, amount: Money): Money {
  if (amount < 0n || amount > held)
    throw new RangeError('The amount exceeds the foreign currency balance of the account.')
  return amount === held ? balance : divideRounded(balance * amount, held)
}
