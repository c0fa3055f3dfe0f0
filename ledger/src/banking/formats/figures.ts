// Amounts and dates as banks print them. Ambiguous values are never guessed: the layout of the account decides.
import { addDays, dayMistake } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { largestMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { quoted } from './unreadable.ts'

/** The decimal mark: '1,234.56' has the point, '1.234,56' the comma. */
export type DecimalMark = 'point' | 'comma'

/** A printed amount with its indicator: CR is money in, DR money out. */
export type PrintedAmount = { amount: Money; side?: 'in' | 'out' }
export type Read<T> = { ok: true; value: T } | { ok: false; message: string }

const no = (message: string): { ok: false; message: string } => ({ ok: false, message })

/**
 * Reads '1,234.56', '(1,234.56)', '1,234.56-', '-1,234.56', 'PHP 1,234.56', '₱1,234.56 CR'. Null for blank, '-', 'N/A'.
 * Thousands may be grouped; more than two decimals are only accepted if the rest are zeros.
 */
export function readAmount(text: string, mark: DecimalMark): Read<PrintedAmount | null> {
  const printed = text.replace(/[\s\u00A0\u202F]+/g, ' ').trim()
  if (printed.length > 60) return no(`${quoted(text)} is not an amount.`)
  if (/^(|-+|–|—|n\/?a|nil)$/i.test(printed)) return { ok: true, value: null }
  const words =
    /^(?:(cr|dr|db)\.? ?)?(?:[A-Z]{3}|₱|P|\$|€|£|¥)? ?([-+−–(]?) ?(?:[A-Z]{3} ?|₱ ?|P ?|\$ ?)?([\d.,' ]*\d[.,]?)( ?[-+−–)]?) ?(?:[A-Z]{3})?(?: ?\(?(cr|dr|db|c|d)\.?\)?)?$/i.exec(
      printed,
    )
  const figure = words?.[3]
  if (figure === undefined) return no(`${quoted(text)} is not an amount.`)
  const [before, after] = [words?.[2] ?? '', (words?.[4] ?? '').trim()]
  if ((before === '(') !== (after === ')')) return no(`${quoted(text)} has an unmatched bracket.`)
  const size = readFigure(figure.trim(), mark)
  if (!size.ok) return size
  const negative = before === '(' || /[-−–]/.test(before) || /[-−–]/.test(after)
  const word = (words?.[1] ?? words?.[5] ?? '').toLowerCase()
  const side = word === '' ? undefined : word.startsWith('c') ? 'in' : 'out'
  return { ok: true, value: { amount: negative ? -size.value : size.value, ...(side && { side }) } }
}

/** An unsigned figure. Some countries group thousands with spaces and apostrophes, which are ignored. */
function readFigure(figure: string, mark: DecimalMark): Read<Money> {
  const plain = figure.replace(/[' ]/g, '')
  const usual = mark === 'point' ? plain : plain.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','))
  const shape = /^(\d{1,3}(?:,\d{3})+|\d{1,3}(?:,\d{2})*,\d{3}|\d*)(?:\.(\d*))?$/.exec(usual)
  if (shape === null || usual === '.' || usual === '')
    return no(
      `${quoted(figure)} is not an amount with ${mark === 'point' ? 'a point' : 'a comma'} as decimal separator.`,
    )
  const decimals = shape[2] ?? ''
  if (!/^\d{0,2}0*$/.test(decimals)) return no(`${quoted(figure)} has more than two decimals.`)
  const whole = (shape[1] ?? '').replaceAll(',', '')
  const amount = BigInt(`${whole === '' ? '0' : whole}${decimals.slice(0, 2).padEnd(2, '0')}`)
  return amount > largestMoney ? no(`${quoted(figure)} is too large.`) : { ok: true, value: amount }
}

/**
 * A figure of a format without thousands separators whose writers mix point and comma: the last one is the decimal
 * mark. '1,234' and '1.234' are ambiguous and refused, unless the format says that a point is the decimal mark.
 */
export function readMixedAmount(text: string, { pointIsDecimal = false } = {}): Read<Money> {
  const printed = text.trim()
  const shape = /^([-+]?)([\d.,]+)$/.exec(printed.replace(/\s/g, ''))
  const figure = shape?.[2]
  if (figure === undefined) return no(`${quoted(text)} is not an amount.`)
  const marks = figure.replace(/\d/g, '')
  const last = marks.at(-1)
  const several = marks.length > 1 && new Set(marks).size === 1
  if (marks.length === 1 && /^\d{1,3}[.,]\d{3}$/.test(figure) && !(pointIsDecimal && last === '.'))
    return no(
      `${quoted(text)} is ambiguous: the separator could mark thousands or decimals. Download the statement in another format.`,
    )
  const mark = several ? (last === ',' ? 'point' : 'comma') : last === ',' ? 'comma' : 'point'
  const read = readFigure(figure, mark)
  if (!read.ok) return read
  return { ok: true, value: shape?.[1] === '-' ? -read.value : read.value }
}

/** Debit or credit, in the words and signs of banks. */
export function directionOf(text: string): 'in' | 'out' | undefined {
  const mark = text.trim()
  if (/^(c|cr|credit|in|deposit|\+)\b|^\+/i.test(mark)) return 'in'
  return /^(d|dr|db|debit|out|withdrawal)\b|^-/i.test(mark) ? 'out' : undefined
}

/** The order of the parts of a numeric date. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a date in a given order: 30-06-2025, 6/30/25, 20250630, 2025-06-30 10:15; with a month name the order is clear:
 * Feb 29, 2024, 29-Feb-2024. `year` is used if the date has none.
 */
export function readDay(text: string, order: DateOrder, year?: number): Read<Day> {
  const printed = text
    .trim()
    .replace(/[T ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]\.?m\.?)?( ?(Z|[+-]\d{2}:?\d{2}|PHT|PST))?$/i, '')
    .trim()
  const serial = dayOfWorkbook(printed)
  if (serial !== null) return { ok: true, value: serial }
  const lettered = dayWithLetters(printed, year)
  if (lettered !== null) return lettered
  const figures = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})$/.exec(printed)
  if (figures) return inOrder([figures[1] ?? '', figures[3] ?? '', figures[4] ?? ''], order, text)
  const packed = /^\d{8}$|^\d{6}$/.exec(printed)
  if (packed) {
    const parts = order === 'ymd' ? [printed.length - 4, 2, 2] : [2, 2, printed.length - 4]
    const cut = [0, parts[0] ?? 0, (parts[0] ?? 0) + (parts[1] ?? 0)]
    return inOrder([printed.slice(cut[0], cut[1]), printed.slice(cut[1], cut[2]), printed.slice(cut[2])], order, text)
  }
  const short = /^(\d{1,2})[-/.](\d{1,2})$/.exec(printed)
  if (short && order !== 'ymd' && year !== undefined) {
    return inOrder([short[1] ?? '', short[2] ?? '', String(year)], order, text)
  }
  if (short && year !== undefined) return inOrder([String(year), short[1] ?? '', short[2] ?? ''], order, text)
  return no(`${quoted(text)} is not a date.`)
}

/** The serial date of a workbook cell without a date format: 46082 is 1 March 2026; the fraction is the time. */
function dayOfWorkbook(printed: string): Day | null {
  const count = /^(\d{5})(\.\d+)?$/.exec(printed)?.[1]
  return count === undefined || count < '36526' || count > '73050' ? null : addDays('1899-12-30', Number(count))
}

function dayWithLetters(printed: string, year: number | undefined): Read<Day> | null {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]*([A-Za-z]{3,9})\.?(?:[-/., ]+'?(\d{4}|\d{2}))?$/.exec(printed)
  const monthFirst = /^([A-Za-z]{3,9})\.?[-/. ]*(\d{1,2})(?:st|nd|rd|th)?(?:[-/., ]+'?(\d{4}|\d{2}))?$/.exec(printed)
  const parts = dayFirst
    ? { day: dayFirst[1], month: dayFirst[2], year: dayFirst[3] }
    : monthFirst
      ? { day: monthFirst[2], month: monthFirst[1], year: monthFirst[3] }
      : null
  const month = months.indexOf(parts?.month?.slice(0, 3).toLowerCase() ?? '') + 1
  if (parts === null || month === 0) return null
  const named = parts.year ?? year?.toString()
  if (named === undefined) return no(`${quoted(printed)} has no year, and no earlier row shows one.`)
  return written(named, month, Number(parts.day), printed)
}

function inOrder([first, second, third]: [string, string, string], order: DateOrder, text: string): Read<Day> {
  // A four-digit year is unambiguous, as it cannot be a day.
  if (first.length === 4) return written(first, Number(second), Number(third), text)
  if (order === 'ymd') {
    if (third.length > 2) return no(`${quoted(text)} does not start with the year.`)
    return written(first, Number(second), Number(third), text)
  }
  if (third.length === 1 || third.length === 3) return no(`${quoted(text)} is not a date.`)
  return order === 'dmy'
    ? written(third, Number(second), Number(first), text)
    : written(third, Number(first), Number(second), text)
}

function written(year: string, month: number, day: number, text: string): Read<Day> {
  const full = year.length === 2 ? `20${year}` : year.padStart(4, '0')
  const d = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const mistake = dayMistake(d)
  return mistake === null ? { ok: true, value: d } : no(`The file contains ${quoted(text)} as a date. ${mistake}`)
}
