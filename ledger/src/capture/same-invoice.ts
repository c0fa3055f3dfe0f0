// Whether two files show the same invoice. Only what is printed decides: pictures of two invoices of one booklet are more alike than
// two photographs of one invoice. Two files are never called the same before each fact was found on both.
import { daysBetween, monthNames } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { tinDigits } from '../core/party.ts'
import { distance } from './labels.ts'
import type { ReadField, ReadFieldName } from './names.ts'

type Value = Pick<ReadField, 'name' | 'value' | 'grade'>
export type InvoiceFacts = { fields: readonly Value[]; tokens: ReadonlySet<string> }

/** `words` are all that were read of the file, also those that no rule recognized; a document that was typed has none. */
export const invoiceFacts = (fields: readonly Value[], words: readonly string[]): InvoiceFacts => ({
  fields,
  tokens: tokensOf(words),
})

export const comparedFacts = ['supplier', 'number', 'day', 'total'] as const
export type ComparedFact = (typeof comparedFacts)[number]
export type Relation = 'same' | 'different' | 'unknown'

export type InvoiceComparison = Record<ComparedFact, Relation> & {
  /** Each of the facts is the same. */
  isSame: boolean
  /** Enough is the same for a person to look at both. */
  isSimilar: boolean
}

/** Invoices of the same amount within these days are worth a look. */
export const nearDays = 7

export function compareInvoices(one: InvoiceFacts, other: InvoiceFacts): InvoiceComparison {
  const relation = (name: ReadFieldName, { isSame, isPrinted }: Likeness): Relation => {
    const [a, b] = [valueOf(one, name), valueOf(other, name)]
    if (a !== undefined && b !== undefined && isSame(a.value, b.value)) return 'same'
    if (a !== undefined && !isSure(b) && isPrinted(a.value, other.tokens)) return 'same'
    if (b !== undefined && !isSure(a) && isPrinted(b.value, one.tokens)) return 'same'
    return isSure(a) && isSure(b) ? 'different' : 'unknown'
  }
  const [supplier, number, day] = [relation('sellerTin', tin), relation('number', serial), relation('day', date)]
  const parts = [relation('vatable', amount), relation('vat', amount)]
  const whole = relation('total', amount)
  const isWhole = parts.includes('same') && !parts.includes('different')
  const total = whole === 'unknown' && isWhole ? 'same' : whole
  const days = [valueOf(one, 'day')?.value, valueOf(other, 'day')?.value]
  const isNear = days[0] !== undefined && days[1] !== undefined && Math.abs(daysBetween(days[0], days[1])) <= nearDays
  return {
    ...{ supplier, number, day, total },
    isSame: [supplier, number, day, total].every((fact) => fact === 'same'),
    isSimilar:
      number === 'same'
        ? supplier === 'same' || (supplier === 'unknown' && (total === 'same' || day === 'same'))
        : supplier === 'same' && total === 'same' && (day === 'same' || isNear),
  }
}

const valueOf = ({ fields }: InvoiceFacts, name: ReadFieldName): Value | undefined =>
  fields.find((field) => field.name === name)
const isSure = (value: Value | undefined): boolean => value !== undefined && value.grade !== 'question'

/** Of two values, and of a value and everything that is printed. */
type Likeness = {
  isSame: (one: string, other: string) => boolean
  isPrinted: (value: string, tokens: ReadonlySet<string>) => boolean
}

/** One of nine digits may be misread; none of the branch, because each branch has invoices of its own. */
const tin: Likeness = {
  isSame: (one, other) => isTin(tinDigits(one), tinDigits(other)),
  isPrinted: (value, tokens) =>
    [...tokens].some((token) => /^\d{11,14}$/.test(token) && isTin(token, tinDigits(value))),
}
/** A printed branch has three or five digits. */
function isTin(printed: string, value: string): boolean {
  const [tin9, branch] = [value.slice(0, 9), value.slice(9)]
  const lengths = branch.startsWith('00') ? [5, 3] : [5]
  return lengths.some(
    (length) => printed.endsWith(branch.slice(-length)) && distance(printed.slice(0, -length), tin9) <= 1,
  )
}

const serial: Likeness = {
  isSame: (one, other) => lookOf(one).replace(/^0+/, '') === lookOf(other).replace(/^0+/, ''),
  isPrinted: (value, tokens) => tokens.has(lookOf(value)),
}

const amount: Likeness = {
  isSame: (one, other) => one === other,
  isPrinted: (value, tokens) => value.length >= 4 && tokens.has(value),
}

const date: Likeness = {
  isSame: (one, other) => one === other,
  isPrinted: (value, tokens) => printedDays(value).some((printed) => tokens.has(lookOf(printed))),
}

function printedDays(value: Day): string[] {
  const [year = '', month = '', day = ''] = value.split('-')
  const name = monthNames[Number(month) - 1] ?? ''
  const [shortMonth, shortDay] = [String(Number(month)), String(Number(day))]
  const years = [year, year.slice(2)]
  const numbers = years.flatMap((y) => [`${month}${day}${y}`, `${day}${month}${y}`, `${shortMonth}${shortDay}${y}`])
  const named = [name, name.slice(0, 3)].flatMap((m) =>
    [day, shortDay].flatMap((d) => years.flatMap((y) => [`${m}${d}${y}`, `${d}${m}${y}`])),
  )
  return [...numbers, ...named, `${year}${month}${day}`].filter((printed) => printed.length >= 6)
}

/** Words, and up to three neighbours as one, because a picture may split them; a label may be part of a word: 'No.004512'. */
function tokensOf(words: readonly string[]): ReadonlySet<string> {
  const tokens = new Set<string>()
  for (const [at, word] of words.entries()) {
    for (let count = 1; count <= 3; count += 1) {
      const joined = [word, ...words.slice(at + 1, at + count)].join('')
      tokens.add(lookOf(joined))
      tokens.add(lookOf(joined.replace(/^\D+(?=\d)/, '')))
    }
  }
  return tokens
}

const looks: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', '|': '1', S: '5', $: '5', B: '8' }

/** Letters and digits, with letters that look like a digit as that digit: 'SI-004512' may be read as 'S1-004512'. */
const lookOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[OIL|S$B]/g, (letter) => looks[letter] ?? letter)
    .replace(/[^0-9A-Z]/g, '')
