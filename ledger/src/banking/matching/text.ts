// What can be read in the few words a bank prints beside an amount.
import { formatRate } from '../../tax/vat.ts'
import type { BankLine } from './lines.ts'

/** A number as two sides may write it: capitals and digits alone, without zeros in front. '0004501' is '4501'. */
export const plainNumber = (no: string): string =>
  no
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '')

/** Numbers in a line that books may know, plain: those of its reference and of its description. */
export const numbersOf = ({ reference, description }: Pick<BankLine, 'reference' | 'description'>): string[] => [
  ...new Set([...numbersIn(reference ?? ''), ...numbersIn(description)]),
]

/** Words of four signs or more with a digit among them, alone and with the letters before: 'DS 000417' is '417' and 'DS000417'. */
export function numbersIn(text: string): string[] {
  const words = text.split(/[\s/,;:()]+/)
  return words.flatMap((word, at) => {
    if (word.length < 4 || !/\d/.test(word)) return []
    const before = words[at - 1] ?? ''
    return /^[A-Za-z]{1,4}$/.test(before) ? [plainNumber(word), plainNumber(before + word)] : [plainNumber(word)]
  })
}

const idle: ReadonlySet<string> = new Set(['THE', 'AND', 'FOR', 'INC', 'CORP', 'CORPORATION', 'COMPANY', 'PHP', 'REF'])

/** The words of a text that tell something: capitals, three letters or more, no numbers. */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
  return words.filter((word) => word.length >= 3 && !idle.has(word))
}

/** By this a text is recognized again next month, when its numbers and dates are others. */
export const descriptionKey = (description: string): string => wordsOf(description).toSorted().join(' ')

/** Whether a description names a party: its first telling word, and half of the others as far as the bank had room. */
export function names(description: ReadonlySet<string>, party: readonly string[]): boolean {
  const [first] = party
  if (first === undefined || !isIn(description, first)) return false
  const found = party.filter((word) => isIn(description, word)).length
  return found * 2 >= Math.min(party.length, 4)
}

/** Banks cut words short. */
function isIn(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  if (word.length < 6) return false
  for (const each of words) if (each.length >= 5 && word.startsWith(each)) return true
  return false
}

/** What banks call what they do by themselves. */
export type TransactionType = 'charge' | 'interest' | 'interestTax' | 'returned' | 'stampTax'

const transactionTypes: readonly (readonly [TransactionType, RegExp])[] = [
  ['interestTax', /\b(INT(EREST)? (WITHHELD|TAX|W\/?TAX)|TAX (WITHHELD|ON INT)|W\/?TAX|WHT|FINAL TAX)/],
  ['interest', /\b(INTEREST|INT(EREST)? (PAY|CREDIT|EARNED|CR)|INT\.? ?EARNED|CREDIT INT)/],
  [
    'returned',
    /\b(RETURN(ED)? (CHECK|CHEQUE|CHQ|CK|DEPOSIT)|RTN? (CHECK|CHEQUE|CHQ|CK)|DAIF|DAUD|NSF|BOUNCED|UNFUNDED)/,
  ],
  ['stampTax', /\b(DST|DOC(UMENTARY)?\.? STAMPS?|CHECK ?BOOK|CHEQUE ?BOOK)/],
  [
    'charge',
    /\b(SERVICE (CHARGE|FEE)|BANK (CHARGE|FEE|CHG)|SC|S\/C|CHARGES?|FEES?|INSTAPAY FEE|PESONET FEE|MAINTENANCE|BELOW (MIN|ADB)|PENALTY|CHG|COMMISSION)\b/,
  ],
]

/** What a line says the bank did; undefined for what somebody else did. */
export function transactionTypeOf({ description }: Pick<BankLine, 'description'>): TransactionType | undefined {
  const text = description.toUpperCase().replace(/\s+/g, ' ')
  return transactionTypes.find(([, pattern]) => pattern.test(text))?.[0]
}

/** '2 %' for '0.02'. */
export const inPercent = (rate: string): string => formatRate(rate).replace('%', ' %')
