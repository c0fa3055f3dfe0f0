// Shared by all text files for the BIR: cleaned words, quoted or unquoted, figures, CRLF after each line.
import { endOfMonth } from '../../core/date.ts'
import type { Day, Month } from '../../core/date.ts'
import { divideRounded, parseDecimal } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { Taxpayer } from './taxpayer.ts'

/** A file for submission: plain ASCII, with its required name. */
export type DatFile = { name: string; text: string }

/** RELIEF keeps periods; the alphalist modules refuse them. */
export type Periods = 'kept' | 'dropped'

/** The widths of names in every layout (RMC 3-2006, annexes A and B; the same were observed in RELIEF). */
export const nameWidths = { registered: 50, part: 30, relief: 50 } as const

/**
 * A text as the data entry modules accept it: ASCII capitals, without commas, quotes, colons and semicolons, `&` as
 * AND, single spaces, cut at `width`. Characters without an ASCII letter are dropped, so a name may become empty.
 */
export function datText(text: string, width: number, periods: Periods): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[,:;]/g, ' ')
    .replace(/["'`\u2018\u2019\u201c\u201d]/g, '')
    .replace(/[^\x20-\x7e]/g, (letter) => (/\s/.test(letter) ? ' ' : ''))
  return (periods === 'kept' ? plain : plain.replaceAll('.', '')).replace(/ +/g, ' ').trim().slice(0, width).trimEnd()
}

/** Always in quotes, even if empty: the header of RELIEF. */
export const quoted = (text: string): string => `"${text}"`

/** In quotes, or nothing if empty. */
export const filled = (text: string): string => (text === '' ? '' : `"${text}"`)

/** '1234.50', with two decimals and no thousands separators. */
export function amount(money: Money): string {
  const size = money < 0n ? -money : money
  return `${money < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`
}

/** The same, but a bare 0 for zero: the details of RELIEF. */
export const amountOrZero = (money: Money): string => (money === 0n ? '0' : amount(money))

/** '2.00' for '0.02', in percent. */
export function percent(rate: string): string {
  const { units, scale } = parseDecimal(rate)
  return amount(divideRounded(units * 10_000n, scale))
}

/** '06/30/2026' */
export const slashed = (day: Day): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/** '06/2026', used by the alphalist modules instead of a date. */
export const monthSlashed = (month: Month): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`

/** '062026' */
export const monthDigits = (month: Month): string => `${month.slice(5, 7)}${month.slice(0, 4)}`

export const monthEnd = (month: Month): string => slashed(endOfMonth(month))

/** The branch in four digits, as in the alphalist modules since RMC 25-2024; the register stores five. */
export const branch4 = ({ branchCode }: Pick<Taxpayer, 'branchCode'>): string => branchCode.padStart(5, '0').slice(-4)

/** Lines of fields with CRLF after each, the last one too. */
export const lines = (rows: readonly (readonly string[])[]): string =>
  rows.map((fields) => `${fields.join(',')}\r\n`).join('')

export type DatNames = { registered: string; last: string; first: string; middle: string }

/** The names by kind: a company uses the first, an individual the other three. */
export function datNames(
  taxpayer: Pick<Taxpayer, 'kind' | 'registeredName' | 'lastName' | 'firstName' | 'middleName'>,
  periods: Periods,
  partWidth: number,
): DatNames {
  if (taxpayer.kind === 'non_individual') {
    const registered = datText(taxpayer.registeredName, nameWidths.registered, periods)
    return { registered, last: '', first: '', middle: '' }
  }
  const part = (text: string) => datText(text, partWidth, periods)
  const { lastName, firstName, middleName } = taxpayer
  return { registered: '', last: part(lastName), first: part(firstName), middle: part(middleName) }
}
