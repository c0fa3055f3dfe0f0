// Whether two files show the same invoice. Only what is printed decides: pictures of two invoices of one booklet are more alike than
// two photographs of one invoice. Two files are never called the same before each fact was found on both.
import { daysBetween, monthNames } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { similarName, tinDigits } from '../core/party.ts'
import { distance } from './labels.ts'
import type { ReadField, ReadFieldName } from './names.ts'

type Value = Pick<ReadField, 'name' | 'value' | 'grade'>
export type InvoiceFacts = {
  fields: readonly Value[]
  tokens: ReadonlySet<string>
  /** The last digit and the branch of TINs of which the beginning can't be read. */
  tinEnds: ReadonlySet<string>
}

/** `words` are all that were read of the file, also those that no rule recognized; a document that was typed has none. */
export const invoiceFacts = (fields: readonly Value[], words: readonly string[]): InvoiceFacts => ({
  fields,
  tokens: tokensOf(words),
  tinEnds: new Set(words.flatMap((word) => /^\D*\d?(\d-\d{5})\W*$/.exec(word)?.[1] ?? [])),
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
  const [seller, number, day] = [relation('sellerTin', tin), relation('number', serial), relation('day', date)]
  const supplier = seller === 'unknown' && isSameSeller(one, other) ? 'same' : seller
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
        ? supplier === 'same' ||
          (total === 'same' && day === 'same') ||
          (supplier === 'unknown' && (total === 'same' || day === 'same'))
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
/** If a part of the TIN is under a stamp, for example: the name is the same, and so are its last digit and the branch. */
function isSameSeller(one: InvoiceFacts, other: InvoiceFacts): boolean {
  const [a, b] = [one, other].map((facts) => valueOf(facts, 'sellerName')?.value ?? '')
  const ends = endsOf(other)
  return similarName(a ?? '', b ?? '') && [...endsOf(one)].some((end) => ends.has(end))
}

function endsOf(facts: InvoiceFacts): ReadonlySet<string> {
  const read = valueOf(facts, 'sellerTin')
  return read === undefined ? facts.tinEnds : new Set([`${tinDigits(read.value).charAt(8)}-${branchOf(read)}`])
}
const branchOf = ({ value }: Value): string => tinDigits(value).slice(9).padStart(5, '0')

/** A printed branch has three or five digits. */
function isTin(printed: string, value: string): boolean {
  const [tin9, branch] = [value.slice(0, 9), value.slice(9)]
  const lengths = branch.startsWith('00') ? [5, 3] : [5]
  return lengths.some(
    (length) => printed.endsWith(branch.slice(-length)) && distance(printed.slice(0, -length), tin9) <= 1,
  )
}

const serial: Likeness = {
  isSame: (one, other) => seriesOf(one, other) || seriesOf(other, one),
  isPrinted: (value, tokens) => tokens.has(lookOf(value)),
}

/** The letters before the number may be read as part of its label. */
function seriesOf(one: string, other: string): boolean {
  const plain = (number: string) => lookOf(number).replace(/^0+/, '')
  return plain(one) === plain(other) || (/^\d+$/.test(one) && plain(one) === plain(other.replace(/^[A-Z$]+\W+/i, '')))
}

const amount: Likeness = {
  isSame: (one, other) => one === other,
  isPrinted: (value, tokens) => value.length >= 4 && tokens.has(value),
}

const date: Likeness = {
  isSame: (one, other) => one === other,
  isPrinted: (value, tokens) => printedDays(value).some((printed) => tokens.has(lookOf(printed))),
}

const likeness = { number: serial, day: date, total: amount } as const

export const isSameValue = (name: keyof typeof likeness, one: string, other: string): boolean =>
  likeness[name].isSame(one, other)

/** Whether the words, or some of them, are the printed value. */
export const isPrinted = (name: keyof typeof likeness, value: string, words: readonly string[]): boolean =>
  likeness[name].isPrinted(value, tokensOf(words))

function printedDays(value: Day): string[] {
  const [year = '', month = '', day = ''] = value.split('-')
  const name = monthNames[Number(month) - 1] ?? ''
  const [shortMonth, shortDay] = [String(Number(month)), String(Number(day))]
  const years = [year, year.slice(2)]
  const numbers = years.flatMap((y) => [`${month}${day}${y}`, `${day}${month}${y}`, `${shortMonth}${shortDay}${y}`])
  // Both slashes may be read as digits.
  const slashes = ['1', '7'].flatMap((first) => ['1', '7'].map((second) => `${month}${first}${day}${second}${year}`))
  const named = [name, name.slice(0, 3)].flatMap((m) =>
    [day, shortDay].flatMap((d) => years.flatMap((y) => [`${m}${d}${y}`, `${d}${m}${y}`])),
  )
  return [...numbers, ...slashes, ...named, `${year}${month}${day}`].filter((printed) => printed.length >= 6)
}

/** Words, and up to four neighbours as one, because a picture may split them; a label may be part of a word: 'No.004512'. */
function tokensOf(words: readonly string[]): ReadonlySet<string> {
  const tokens = new Set<string>()
  for (const [at, word] of words.entries()) {
    for (let count = 1; count <= 4; count += 1) {
      const joined = [word, ...words.slice(at + 1, at + count)].join('')
      tokens.add(lookOf(joined))
      tokens.add(lookOf(joined.replace(/^\D+(?=\d)/, '')))
    }
  }
  return tokens
}

/** Each letter looks like the digit at the same place. */
export const lookAlikes = { letters: 'OIL|S$B', digits: '0111558' } as const

/** Letters and digits, with letters that look like a digit as that digit: 'SI-004512' may be read as 'S1-004512'. */
const lookOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[OIL|S$B]/g, (letter) => lookAlikes.digits[lookAlikes.letters.indexOf(letter)] ?? letter)
    .replace(/[^0-9A-Z]/g, '')
