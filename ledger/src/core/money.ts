// Money is a whole number of minor units (centavos), always a bigint.
import { z } from './zod.ts'

/** Minor units of the account's currency: 112,000.00 pesos is 11_200_000n. */
export type Money = bigint

/** The largest single figure: 9,999,999,999,999.99. Nine thousand of them still add up within an int8. */
export const largestMoney: Money = 999_999_999_999_999n

/** On the wire money is a string of minor units, because JSON numbers are floats. */
export const money = z.codec(
  z
    .string('Enter an amount.')
    .check(
      z.regex(/^(0|-?[1-9]\d{0,14})$/, 'The amount must be a whole number of centavos, at most 9,999,999,999,999.99.'),
    ),
  z.bigint(),
  { decode: (text) => BigInt(text), encode: (n) => n.toString() },
)

/**
 * A price for one unit: minor units as a decimal string with at most four decimals, so that a peso has six. 50.251234 pesos
 * are '5025.1234'.
 */
export const unitPrice = z
  .string('Enter an amount.')
  .check(
    z.regex(
      /^-?(0|[1-9]\d{0,14})(\.\d{0,3}[1-9])?$/,
      'A unit price can have at most six decimals and can be at most 9,999,999,999,999.99.',
    ),
  )
export type UnitPrice = z.output<typeof unitPrice>

export type TypedAmount = { ok: true; amount: Money } | { ok: false; message: string }

/**
 * Reads an amount as bookkeepers type it: 1,234.56, ₱1,234, (500) or 500- for minus, and arithmetic such as 1200+350,
 * 5600/1.12 or =10000*2%; 12.5k is 12,500.00. Sums are exact fractions, rounded half up once at the end. A plain figure
 * has at most two decimals; 1.234,56 is refused, because a wrong guess would be off by a factor of a thousand.
 */
export const parseTypedAmount = (text: string): TypedAmount => parseTyped(text, 'An amount', 2)

export type TypedUnitPrice = { ok: true; price: UnitPrice } | { ok: false; message: string }

/** Reads a price for one unit in the notation of amounts, with at most six decimals: 50.251234. */
export function parseTypedUnitPrice(text: string): TypedUnitPrice {
  const read = parseTyped(text, 'A unit price', 6)
  return read.ok ? { ok: true, price: inMinorUnits(read.amount) } : read
}

/** Millionths of a peso as minor units with decimals. */
function inMinorUnits(millionths: bigint): UnitPrice {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0+$/, '')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -4)}${decimals === '' ? '' : `.${decimals}`}`
}

/** A figure in units of its last decimal. */
function parseTyped(text: string, what: string, places: 2 | 6): TypedAmount {
  const scale = 10n ** BigInt(places)
  if (text.length > 100) return no('This is too long for an amount. Enter the number only.')
  const typed = text
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
  if (typed === '') return no('Enter an amount.')
  const bare = typed.replace(/(₱|\bphp|\bp(?=\s*\d))\s*/gi, '').trim()
  const plain = /^(?:([-+])\s*([\d.,]+)|\(\s*([\d.,]+)\s*\)|([\d.,]+)\s*(-)|([\d.,]+))$/.exec(bare)
  const calculation = { at: 0, text: bare.replace(/^=/, '') }
  try {
    if (!plain) return within(expression(calculation))
    const figure = plain[2] ?? plain[3] ?? plain[4] ?? plain[6] ?? ''
    const negative = plain[1] === '-' || plain[3] !== undefined || plain[5] !== undefined
    const value = readFigure(figure)
    const decimals = figure.split('.')[1] ?? ''
    if (decimals.length > places) {
      return no(`${what} can have at most ${places === 2 ? 'two' : 'six'} decimals; ${figure} has ${decimals.length}.`)
    }
    return within(negative ? { n: -value.n, d: value.d } : value)
  } catch (error) {
    if (error instanceof Unreadable) return no(error.message)
    throw error
  }

  function within(value: Fraction): TypedAmount {
    const amount = divideRounded(value.n * scale, value.d)
    const size = amount < 0n ? -amount : amount
    return size > (largestMoney * scale) / 100n
      ? no(`The largest amount is ${formatMoney(largestMoney)}; check the amount.`)
      : { ok: true, amount }
  }
  function no(message: string): TypedAmount {
    return { ok: false, message }
  }
}

export type MoneyFormat = {
  /** Lists use a minus sign, statements brackets. */
  negative?: 'minus' | 'brackets'
  /** Ledgers print 0.00, statements a dash. */
  zero?: 'figure' | 'dash'
}

/** '1,234.56' for 123_456n. */
export function formatMoney(amount: Money, { negative = 'minus', zero = 'figure' }: MoneyFormat = {}): string {
  if (amount === 0n && zero === 'dash') return '-'
  const size = amount < 0n ? -amount : amount
  const whole = (size / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const figure = `${whole}.${(size % 100n).toString().padStart(2, '0')}`
  if (amount >= 0n) return figure
  return negative === 'brackets' ? `(${figure})` : `-${figure}`
}

/** '50.251234' for the unit price '5025.1234', with at least two decimals. */
export function formatUnitPrice(price: UnitPrice): string {
  const [whole = '0', decimals = ''] = price.split('.')
  // BigInt has no negative zero.
  return `${whole === '-0' ? '-' : ''}${formatMoney(BigInt(whole))}${decimals}`
}

/** '-1234.56', for machine-readable files. */
export function plainMoney(amount: Money): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** n / d rounded to the nearest whole number, halves away from zero. `d` must not be 0. */
export function divideRounded(n: bigint, d: bigint): bigint {
  if (d === 0n) throw new RangeError('An amount was divided by zero.')
  const negative = n < 0n !== d < 0n
  const [top, bottom] = [n < 0n ? -n : n, d < 0n ? -d : d]
  const rounded = (top * 2n + bottom) / (bottom * 2n)
  return negative ? -rounded : rounded
}

/** Money times a decimal string, rounded half up: a rate of '0.12' gives the VAT. Throws on anything but a decimal. */
export function multiplyRate(amount: Money, decimal: string): Money {
  const { units, scale } = parseDecimal(decimal)
  return divideRounded(amount * units, scale)
}

/** Quantity (a decimal string of up to 4 decimals) times unit price, rounded half up to the centavo once. */
export function lineAmount(quantity: string, price: UnitPrice): Money {
  const [of, by] = [parseDecimal(quantity), parseDecimal(price)]
  return divideRounded(of.units * by.units, of.scale * by.scale)
}

/** A decimal string as an exact fraction: '0.12' is 12 over 100. Throws RangeError on anything else. */
export function parseDecimal(text: string): { units: bigint; scale: bigint } {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text)
  if (!match) throw new RangeError(`Not a decimal number: ${text.slice(0, 80)}`)
  const decimals = match[3] ?? ''
  const units = BigInt(`${match[2]}${decimals}`)
  return { units: match[1] === '-' ? -units : units, scale: 10n ** BigInt(decimals.length) }
}

/**
 * Splits a total in proportion to weights so that the parts add up exactly: each share is rounded down, and the
 * remaining centavos go to the largest remainders, the earlier part first on a tie. Weights must not be negative.
 */
export function largestRemainder(total: Money, weights: readonly bigint[]): Money[] {
  if (weights.some((weight) => weight < 0n)) throw new RangeError('A weight cannot be negative.')
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) {
    if (total !== 0n) throw new RangeError('The total cannot be divided because every share is zero.')
    return weights.map(() => 0n)
  }
  if (total < 0n) return largestRemainder(-total, weights).map((part) => -part)
  const parts = weights.map((weight, i) => ({ i, share: (total * weight) / sum, rest: (total * weight) % sum }))
  const left = Number(parts.reduce((rest, part) => rest - part.share, total))
  const favoured = new Set(
    parts
      .toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ i }) => i),
  )
  return parts.map(({ i, share }) => (favoured.has(i) ? share + 1n : share))
}

/** 'One thousand pesos and 50/100 only', for vouchers and cheques. Refuses negative amounts. */
export function amountInWords(amount: Money, currency = 'PHP'): string {
  if (amount < 0n) throw new RangeError('A negative amount cannot be written in words.')
  const [whole, centavos] = [amount / 100n, amount % 100n]
  const [one, many] = unitWords[currency] ?? [currency, currency]
  const words = `${wholeInWords(whole)} ${whole === 1n ? one : many}`
  const sentence = centavos === 0n ? `${words} only` : `${words} and ${centavos.toString().padStart(2, '0')}/100 only`
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const unitWords: Record<string, readonly [string, string]> = {
  PHP: ['peso', 'pesos'],
  USD: ['US dollar', 'US dollars'],
  EUR: ['euro', 'euros'],
  GBP: ['pound sterling', 'pounds sterling'],
  AUD: ['Australian dollar', 'Australian dollars'],
  CAD: ['Canadian dollar', 'Canadian dollars'],
  SGD: ['Singapore dollar', 'Singapore dollars'],
  HKD: ['Hong Kong dollar', 'Hong Kong dollars'],
}

export function sum(amounts: Iterable<Money>): Money {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

// Evaluates typed arithmetic with fractions of two bigints; nothing is rounded on the way.
type Fraction = { n: bigint; d: bigint; percent?: boolean }
type Calculation = { text: string; at: number }

class Unreadable extends Error {}

function expression(calculation: Calculation): Fraction {
  const value = terms(calculation)
  if (peek(calculation) !== '') {
    throw new Unreadable(`'${peek(calculation)}' is not part of an amount. Enter an amount like 1,234.56.`)
  }
  return value
}

function terms(calculation: Calculation): Fraction {
  let value = factors(calculation)
  for (let sign = peek(calculation); sign === '+' || sign === '-'; sign = peek(calculation)) {
    calculation.at++
    const next = factors(calculation)
    // Calculators read 1000+12% as 1,120.00, mathematics as 1,000.12, so neither is accepted.
    if (next.percent) throw new Unreadable('Multiply by a percentage: 1000*112% or 1000*12%.')
    value = {
      n: sign === '+' ? value.n * next.d + next.n * value.d : value.n * next.d - next.n * value.d,
      d: value.d * next.d,
    }
  }
  return value
}

function factors(calculation: Calculation): Fraction {
  let value = signed(calculation)
  for (let sign = peek(calculation); sign === '*' || sign === '/'; sign = peek(calculation)) {
    calculation.at++
    const next = signed(calculation)
    if (sign === '/' && next.n === 0n) throw new Unreadable('You cannot divide by zero.')
    value = sign === '*' ? { n: value.n * next.n, d: value.d * next.d } : { n: value.n * next.d, d: value.d * next.n }
  }
  return value
}

function signed(calculation: Calculation): Fraction {
  const sign = peek(calculation)
  if (sign !== '-' && sign !== '+') return primary(calculation)
  calculation.at++
  const { n, d } = primary(calculation)
  return { n: sign === '-' ? -n : n, d }
}

function primary(calculation: Calculation): Fraction {
  let value: Fraction
  if (peek(calculation) === '(') {
    calculation.at++
    value = terms(calculation)
    if (peek(calculation) !== ')') throw new Unreadable("A bracket is not closed. Add ')'.")
    calculation.at++
  } else {
    const figure = /^[\d.,]+/.exec(calculation.text.slice(calculation.at))?.[0]
    if (figure === undefined) {
      const found = peek(calculation)
      throw new Unreadable(
        found === ''
          ? 'The calculation is incomplete; a number is missing.'
          : `'${found}' is not part of an amount. Enter an amount like 1,234.56.`,
      )
    }
    calculation.at += figure.length
    value = readFigure(figure)
    // A k always means a thousand; an m is ambiguous (thousand or million) and refused.
    if (/^k$/i.test(peek(calculation))) {
      calculation.at++
      value = { n: value.n * 1000n, d: value.d }
    }
  }
  if (peek(calculation) !== '%') return value
  calculation.at++
  return { n: value.n, d: value.d * 100n, percent: true }
}

function peek(calculation: Calculation): string {
  while (calculation.text[calculation.at] === ' ') calculation.at++
  return String.fromCodePoint(...[calculation.text.codePointAt(calculation.at)].filter((code) => code !== undefined))
}

function readFigure(figure: string): Fraction {
  const shape = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/.exec(figure)
  const whole = shape?.[1]?.replaceAll(',', '') ?? ''
  const decimals = shape?.[2] ?? ''
  if (shape && `${whole}${decimals}` !== '') {
    return { n: BigInt(`${whole}${decimals}`), d: 10n ** BigInt(decimals.length) }
  }
  if (/^[\d.]+,\d*$/.test(figure) && figure.includes('.')) {
    throw new Unreadable(`${figure} has a comma instead of a decimal point. Enter ${turnedRound(figure)}.`)
  }
  if (figure.includes(',') && figure.split('.').length <= 2) {
    throw new Unreadable(`Check the commas in ${figure}. Write amounts like 1,234.56.`)
  }
  throw new Unreadable(`${figure} is not an amount. Enter an amount like 1,234.56.`)
}

/** '1.234,56' in our notation: '1,234.56'. */
function turnedRound(figure: string): string {
  return figure.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
}

const smallNumbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const thousands = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion', ' quintillion']

function wholeInWords(whole: bigint): string {
  if (whole === 0n) return 'zero'
  const groups: string[] = []
  for (let [rest, i] = [whole, 0]; rest > 0n; [rest, i] = [rest / 1000n, i + 1]) {
    const group = Number(rest % 1000n)
    if (group > 0) groups.unshift(`${groupInWords(group)}${thousands[i] ?? ''}`)
  }
  return groups.join(' ')
}

function groupInWords(group: number): string {
  const [hundreds, rest] = [Math.floor(group / 100), group % 100]
  const words = hundreds > 0 ? [`${smallNumbers[hundreds]} hundred`] : []
  if (rest >= 20)
    words.push(
      rest % 10 === 0 ? `${tens[Math.floor(rest / 10)]}` : `${tens[Math.floor(rest / 10)]}-${smallNumbers[rest % 10]}`,
    )
  else if (rest > 0) words.push(`${smallNumbers[rest]}`)
  return words.join(' ')
}
